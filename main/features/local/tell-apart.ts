/**
 * Makes turns of what was heard: each stretch between two pauses is one, or one for each speaker
 * where two voices are told apart in it.
 */
import type { SpokenTurn } from '../../../shared/model/note/draft.ts';
import {
  otherSpeaker,
  type SpeakerNumber,
  speakerLabel,
  type VisitSpeakers,
} from '../../../shared/model/note/speakers.ts';
import { divideVoices, type Group } from './divide-voices.ts';
import type { VoicedStretch } from './voices.ts';

/** Seconds by which the same beginning of a turn may differ. */
const SAME = 0.005;

type Piece = SpokenTurn & { readonly from: number; readonly to: number };
type Sentence = Piece & {
  readonly stretch: number;
  readonly voice?: readonly number[] | undefined;
};

/** Without names where the voices are not surely two. */
export function turnsBySpeaker(
  stretches: readonly VoicedStretch[],
  { doctor, changed = [] }: VisitSpeakers = {},
): SpokenTurn[] {
  const sentences = stretches.flatMap(sentencesOf);
  const groups = groupsOf(sentences);
  if (!groups) return stretches.map(({ text, from, to, words }) => ({ text, from, to, words }));
  const first = groups[0];
  return joined(sentences, groups).map(({ group, ...turn }) => {
    const guessed: SpeakerNumber = group === first ? 1 : 2;
    const isChanged = changed.some((at) => Math.abs(at - turn.from) < SAME);
    const speaker = isChanged ? otherSpeaker(guessed) : guessed;
    return { speaker: speakerLabel(speaker, doctor), ...turn };
  });
}

function sentencesOf(
  { text, from, to, words, sentences }: VoicedStretch,
  stretch: number,
): Sentence[] {
  const whole = { text, from, to, words, stretch };
  const isSpelledOut = text === words.map((word) => word.text).join(' ');
  if (!sentences || sentences.length < 2 || !isSpelledOut)
    return [{ ...whole, voice: sentences?.[0]?.voice }];
  let next = 0;
  return sentences.map(({ words: count, voice }) => {
    const own = words.slice(next, next + count);
    next += count;
    return {
      text: own.map((word) => word.text).join(' '),
      from: own[0]?.from ?? from,
      to: own.at(-1)?.to ?? to,
      words: own,
      stretch,
      voice,
    };
  });
}

/** A sentence without a voice is taken to be its neighbour's. */
function groupsOf(sentences: readonly Sentence[]): Group[] | undefined {
  const heard = sentences.flatMap(({ voice, from, to }) =>
    voice ? [{ voice, weight: to - from }] : [],
  );
  const divided = divideVoices(heard);
  if (!divided) return undefined;
  let next = 0;
  const known = sentences.map(({ voice }) => (voice ? divided[next++] : undefined));
  let last = known.find((group) => group !== undefined) ?? 0;
  return known.map((group) => (last = group ?? last));
}

/** What one speaker says within one stretch. */
function joined(sentences: readonly Sentence[], groups: readonly Group[]) {
  const turns: (Piece & { stretch: number; group: Group | undefined })[] = [];
  for (const [at, { voice: _, ...sentence }] of sentences.entries()) {
    const group = groups[at];
    const last = turns.at(-1);
    if (last && last.stretch === sentence.stretch && last.group === group)
      turns[turns.length - 1] = {
        ...last,
        text: `${last.text} ${sentence.text}`,
        to: sentence.to,
        words: [...(last.words ?? []), ...(sentence.words ?? [])],
      };
    else turns.push({ ...sentence, group });
  }
  return turns.map(({ stretch: _, ...turn }) => turn);
}
