import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEvidence } from '../../../../../main/features/notes/evidence/evidence.ts';
import { shortForms } from '../../../../../main/features/notes/evidence/short-forms.ts';
import { createReader } from '../../../../../main/features/notes/evidence/words.ts';
import { createNormaliser } from '../../../../../main/infrastructure/terminology/text/normalise.ts';
import type { EvidenceLine } from '../../../../../shared/model/note/evidence.ts';

const evidence = createEvidence(createReader({ wordsOf: createNormaliser(), shorts: shortForms }));
const transcript = `[00:03] Doctor: Good morning, what brings you here today?
Patient: I have had a fever and a dry cough for three days now. It is worse at night.
Doctor: Any difficulty in breathing, or pain in the chest?
Patient: No, nothing of that.
Doctor: Are you diabetic?
Patient: Yes, I take metformin, five hundred milligrams twice a day. My mother had asthma.
Doctor: Your oesophagus looked fine in last year's endoscopy.
Doctor: I would like to get a chest x-ray and a full blood count. Come back on Monday.`;

const section = (text: string) => [{ id: 's', title: '', text }];
const lines = (text: string, said = transcript) =>
  evidence.of({ sections: section(text), transcript: said }).lines;
const one = (text: string, said = transcript) => {
  const [line, ...more] = lines(text, said);
  expect(more).toEqual([]);
  return {
    support: line!.support,
    words: line!.transcript && said.slice(line!.transcript.start, line!.transcript.end),
  };
};

describe('a sentence rests on the words that say the same', () => {
  test.each([
    ['Fever and dry cough for 3 days.', 'fever and a dry cough for three days'],
    ['Cough worse at night.', 'cough for three days now. It is worse at night'],
    ['Metformin 500 mg BD.', 'metformin, five hundred milligrams twice a day'],
    [
      'Esophagus looked fine on endoscopy last year.',
      "oesophagus looked fine in last year's endoscopy",
    ],
    ['Mother: asthma.', 'mother had asthma'],
    ['Advised CXR and complete blood count.', 'chest x-ray and a full blood count'],
  ])('%s', (text, words) =>
    expect(one(text)).toEqual({ support: 'found', words: expect.stringContaining(words) }),
  );

  test('what is denied, on the question with its answer', () => {
    expect(one('Denies chest pain or difficulty in breathing.')).toEqual({
      support: 'found',
      words: expect.stringMatching(
        /difficulty in breathing, or pain in the chest\?\nPatient: No, nothing of that\.$/,
      ),
    });
    expect(one('No fever or cough.').support).not.toBe('found');
    expect(one('Chest pain with difficulty in breathing.').support).toBe('weak');
  });

  test('what nobody said, on nothing', () => {
    for (const text of [
      'Bilateral knee arthroplasty in 2011.',
      'Allergic to penicillin.',
      'Warfarin 5 mg OD.',
    ])
      expect(one(text), text).toEqual({ support: 'none', words: undefined });
  });
});

test('headings, labels of data and phrases that claim nothing need no support', () => {
  expect(
    lines('Name: Asha Rao\nAge/Sex: 42/F\nNot mentioned.\nPlan:\nN/A\n--\nASSESSMENT\nFever.').map(
      ({ span }) => span,
    ),
  ).toEqual([{ start: 68, end: 74 }]);
});

test('without a transcript, and against one in another language, nothing is marked and it is said once', () => {
  const note = section(
    'Fever and dry cough for three days. Known diabetic on metformin. Denies chest pain. Chest radiograph and blood count were asked for; review on Monday with the reports.',
  );
  expect(evidence.of({ sections: note, transcript: undefined })).toEqual({
    comparable: false,
    why: 'no-transcript',
    lines: [],
  });
  expect(evidence.of({ sections: note, transcript: ' \n' })).toEqual({
    comparable: false,
    why: 'no-transcript',
    lines: [],
  });
  const hindi = 'डॉक्टर: क्या तकलीफ है?\nमरीज: तीन दिन से बुखार और खांसी है। रात में ज्यादा होती है।';
  const romanised =
    'Doctor: Kya takleef hai aapko?\nPatient: Teen din se bukhar aur khansi hai, raat mein zyada hoti hai. Sar bhi dukhta hai.';
  for (const said of [hindi, romanised])
    expect(evidence.of({ sections: note, transcript: said })).toEqual({
      comparable: false,
      why: 'other-language',
      lines: [],
    });
  expect(evidence.of({ sections: section('Fever.'), transcript: hindi }).why).toBe(
    'other-language',
  );
  const own = evidence.of({ sections: section('तीन दिन से बुखार और खांसी।'), transcript: hindi });
  expect(own).toMatchObject({ comparable: true, lines: [{ support: 'found' }] });
});

test('a stretch of speech without any marks, in one line, is looked at piece by piece', () => {
  const said = `${'so how are you getting on then '.repeat(60)}i have had this terrible itching of both feet since the rains began ${'and so on and so on '.repeat(60)}`;
  expect(one('Itching of both feet since the rains.', said)).toEqual({
    support: 'found',
    words: expect.stringContaining('itching of both feet'),
  });
});

describe('whatever the words are', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...transcript.split(/(?<=\s)/),
      'Fever. ',
      'No ',
      '\n',
      '- ',
      '120/80 ',
      '१२ ',
      '𝟙𝟚 ',
      'ß',
      '[',
      'Dr. ',
      '00:12 ',
      '?',
      ':',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const text = fc.array(piece, { maxLength: 60 }).map((all) => all.join(''));

  test('it never throws, says the same again, and every place lies inside its text with something in it', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), text, (texts, said) => {
        const sections = texts.map((words, at) => ({ id: String(at), title: '', text: words }));
        const found = evidence.of({ sections, transcript: said });
        expect(evidence.of({ sections, transcript: said })).toEqual(found);
        let last: EvidenceLine | undefined;
        for (const line of found.lines) {
          const own = sections.find(({ id }) => id === line.section)!.text;
          expect(own.slice(line.span.start, line.span.end).trim()).not.toBe('');
          expect(line.span.end).toBeLessThanOrEqual(own.length);
          if (last?.section === line.section)
            expect(line.span.start).toBeGreaterThanOrEqual(last.span.end);
          expect(line.transcript === undefined).toBe(line.support === 'none');
          if (line.transcript) {
            expect(said.slice(line.transcript.start, line.transcript.end).trim()).not.toBe('');
            expect(line.transcript.end).toBeLessThanOrEqual(said.length);
          }
          last = line;
        }
      }),
      { numRuns: 150 },
    );
  });

  test('a line that was said word for word is found where it was said, whatever stands around it', () => {
    const words = 'crackles heard at the base of the left lung';
    fc.assert(
      fc.property(text, text, (before, after) => {
        const said = `${before}\nDoctor: There are ${words}.\n${after}`;
        const found = lines(`${words[0]!.toUpperCase()}${words.slice(1)}.`, said);
        if (found.length === 0) return;
        expect(found[0]!.support).toBe('found');
      }),
      { numRuns: 60 },
    );
  });
});
