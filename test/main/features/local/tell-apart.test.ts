import fc from 'fast-check';
import { expect, test } from 'vitest';
import { turnsBySpeaker } from '../../../../main/features/local/tell-apart.ts';
import { transcriptText } from '../../../../main/features/local/transcript.ts';
import { metered, type VoicedStretch } from '../../../../main/features/local/voices.ts';
import type { SpokenStretch } from '../../../../main/infrastructure/speech/speech.ts';
import { highVoice, joinedSound, lowVoice, spokenBy } from '../../../support/sound/voices.ts';

/** A stretch of sentences, each of two words and two seconds. */
function stretch(from: number, ...sentences: string[]): SpokenStretch {
  const words = sentences.flatMap((text, at) =>
    text.split(' ').map((word, place) => ({
      text: word,
      from: from + 2 * at + place,
      to: from + 2 * at + place + 1,
      confidence: 1,
    })),
  );
  return { text: sentences.join(' '), from, to: from + 2 * sentences.length, words };
}

async function voiced(order: string, stretches: readonly SpokenStretch[]) {
  const voices = [...order].map((one) => spokenBy(one === 'l' ? lowVoice : highVoice, 2));
  const { sound, voiced: give } = metered(
    (async function* () {
      yield joinedSound(voices);
    })(),
  );
  for await (const piece of sound) void piece;
  return give(stretches);
}

const dialogue = () =>
  voiced('lhlhhl', [
    stretch(0, 'Any fever?', 'Yes, doctor.'),
    stretch(4, 'Any cough?', 'Dry cough.'),
    stretch(8, 'Three days.'),
    stretch(10, 'Very well.'),
  ]);

test('two voices are two speakers, also within a stretch, and nobody guesses who is the doctor', async () => {
  expect(transcriptText(turnsBySpeaker(await dialogue()))).toBe(
    [
      '[00:00] Speaker 1: Any fever?',
      '[00:02] Speaker 2: Yes, doctor.',
      '[00:04] Speaker 1: Any cough?',
      '[00:06] Speaker 2: Dry cough.',
      '[00:08] Speaker 2: Three days.',
      '[00:10] Speaker 1: Very well.',
    ].join('\n'),
  );
});

test('a person says who the doctor is, and that one turn is the other one’s', async () => {
  const turns = turnsBySpeaker(await dialogue(), { doctor: 2, changed: [8] });
  expect(turns.map(({ speaker }) => speaker)).toEqual([
    'Patient',
    'Doctor',
    'Patient',
    'Doctor',
    'Patient',
    'Patient',
  ]);
  // The words of a turn are its own.
  expect(turns[1]?.words?.map(({ text }) => text)).toEqual(['Yes,', 'doctor.']);
});

test('one voice is not divided, nor are few sentences', async () => {
  const said = [0, 2, 4, 6, 8, 10, 12].map((from) => stretch(from, 'Some words.'));
  const one = turnsBySpeaker(await voiced('lllllll', said));
  expect(one.some(({ speaker }) => speaker)).toBe(false);
  expect(one.map(({ text }) => text)).toEqual(said.map(({ text }) => text));
  const few = turnsBySpeaker(await voiced('lhlh', said.slice(0, 4)));
  expect(few.some(({ speaker }) => speaker)).toBe(false);
});

test('no word is lost, doubled or moved, whatever the voices', () => {
  const sentence = fc.record({
    words: fc.integer({ min: 1, max: 4 }),
    voice: fc.option(
      fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 13, maxLength: 13 }),
      { nil: undefined },
    ),
  });
  fc.assert(
    fc.property(
      fc.array(fc.array(sentence, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
      (all) => {
        let count = 0;
        const stretches = all.map((sentences): VoicedStretch => {
          const from = count;
          const words = sentences.flatMap(({ words: many }) =>
            Array.from({ length: many }, () => ({
              text: `w${count}`,
              from: count++,
              to: count,
              confidence: 1,
            })),
          );
          return {
            text: words.map(({ text }) => text).join(' '),
            from,
            to: count,
            words,
            sentences,
          };
        });
        const said = (texts: readonly { readonly text: string }[]) =>
          texts.map(({ text }) => text).join(' ');
        const turns = turnsBySpeaker(stretches);
        expect(said(turns)).toBe(said(stretches));
        expect(turns.map(({ from = 0 }) => from)).toEqual(
          turns.map(({ from = 0 }) => from).sort((one, other) => one - other),
        );
      },
    ),
  );
});
