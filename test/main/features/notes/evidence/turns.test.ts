/** Who says what in a transcript. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { turnsOf, utterances } from '../../../../../main/features/notes/evidence/utterances.ts';

const read = (text: string) =>
  turnsOf(text).map(({ speaker, said }) => [
    speaker,
    ...said.map(({ start, end }) => text.slice(start, end)),
  ]);

test.each<[string, string, unknown[]]>([
  [
    'a line begins a turn, with a sentence each',
    'Doctor: Any fever? Any cough?\nPatient: No.',
    [
      ['Doctor', 'Any fever?', 'Any cough?'],
      ['Patient', 'No.'],
    ],
  ],
  [
    'speakers within a line are turns of their own',
    'Doctor: Any fever? Patient: No.',
    [
      ['Doctor', 'Any fever?'],
      ['Patient', 'No.'],
    ],
  ],
  [
    'time stamps and brackets are no part of a name',
    '[00:10] Speaker 1: Hello.\n00:14 - [Nurse] Come in.',
    [
      ['Speaker 1', 'Hello.'],
      ['Nurse', 'Come in.'],
    ],
  ],
  [
    'a name that begins three lines is a speaker',
    'Meera: One.\nMeera: Two.\nMeera: Three.',
    [
      ['Meera', 'One.'],
      ['Meera', 'Two.'],
      ['Meera', 'Three.'],
    ],
  ],
  ['where nobody is named there is none', 'I have fever.\n\n', [[undefined, 'I have fever.']]],
  ['Hindi speakers are known', 'डॉक्टर: बुखार है?', [['डॉक्टर', 'बुखार है?']]],
  ['a label without words is no turn', 'Doctor:\nPatient: Yes.', [['Patient', 'Yes.']]],
])('%s', (_name, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test('turns have the words of the utterances, in their order, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      expect(turnsOf(text).flatMap(({ said }) => said)).toEqual(
        utterances(text).map(({ start, end }) => ({ start, end })),
      );
    }),
  );
});
