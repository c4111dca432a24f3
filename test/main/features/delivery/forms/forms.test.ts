/** The forms of words: text, Markdown, HTML, HL7; what a note must have; and check digits. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isIcd10cm,
  isLoinc,
  isSnomedConcept,
} from '../../../../../main/features/delivery/forms/check-digits.ts';
import { exportNote, readNeutralNote } from '../../../../../main/features/delivery/forms/export.ts';
import { hl7Message } from '../../../../../main/features/delivery/forms/hl7.ts';
import { plainText } from '../../../../../main/features/delivery/forms/text.ts';
import { uuidV5 } from '../../../../../main/features/delivery/forms/uuid-v5.ts';
import {
  type ExportForm,
  exportForms,
  neutralNote,
} from '../../../../../shared/model/export/export.ts';
import { failureWith } from '../../../../support/failure.ts';
import { codes, wholeNote } from './notes.ts';

const profile = { version: '0.1.0' };
const made = (form: Exclude<ExportForm, 'pdf'>, note = wholeNote()) =>
  exportNote(note, form, 'r4', profile).text;
const refusal = (
  change: Record<string, unknown>,
  form: Exclude<ExportForm, 'pdf'> = 'fhir',
  flavour: 'r4' | 'nrces' = 'r4',
) => {
  try {
    exportNote(wholeNote(change), form, flavour, profile);
    return undefined;
  } catch (error) {
    return (error as { detail?: string }).detail;
  }
};

test('text has headings in capitals and items after a dash, and no sign of Markdown', () => {
  const text = made(
    'text',
    wholeNote({
      sections: [
        {
          title: 'Assessment',
          text: '## Type 2 **diabetes** _mellitus_\n* `HbA1c` 9 %\n2) Foot exam',
        },
      ],
    }),
  );
  expect(text).toContain('ASSESSMENT\nType 2 diabetes _mellitus_\n- HbA1c 9 %\n2) Foot exam');
  expect(plainText(wholeNote(), '\r\n').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('text, Markdown, HTML and HL7 hold the same words', () => {
  const words = (text: string) =>
    text
      .replace(/<style>.*?<\/style>|<title>.*?<\/title>|<[^>]+>/gs, ' ')
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .toLowerCase();
  for (const wanted of [
    'fever for 2 days',
    'no chest pain',
    'type 2 diabetes mellitus uti suspected',
    'paracetamol 650 mg',
    'drink enough',
  ]) {
    for (const form of ['text', 'markdown', 'html', 'hl7'] as const)
      expect(words(made(form)), form).toContain(wanted);
  }
});

test('a note of entities alone is told by them', () => {
  const text = made('text', wholeNote({ sections: [] }));
  expect(text).toContain('CHIEF COMPLAINTS\n- Fever\n- No Chest pain');
  expect(text).toContain(
    '- Blood pressure – Systolic blood pressure 120 mm[Hg], Diastolic blood pressure 80 mm[Hg]',
  );
  expect(text).not.toContain('Dengue');
});

test('nothing in a note becomes markup', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          '<',
          '>',
          '"',
          "'",
          '&',
          'script',
          ' onload=',
          'x',
          '\n',
          '}',
          '</style>',
        ),
      }),
      (words) => {
        const html = made(
          'html',
          neutralNote.parse({
            ...wholeNote(),
            title: words,
            patient: { name: `x${words}` },
            sections: [{ title: words, text: words }],
          }),
        );
        expect(html.match(/<script|<[^>]+ on\w+=/i)).toBeNull();
        expect(html.match(/<\/style>/g)).toHaveLength(1);
      },
    ),
    { numRuns: 200 },
  );
});

test('the running head keeps every sign of a name, and leaves the date its room', () => {
  const page = made('html', wholeNote({ patient: { name: 'A <b> \\ "c" </style>', mrn: '1' } }));
  const [, label = ''] = /@top-left\{content:"((?:\\.|[^"])*)"/.exec(page) ?? [];
  const shown = label.replace(/\\([\da-f]+) /g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  expect(shown).toBe('A <b> \\ "c" </style> · 1');
  expect(page).toMatch(/@top-left\{[^}]*width:75%/);
  expect(page).toMatch(/@top-right\{[^}]*width:25%/);
});

/** A reader of HL7 of its own: segments, fields, and what was escaped. */
const parsed = (message: string) =>
  message
    .split('\r')
    .filter((line) => line !== '')
    .map((line) => line.split('|'));
const plain = (text: string) =>
  text.replace(
    /\\([EFSTR])\\/g,
    (_, letter: string) => ({ E: '\\', F: '|', S: '^', T: '&', R: '~' })[letter]!,
  );

