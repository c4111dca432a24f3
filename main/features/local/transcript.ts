/** What an engine heard, as a transcript: checked, joined over the parts, with its times. */
import { Failure } from '../../../shared/failure.ts';
import type { SpokenTurn } from '../../../shared/model/note/draft.ts';
import type { SpokenStretch } from '../../infrastructure/speech/speech.ts';
import type { VisitDetails } from '../../infrastructure/store/rows.ts';
import type { SpokenPart } from '../../infrastructure/store/tables/spoken.ts';
import { later } from './heard-ahead.ts';
import { turnsBySpeaker } from './tell-apart.ts';

/** Letters in all parts of a visit; more is no speech. As for the transcript of a platform. */
const LONGEST = 600_000;
/** Letters that a person can say in a second, generously; more of them were not said. */
const FASTEST = 60;
/** Seconds that a time may lie behind the end of the sound: engines round. */
const SLACK = 2;

/** Marks that only join or part letters stay; those that turn the direction of a line go. */
const spaceOrControl = /[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu;
const tidy = (text: string) => Buffer.from(text.replace(spaceOrControl, ' ').trim()).toString();

/**
 * The stretches as they may be stored: text in one line, times in order and within the sound.
 * Throws Failure `broken` / `engine-answer` where they cannot be what was said.
 */
export function checkedStretches(
  stretches: readonly SpokenStretch[],
  seconds: number,
): SpokenStretch[] {
  const letters = stretches.reduce((sum, { text }) => sum + text.length, 0);
  if (letters > LONGEST || letters > (seconds + SLACK) * FASTEST) throw notSpeech();
  let last = 0;
  const timed = (from: number, to: number) => {
    if (!Number.isFinite(from) || !Number.isFinite(to)) throw notSpeech();
    const begin = Math.min(Math.max(from, last), seconds);
    return { from: begin, to: Math.min(Math.max(to, begin), seconds) };
  };
  return stretches.flatMap(({ text, from, to, words }) => {
    if (from > seconds + SLACK) throw notSpeech();
    const said = tidy(text);
    if (said === '') return [];
    const stretch = timed(from, to);
    last = stretch.from;
    return [
      {
        text: said,
        ...stretch,
        words: words.map((word) => ({
          text: tidy(word.text),
          from: Math.min(Math.max(word.from, stretch.from), stretch.to) || stretch.from,
          to: Math.min(Math.max(word.to, stretch.from), stretch.to) || stretch.to,
          confidence: Math.min(Math.max(word.confidence, 0), 1) || 0,
          ...(word.heard !== undefined && { heard: tidy(word.heard) }),
        })),
      },
    ];
  });
}

const notSpeech = () =>
  new Failure(
    'broken',
    'What the speech engine answered cannot be what was said in this recording. The recording is safe here.',
    { detail: 'engine-answer' },
  );

/**
 * The turns of all parts, in the order of the sound; times from the beginning of the recording. A
 * dictation has one speaker, whatever the voices sound like: nobody is told apart.
 */
export function turnsOf(
  parts: readonly SpokenPart[],
  { mode, speakers }: Pick<VisitDetails, 'mode' | 'speakers'>,
): SpokenTurn[] {
  let before = 0;
  const stretches = parts.flatMap(({ seconds, stretches: own }) => {
    const start = before;
    before += seconds;
    return own.map(({ sentences, ...stretch }) => ({
      ...later(stretch, start),
      ...(mode !== 'dictation' && { sentences }),
    }));
  });
  return turnsBySpeaker(stretches, speakers);
}

/** A line for each turn, with the time at which it begins, and who speaks where that is known. */
export const transcriptText = (turns: readonly SpokenTurn[]): string =>
  turns
    .map(
      ({ text, speaker, from = 0 }) =>
        `[${stamp(from)}] ${speaker === undefined ? '' : `${speaker}: `}${text}`,
    )
    .join('\n');

export function stamp(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (number: number) => String(number).padStart(2, '0');
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest}` : rest;
}
