/**
 * What each note of the pairs rests on, place by place, and where in the recording it is said to
 * be. Where a change is meant, `npx vitest run FILE --update` writes it anew, and the difference
 * is read before it is committed.
 */
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEvidence } from '../../../../../main/features/notes/evidence/evidence.ts';
import { shortForms } from '../../../../../main/features/notes/evidence/short-forms.ts';
import { estimateTime } from '../../../../../main/features/notes/evidence/time-estimate.ts';
import { createReader } from '../../../../../main/features/notes/evidence/words.ts';
import { createNormaliser } from '../../../../../main/infrastructure/terminology/text/normalise.ts';
import { codedSentences } from '../../../../fixtures/coded-sentences.ts';
import pairs from '../../../../fixtures/difference-pairs.json' with { type: 'json' };

const golden = (name: string) =>
  path.join(import.meta.dirname, '../../../../fixtures/evidence', `${name}.txt`);
const evidence = createEvidence(createReader({ wordsOf: createNormaliser(), shorts: shortForms }));

function rests(note: string, transcript: string): string[] {
  const { lines } = evidence.of({ sections: [{ id: 's', title: '', text: note }], transcript });
  return [
    `${JSON.stringify(note)} | ${JSON.stringify(transcript)}`,
    ...lines.map(
      ({ span, support, transcript: place }) =>
        `  ${support} ${JSON.stringify(note.slice(span.start, span.end))}${place ? ` on ${place.start} ${JSON.stringify(transcript.slice(place.start, place.end))}` : ''}`,
    ),
  ];
}

test('each note of the pairs rests on the words on which it did', async () => {
  const lines = pairs.flatMap(({ note, said }) => rests(note, said));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden('pairs'));
});

/** Each sentence as a doctor's note of a conversation that holds some forty of them. */
const sentences = codedSentences.map(({ sentence }) => sentence).slice(0, 80);
const conversation = sentences
  .filter((_, at) => at % 2 === 0)
  .map(
    (one, at) =>
      `${at % 3 === 0 ? `[00:0${at % 10}] ` : ''}${at % 2 ? 'Patient' : 'Doctor'}: ${one}`,
  )
  .join('\n');

test('sentences rest on those of a whole conversation, or on nothing, as they did', async () => {
  const note = `Name: Asha\nPlan:\n${sentences.join('\n- ')}\nN/A\n--`;
  await expect(`${rests(note, conversation).join('\n')}\n`).toMatchFileSnapshot(
    golden('conversation'),
  );
});

test('each place of a conversation is estimated at the time at which it was', async () => {
  const spoken = {
    samples: 600 * 16_000,
    step: 16_000,
    spoken: Uint8Array.from({ length: 600 }, (_, at) => Number(at % 7 !== 0 && at > 20)),
  };
  const lines = [...conversation.matchAll(/[^\n]+/g)].map(({ 0: line, index }) =>
    JSON.stringify(estimateTime(conversation, { start: index, end: index + line.length }, spoken)),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden('times'));
});