test('HL7: one OBX a line, each final, and read back as it was written whatever stands in it', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({
          minLength: 1,
          unit: fc.constantFrom('|', '^', '~', '\\', '&', 'a', 'क', ' ', '\n', 'E', 'F'),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      (texts) => {
        const note = neutralNote.parse({
          ...wholeNote(),
          sections: texts.map((text) => ({ title: 'Plan', text: `x${text}` })),
        });
        const segments = parsed(hl7Message(note, profile));
        const rows = segments.filter(([name]) => name === 'OBX');
        expect(segments.map(([name]) => name).slice(0, 5)).toEqual([
          'MSH',
          'EVN',
          'PID',
          'PV1',
          'TXA',
        ]);
        expect(rows.map((row) => row[1])).toEqual(rows.map((_, at) => String(at + 1)));
        expect(new Set(rows.map((row) => row[11]))).toEqual(new Set(['F']));
        const lines = texts.flatMap((text) =>
          `x${text}`
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        );
        const read = rows.map((row) => plain(row[5]!));
        for (const line of lines) expect(read).toContain(line);
      },
    ),
    { numRuns: 200 },
  );
  const [msh, , pid, , txa] = parsed(hl7Message(wholeNote(), profile));
  expect([msh![1], msh![8], msh![11], msh![17]]).toEqual([
    '^~\\&',
    'MDM^T02^MDM_T02',
    '2.5.1',
    'UNICODE UTF-8',
  ]);
  expect([pid![3], pid![5], pid![7], pid![8], txa![17]]).toEqual([
    'MR-77^^^^MR',
    'Asha Rao',
    '19880229',
    'F',
    'AU',
  ]);
});

test('HL7: names stand by their parts, long lines in several OBX, pasted separators are blanks', () => {
  const message = (change: Record<string, unknown>) =>
    parsed(hl7Message(wholeNote(change), profile));
  const name = (written: string) =>
    message({ patient: { name: written, mrn: '1' } }).find(([of]) => of === 'PID')![5];
  // A family name is known where a comma tells it, and is never guessed.
  expect(
    [
      'Asha',
      'Asha Rao',
      'Dr. Asha Devi Rao',
      'Rao, Asha',
      'Dr. van der Rao, Asha Devi Maria',
      'Rao,',
      'Asha R&D',
    ].map(name),
  ).toEqual([
    'Asha',
    'Asha Rao',
    'Asha Devi Rao^^^^Dr.',
    'Rao^Asha',
    'van der Rao^Asha^Devi Maria^^Dr.',
    'Rao',
    'Asha R\\T\\D',
  ]);
  const rows = (text: string) =>
    message({ sections: [{ title: 'Plan', text }] })
      .filter(([of]) => of === 'OBX')
      .map((row) => row[5]!)
      .slice(3);
  expect(rows('a\u2028b\u2029c\td\ve')).toEqual(['a b c d e']);
  const long = 'word '.repeat(500).trim();
  expect(rows(long).length).toBe(3);
  expect(rows(long).join('')).toBe(long);
  expect(Math.max(...rows('😀'.repeat(1500)).map((row) => row.length))).toBeLessThanOrEqual(1000);
  expect(rows('😀'.repeat(1500)).join('')).toBe('😀'.repeat(1500));
});

test('HL7: a note that replaces another is T10 and names it, within the length of the field', () => {
  const first = parsed(hl7Message(wholeNote({ id: 'first' }), profile));
  const second = parsed(hl7Message(wholeNote({ id: 'second', replaces: 'first' }), profile));
  const field = (message: string[][], segment: string, at: number) =>
    message.find(([of]) => of === segment)![at];
  expect(field(first, 'TXA', 12)).toHaveLength(30);
  expect(field(first, 'TXA', 13)).toBe('');
  expect(field(second, 'TXA', 13)).toBe(field(first, 'TXA', 12));
  expect([field(second, 'MSH', 8), field(second, 'EVN', 1)]).toEqual(['MDM^T10^MDM_T02', 'T10']);
});

test.each(['Asha\rOBX|1', 'Asha\u0007', 'Asha\u2028Rao'])(
  'HL7 refuses a name that would break the message',
  (name) => expect(refusal({ patient: { name, mrn: '1' } }, 'hl7')).toBe('export-control'),
);

