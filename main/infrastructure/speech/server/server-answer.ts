/**
 * Reads what an OpenAI-compatible server heard in a piece of sound (`verbose_json`): sentences with
 * times, and how sure each word is. Servers differ: whisper.cpp puts parts of words into segments,
 * others list whole words beside them, and some tell the text alone.
 */
import { z } from 'zod';
import type { TimedWord } from '../../../../shared/model/note/draft.ts';
import { sanitizeText } from '../../platform/client/sanitize-text.ts';
import { IN_REPETITION, isRepetitive } from '../repetition.ts';
import { SPEECH_RATE, type SpokenStretch } from '../speech.ts';
import { shareTimes, toMilliseconds } from '../word-times.ts';
import { type Chunk, placeInSound } from './server-chunks.ts';

/** Servers round: a time may lie a little before the sound, a chance a little above 1. */
const seconds = z
  .number()
  .max(100_000)
  .transform((one) => Math.max(0, one));
const chance = z
  .number()
  .transform((one) => Math.min(1, Math.max(0, one)))
  .nullish();
const word = z.object({ word: z.string(), start: seconds, end: seconds, probability: chance });
/** Some have no times for numbers: then the words share those of their segment. */
const words = z.array(word).nullish().catch(undefined);
const segment = z.object({
  text: z.string(),
  start: seconds,
  end: seconds,
  avg_logprob: z.number().nullish(),
  no_speech_prob: z.number().nullish(),
  compression_ratio: z.number().nullish(),
  words,
});
export const speechAnswer = z.object({
  text: z.string(),
  segments: z.array(segment).nullish(),
  words,
});
type Answer = z.infer<typeof speechAnswer>;
type Segment = z.infer<typeof segment>;
type Word = z.infer<typeof word>;

/** Nobody says more in a second; a model that repeats itself does. */
const LETTERS_A_SECOND = 60;
/** As Whisper itself judges: no speech, and a text that repeats itself. */
const [NO_SPEECH, HARDLY_LIKELY, REPEATED] = [0.6, -1, 2.4];
const NUMBER =
  /\d|^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|half|quarter|once|twice|thrice)\b/i;
/** Remarks of models about sound that is no speech: [BLANK_AUDIO], (music), *coughs*, ♪ la ♪. */
const REMARK = /\[[^[\]]*\]|\([^()]*\)|\*[^*]*\*|♪[^♪]*♪/gu;
const WORD = /[\p{L}\p{N}]/u;

/** Undefined where no such sound can have this text. */
export function stretchesIn(answer: Answer, chunk: Chunk): SpokenStretch[] | undefined {
  const length = chunk.samples.length / SPEECH_RATE;
  // Some servers list segments without their words beside the text.
  const segments = answer.segments?.some(({ text }) => text.trim() !== '')
    ? answer.segments
    : [{ text: answer.text, start: 0, end: length }];
  const letters = segments.reduce((sum, { text }) => sum + text.length, 0);
  if (letters > LETTERS_A_SECOND * length + 200) return undefined;
  let last = 0;
  return segments.filter(isSpeech).map((one) => {
    const stretch = forward(stretchOf(one, answer.words ?? [], chunk), last);
    last = stretch.from;
    return stretch;
  });
}

/** Text comes in the order in which it was said: times that run back are wrong, and are held. */
function forward(stretch: SpokenStretch, earliest: number): SpokenStretch {
  let last = earliest;
  const words = stretch.words.map((word) => {
    const from = Math.max(word.from, last);
    last = from;
    return { ...word, from, to: Math.max(word.to, from) };
  });
  const from = Math.max(stretch.from, earliest);
  return { ...stretch, words, from, to: words.reduce((end, { to }) => Math.max(end, to), from) };
}

const isSpeech = ({ text, no_speech_prob, avg_logprob }: Segment): boolean =>
  // Words beside a remark, or between two, were said.
  WORD.test(text.replace(REMARK, '')) &&
  !((no_speech_prob ?? 0) > NO_SPEECH && (avg_logprob ?? 0) < HARDLY_LIKELY);

function stretchOf(segment: Segment, all: readonly Word[], chunk: Chunk): SpokenStretch {
  const texts = sanitizeText(segment.text, segment.text.length + 1).split(' ');
  const isCircle = (segment.compression_ratio ?? 0) > REPEATED || isRepetitive(texts);
  const own = matching(texts, segment.words ?? within(segment, all));
  const placed = (own ?? shareTimes(texts, { from: segment.start, to: segment.end })).map(
    ({ from, to }) => {
      const begins = placeInSound(chunk, from);
      return { from: begins, to: Math.max(begins, placeInSound(chunk, to)) };
    },
  );
  const found = texts.map(
    (text, at): TimedWord => ({
      text,
      from: toMilliseconds(placed[at]?.from ?? 0),
      to: toMilliseconds(placed[at]?.to ?? 0),
      confidence: Math.min(
        confidenceOf(text, own?.[at]?.probability, segment),
        isCircle ? IN_REPETITION : 1,
      ),
    }),
  );
  return {
    text: texts.join(' '),
    from: found[0]?.from ?? 0,
    to: found.at(-1)?.to ?? 0,
    words: found,
  };
}

/** Where a server does not tell it, a number is doubted and other words are not. */
function confidenceOf(
  text: string,
  probability: number | null | undefined,
  { avg_logprob }: Segment,
): number {
  const unknown = NUMBER.test(text.replace(/^[^\p{L}\p{N}]+/u, '')) ? 0 : 1;
  const told = avg_logprob == null ? unknown : Math.exp(Math.min(0, avg_logprob));
  return Math.round((probability ?? told) * 100) / 100;
}

/** Those whose middle lies in the segment. */
const within = ({ start, end }: Segment, all: readonly Word[]): Word[] =>
  all.filter((one) => {
    const middle = (one.start + one.end) / 2;
    return start <= middle && middle < end;
  });

type Heard = {
  readonly from: number;
  readonly to: number;
  readonly probability: number | undefined;
};

/** The server's words for these; undefined where they are others. */
function matching(texts: readonly string[], words: readonly Word[]): Heard[] | undefined {
  const whole = joinedParts(words);
  const isSame =
    whole.length === texts.length &&
    whole.every(({ text }, at) => lettersOf(text) === lettersOf(texts[at] ?? ''));
  return isSame ? whole : undefined;
}

/** Parts of words become words where blanks tell which begin one; marks alone join the last. */
function joinedParts(words: readonly Word[]): (Heard & { readonly text: string })[] {
  const hasBlanks = words.some((one) => /^\s/.test(one.word));
  const whole: (Heard & { readonly text: string })[] = [];
  for (const { word: text, start, end, probability } of words) {
    const last = whole.at(-1);
    const goesOn = last && (hasBlanks ? !/^\s/.test(text) : lettersOf(text) === '');
    const heard = {
      text: text.trim(),
      from: start,
      to: end,
      probability: probability ?? undefined,
    };
    if (!goesOn) {
      if (text.trim() !== '') whole.push(heard);
      continue;
    }
    const least = [last.probability, heard.probability].filter((one) => one !== undefined);
    whole[whole.length - 1] = {
      text: last.text + heard.text,
      from: last.from,
      to: Math.max(last.to, end),
      probability: least.length > 0 ? Math.min(...least) : undefined,
    };
  }
  return whole;
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
