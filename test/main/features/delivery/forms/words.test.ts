/** Words of a note in its forms: what is a line, an item or a heading, and what is escaped. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentKindOf } from '../../../../../main/features/delivery/forms/document-kind.ts';
import { sectionOf } from '../../../../../main/features/delivery/forms/fhir/sections.ts';
import {
  htmlFragment,
  htmlPage,
  htmlSection,
  paragraphs,
} from '../../../../../main/features/delivery/forms/html.ts';
import {
  consentSentence,
  headOf,
  linesOf,
  partsOf,
  plainLine,
  sectionsOf,
  sentenceOf,
} from '../../../../../main/features/delivery/forms/lines.ts';
import { markdown } from '../../../../../main/features/delivery/forms/markdown.ts';
import { plainSection, plainText } from '../../../../../main/features/delivery/forms/text.ts';
import { withdrawalText } from '../../../../../main/features/delivery/forms/withdrawal-text.ts';
import { type NeutralEntity, neutralNote } from '../../../../../shared/model/export/export.ts';
import { wholeNote } from './notes.ts';

const bare = (change: Record<string, unknown> = {}) =>
  neutralNote.parse({
    ...wholeNote(),
    title: '',
    patient: { name: 'A' },
    practitioner: { name: '' },
    sections: [{ title: '', text: 'Rest' }],
    entities: [],
    ...change,
  });

describe('a line', () => {
  test.each([
    ['• Rest', 'item', 'Rest'],
    ['- Rest', 'item', 'Rest'],
    ['* Rest', 'item', 'Rest'],
    ['-  `HbA1c` high', 'item', 'HbA1c high'],
    ['• 5 mg', 'item', '5 mg'],
    ['- 5 mmol/L', 'text', '- 5 mmol/L'],
    ['- ve', 'text', '- ve'],
    ['- VE for HIV', 'text', '- VE for HIV'],
    ['- vertigo', 'item', 'vertigo'],
    ['-Rest', 'text', '-Rest'],
    ['•Rest', 'text', '•Rest'],
    ['## Plan', 'text', 'Plan'],
    ['###### Plan', 'text', 'Plan'],
    ['# NOF', 'text', '# NOF'],
    ['## 5 days', 'text', '## 5 days'],
    ['####### Plan', 'text', '####### Plan'],
    ['  Rest \t', 'text', 'Rest'],
    ['a\u0007b\u202ec', 'text', 'a b c'],
    ['a\tb', 'text', 'a\tb'],
    ['**Rest** now', 'text', 'Rest now'],
    ['take `aspirin` daily', 'text', 'take aspirin daily'],
    ['a`b`c', 'text', 'a`b`c'],
    ['`5`', 'text', '`5`'],
  ])('%j is %s: %j', (text, kind, words) => expect(linesOf(text)).toEqual([{ kind, text: words }]));

  test('ends with any line end, and is left out where it is empty', () => {
    expect(linesOf('a\r\nb\rc\n\n \nd').map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd']);
    expect([linesOf(''), linesOf(' \n\t')]).toEqual([[], []]);
  });

  test('of a table is its cells with a colon between them', () => {
    const table = '| Test | **Value** |\n| --- | --- |\n| Hb | 12 |\n|  | 7 |';
    expect(linesOf(table).map(({ text }) => text)).toEqual(['Test: Value', 'Hb: 12', '7']);
    expect(partsOf(table)).toHaveLength(1);
  });

  test.each([
    ['Rest', '- Rest'],
    ['(if fever) rest', '- (if fever) rest'],
    ['“Rest”', '- “Rest”'],
    ['5 mg', '* 5 mg'],
    ['-ve', '* -ve'],
    ['ज्वर', '- ज्वर'],
  ])('as an item of plain text, %j is %j', (text, expected) => {
    expect(plainLine({ kind: 'item', text })).toBe(expected);
    expect(plainLine({ kind: 'text', text })).toBe(text);
  });
});

describe('a sentence of a finding', () => {
  const of = (over: Partial<NeutralEntity>) =>
    sentenceOf({ ...wholeNote().entities[0]!, text: 'Fever', ...over });
  test.each<[Partial<NeutralEntity>, string]>([
    [{}, 'Fever'],
    [{ negated: true }, 'No Fever'],
    [{ suspected: true }, 'Fever (suspected)'],
    [{ dosage: '1-0-1' }, 'Fever – 1-0-1'],
    [{ components: [['', 'Pulse', 76, '/min']] }, 'Fever – Pulse 76 /min'],
    [{ components: [['', '', 76, '']] }, 'Fever – 76'],
    [
      {
        dosage: 'once',
        components: [
          ['', 'A', 1, ''],
          ['', 'B', 2, 'mg'],
        ],
      },
      'Fever – once; A 1, B 2 mg',
    ],
  ])('with %j is %j', (over, expected) => expect(of(over)).toBe(expected));
});

describe('the head of a note', () => {
  test('has what is known, in order', () => {
    expect(headOf(wholeNote()).map(([label]) => label)).toEqual([
      'Patient',
      'Record number',
      'Born',
      'Sex',
      'Doctor',
      'Registration',
      'Date',
    ]);
    expect(headOf(bare({ date: '2026-11-21T10:05:00+05:30' }))).toEqual([
      ['Patient', 'A'],
      ['Date', '2026-11-21 10:05:00+05:30'],
    ]);
    expect(headOf(bare({ patient: { name: 'A\u0007B' } }))[0]).toEqual(['Patient', 'A B']);
  });

  test.each([
    [{ kind: 'declined' }, /^Declined\. Dictation only/],
    [{ kind: 'verbal' }, /^Given verbally$/],
    [{ kind: 'written' }, /^Given in writing$/],
    [
      { kind: 'guardian', guardian: { name: '$& Rao', relation: 'mother' } },
      /by \$& Rao \(mother\)$/,
    ],
    [{ kind: 'guardian', guardian: { name: 'Rao' } }, /^Given for the patient by Rao$/],
  ])('says of the consent %j', (consent, sentence) =>
    expect(consentSentence({ consent: consent as never })).toMatch(sentence),
  );

  test('is silent where no consent was kept', () =>
    expect(consentSentence({ consent: undefined })).toBeUndefined());
});

describe('a note of findings alone', () => {
  const entity = (kind: string, text: string, decision = 'accepted') => ({ kind, text, decision });
  test('has a section for each kind, of what was accepted or changed', () => {
    const note = bare({
      sections: [{ title: 'Plan', text: ' \n' }],
      entities: [
        entity('symptom', 'Fever'),
        entity('history', 'Asthma', 'changed'),
        entity('history_procedure', 'Stent'),
        entity('medication', 'Aspirin'),
        entity('prescription', 'Paracetamol'),
        entity('order', 'HbA1c', 'rejected'),
        entity('advice', 'Rest', 'pending'),
      ],
    });
    expect(sectionsOf(note)).toEqual([
      { title: 'Chief complaints', text: '- Fever' },
      { title: 'Medical history', text: '- Asthma\n- Stent' },
      { title: 'Medications', text: '- Aspirin\n- Paracetamol' },
    ]);
    const written = bare({ entities: note.entities });
    expect(sectionsOf(written)).toBe(written.sections);
  });
});

describe('plain text and Markdown', () => {
  test('leave out what a note does not have', () => {
    expect(plainText(bare({ date: '2026-11-21' }))).toBe(
      'CONSULTATION NOTE\nPatient: A\nDate: 2026-11-21\n\nRest\n',
    );
    expect(plainText(bare({ date: '2026-11-21', draft: true }))).toMatch(
      /\n\nRest\n\nDraft - not signed\n$/,
    );
    expect(plainSection('', '')).toEqual([]);
    expect(markdown(bare({ date: '2026-11-21', draft: true }))).toBe(
      '# Consultation note\n\n**Patient:** A  \n**Date:** 2026\\-11-21\n\nRest\n\n*Draft - not signed*\n'.replace(
        '\\-',
        '-',
      ),
    );
  });

  const inMarkdown = (text: string) =>
    markdown(bare({ sections: [{ title: '', text }] }))
      .split('\n\n')
      .slice(2)
      .join('\n\n')
      .trimEnd();
  test.each([
    ['a*b_c', 'a\\*b\\_c'],
    ['# NOF', '\\# NOF'],
    ['+ve', '\\+ve'],
    ['=> up', '\\=\\> up'],
    ['5) weeks', '5\\) weeks'],
    ['5. weeks', '5\\. weeks'],
    ['5.5 weeks', '5.5 weeks'],
    ['http://x', 'http\\://x'],
    ['www.x', 'www\\.x'],
    ['a.b: c', 'a.b: c'],
    ['a@b ~c', 'a\\@b \\~c'],
    ['- one\n- two', '- one\n- two'],
    ['one\ntwo', 'one\n\ntwo'],
    ['- one\ntwo\n- three', '- one\n\ntwo\n\n- three'],
  ])('%j is %j', (text, expected) => expect(inMarkdown(text)).toBe(expected));
});

describe('HTML', () => {
  test('has its items in one list, paragraphs and tables between', () => {
    expect(paragraphs(partsOf('- a\n- b\nc\n- d'))).toBe(
      '<ul><li>a</li><li>b</li></ul><p>c</p><ul><li>d</li></ul>',
    );
    expect(paragraphs(partsOf('**a** <b>'))).toBe('<p><b>a</b> &#60;b&#62;</p>');
    expect(paragraphs(partsOf('| a | b |\n| --- | --- |\n| c | d |'))).toBe(
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>',
    );
    expect(htmlSection('Plan', 'Rest', false)).toBe('<h2>Plan</h2><p>Rest</p>');
    expect(htmlSection('', 'Rest', true)).toBe('<p>Rest</p><p><b>Draft - not signed</b></p>');
  });

  test('marks a draft wherever it is, and a signed note nowhere', () => {
    const [draft, signed] = [bare({ draft: true }), bare()];
    expect(htmlFragment(draft)).toContain('<p><b>Draft - not signed</b></p>');
    expect(htmlFragment(signed)).not.toContain('Draft');
    expect(htmlPage(draft, {}).match(/Draft - not signed/g)).toHaveLength(3);
    expect(htmlPage(signed, {})).not.toContain('Draft - not signed');
    expect(htmlPage(draft, {})).not.toContain('class="sign"');
    // Neither codes nor a signature stand behind its words.
    expect(htmlPage(draft, {})).toContain(`${htmlFragment(draft)}</body></html>`);
  });

  test('has the letterhead that is known, and the doctor at its end', () => {
    const page = (profile: Parameters<typeof htmlPage>[1]) => htmlPage(wholeNote(), profile);
    expect(page({})).not.toContain('<div class="head">');
    expect(page({ facility: 'Clinic & Co' })).toContain('<b>Clinic &#38; Co</b></div>');
    expect(page({ addressLines: ['One', 'Two'], facilityRegistration: 'KA-7' })).toContain(
      '<div class="head"><b></b><br>One<br>Two<br>Registration KA-7</div>',
    );
    expect(page({})).toContain('<p class="sign">Dr. B. Iyer, KMC-1234</p>');
    expect(page({ facility: 'North' })).toContain('@bottom-left{content:"North"}');
  });
});

describe('titles', () => {
  test.each([
    ['Family history', 'family'],
    ['Follow-up', 'followup'],
    ['Review after 5 days', 'followup'],
    ['Review of systems', 'other'],
    ['Known allergies', 'allergies'],
    ['Presenting complaint', 'complaints'],
    ['Symptoms', 'complaints'],
    ['Reason for visit', 'complaints'],
    ['Reason for encounter', 'complaints'],
    ['Vital signs', 'vitals'],
    ['Physical exam', 'examination'],
    ['Examination', 'examination'],
    ['Findings', 'examination'],
    ['Objective', 'examination'],
    ['Objectives of care', 'other'],
    ['Lab tests', 'investigations'],
    ['Orders', 'investigations'],
    ['Imaging', 'investigations'],
    ['Past medications', 'medications'],
    ['Drugs', 'medications'],
    ['Rx', 'medications'],
    ['Rx plan', 'other'],
    ['Prescription', 'medications'],
    ['Procedures', 'procedures'],
    ['Assessment', 'diagnosis'],
    ['Provisional diagnosis', 'diagnosis'],
    ['Impression', 'diagnosis'],
    ['Past', 'history'],
    ['Comorbidities', 'history'],
    ['Medical history', 'history'],
    ['Our plan', 'other'],
    ['', 'other'],
  ])('a section called %j is of the kind %s', (title, kind) => expect(sectionOf(title)).toBe(kind));

  test.each([
    ['Discharge summary', 'discharge'],
    ['DISCHARGE  letter', 'discharge'],
    ['discharge card', 'discharge'],
    ['Discharge', 'consultation'],
    ['Ear discharge', 'consultation'],
    ['Predischarge note', 'consultation'],
    ['Consultation', 'consultation'],
  ])('a note called %j is a %s', (title, kind) => expect(documentKindOf({ title })).toBe(kind));
});

test('the receipt of a withdrawn consent names what was erased, and what had left before', () => {
  const at = Date.UTC(2026, 10, 21, 4, 35);
  const receipt = {
    id: 'abcdefgh-1234',
    askedAt: at,
    erasedAt: at + 60_000,
    seconds: 90,
    hadNote: true,
    signatures: 2,
    platform: ['txn-1'],
    sent: [{ target: 'folder', at }],
  };
  const text = (over = {}) =>
    Buffer.from(withdrawalText({ ...receipt, ...over } as never).bytes).toString();
  expect(text().split('\n')).toEqual([
    'CONSENT WITHDRAWN',
    'Receipt: abcdefgh-1234',
    'Asked for: 2026-11-21 04:35 UTC',
    'Erased on this computer: 2026-11-21 04:36 UTC',
    'Sound: 90 seconds',
    'Note: yes',
    'Signatures: 2',
    '',
    expect.stringContaining('cannot take back'),
    '- platform: transaction txn-1',
    '- folder: 2026-11-21 04:35 UTC',
    '',
  ]);
  const nothing = text({ erasedAt: undefined, hadNote: false, platform: [], sent: [] });
  expect(nothing).toContain('Erased on this computer: not yet');
  expect(nothing).toContain('Note: none');
  expect(nothing).toContain('Nothing of this visit had left this computer');
  expect(text({ sent: [] })).toContain('cannot take back');
  expect(withdrawalText(receipt as never)).toMatchObject({
    name: 'consent-withdrawn-abcdefgh.txt',
    contentType: 'text/plain; charset=UTF-8',
  });
});

test('no word of a note is lost in plain text, whatever stands in it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('- ', '# ', '**', 'fever', '5 mg', '\n', ' ', '|', '`', '\r'), {
        maxLength: 20,
      }),
      (pieces) => {
        const text = pieces.join('');
        const count = (words: string) => words.match(/fever|5 mg/g)?.length ?? 0;
        const lines = linesOf(text)
          .map(({ text: words }) => words)
          .join('\n');
        expect(count(lines)).toBe(count(text));
      },
    ),
    { numRuns: 300 },
  );
});