test.each([
  [{ patient: { name: 'A' } }, 'fhir', 'export-record-number'],
  [{ patient: { name: 'A' } }, 'hl7', 'export-record-number'],
  [{ patient: { name: '', mrn: '1' } }, 'text', 'export-patient-name'],
  [{ practitioner: { name: '' } }, 'fhir', 'export-doctor-name'],
  [{ sections: [], entities: [] }, 'markdown', 'export-empty'],
  [{ patient: { name: 'A' } }, 'text', undefined],
  [
    {
      entities: [
        {
          kind: 'symptom',
          text: 'x',
          decision: 'accepted',
          codes: [{ ...codes.fever, code: '386661007' }],
        },
      ],
    },
    'fhir',
    'export-code',
  ],
  [
    {
      entities: [
        {
          kind: 'symptom',
          text: 'x',
          decision: 'rejected',
          codes: [{ ...codes.fever, code: '386661007' }],
        },
      ],
    },
    'fhir',
    undefined,
  ],
] as const)('what is missing is named: %j as %s', (change, form, detail) =>
  expect(refusal(change, form)).toBe(detail),
);

test('India’s form needs the doctor’s registration number', () => {
  expect(refusal({ practitioner: { name: 'Dr. X' } }, 'fhir', 'nrces')).toBe('export-registration');
  expect(refusal({ practitioner: { name: 'Dr. X' } }, 'fhir', 'r4')).toBeUndefined();
});

test('a file that is no note names the member that is wrong', () => {
  expect(() =>
    readNeutralNote({
      ...wholeNote(),
      entities: [{ kind: 'symptom', text: 'x', decision: 'maybe' }],
    }),
  ).toThrow(/entities\[0\]\.decision/);
  expect(() => readNeutralNote({ ...wholeNote(), date: '2026-02-30' })).toThrow(/date/);
  expect(() => readNeutralNote(null)).toThrow(failureWith('export-form'));
});

test('check digits find every single wrong digit and every two that were swapped', () => {
  const good = ['386661006', '44054006', '371530004', '422843007', '736271009'];
  for (const code of good) {
    expect(isSnomedConcept(code)).toBe(true);
    for (let at = 0; at < code.length; at += 1) {
      for (let digit = 0; digit < 10; digit += 1)
        if (String(digit) !== code[at])
          expect(isSnomedConcept(code.slice(0, at) + digit + code.slice(at + 1))).toBe(false);
      if (at > 0 && code[at] !== code[at - 1])
        expect(
          isSnomedConcept(code.slice(0, at - 1) + code[at] + code[at - 1] + code.slice(at + 1)),
        ).toBe(false);
    }
  }
  expect(['4548-4', '8480-6', '8462-4', '8867-4', '11488-4'].map(isLoinc)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(['4548-5', '4584-4', '4548', '-4'].map(isLoinc)).toEqual([false, false, false, false]);
  expect(['E11.9', 'R50.9', 'S72.001A', 'U07.1'].map(isIcd10cm)).toEqual([true, true, true, false]);
});

test('ids are those of RFC 9562, version 5', () => {
  expect(uuidV5('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
  expect(exportForms).toContain('pdf');
});

test('the printed note has a table of the codes that were accepted, and of no others; a draft has none', () => {
  const table = (change: Record<string, unknown>) =>
    /<table class="codes">.*<\/table>/s.exec(made('html', wholeNote(change)))?.[0] ?? '';
  const entity = { kind: 'symptom', text: 'High <fever>', codes: [codes.fever] };
  const row = `<tr><td>SNOMED CT</td><td>${codes.fever.code}</td><td>${codes.fever.display}</td><td>High &#60;fever&#62;</td></tr>`;
  expect(table({ entities: [{ ...entity, decision: 'accepted' }] })).toContain(row);
  expect(table({ entities: [{ ...entity, decision: 'changed' }] })).toContain(row);
  for (const decision of ['rejected', 'pending'])
    expect(table({ entities: [{ ...entity, decision }] })).toBe('');
  expect(table({ entities: [{ ...entity, decision: 'accepted', negated: true }] })).toBe('');
  expect(table({ draft: true, entities: [{ ...entity, decision: 'accepted' }] })).toBe('');
});

test.each([
  ['http://snomed.info/sct', '386661006', 'SNOMED CT'],
  ['http://hl7.org/fhir/sid/icd-10-cm', 'R50.9', 'ICD-10-CM'],
  ['http://loinc.org', '8310-5', 'LOINC'],
  ['http://www.nlm.nih.gov/research/umls/rxnorm', '161', 'RxNorm'],
  ['urn:svc:medication', 'paracetamol-650', 'Medicines (platform)'],
  ['https://codes.example', '1', 'https://codes.example'],
  ['urn:oid:1.2.36.1', '1', 'urn:oid:1.2.36.1'],
  ['urn:svc:medication:own', '1', 'urn:svc:medication:own'],
])('the table names a code’s system as people know it: %s', (system, code, name) => {
  const entity = { kind: 'symptom', text: 'Fever', decision: 'accepted' };
  const note = wholeNote({ entities: [{ ...entity, codes: [{ system, code }] }] });
  expect(made('html', note)).toContain(`<tr><td>${name}</td><td>${code}</td>`);
});
