/**
 * Estimates when words of a transcript were said: by its time stamps where there are any, else by
 * the share of letters before them.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import { utterances } from './utterances.ts';

/** Speech in a recording. `spoken`: one entry for `step` samples each, 1 where somebody spoke. */
export type SpokenTime = {
  readonly samples: number;
  readonly step: number;
  readonly spoken: Uint8Array;
};

/** Margin on both sides, as this is an estimate; samples, and a share of the recording. */
const MARGIN = 5 * SAMPLE_RATE;
const MARGIN_SHARE = 0.01;
const LONGEST = 60 * SAMPLE_RATE;
const SHORTEST = 8 * SAMPLE_RATE;

const STAMP =
  /^[ \t]*(?:[-–] ?)?[[(]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,]\d+)?[\])]?(?=[\s\-–:]|$)/u;

type Anchor = { readonly letters: number; readonly sample: number };

/** Samples; `from` < `to`, a minute at most. Undefined where nothing was said. */
export function estimateTime(
  transcript: string,
  span: Span,
  time: SpokenTime,
): { from: number; to: number } | undefined {
  const lettersBefore = letterCounter(transcript);
  const anchors = anchorsOf(transcript, lettersBefore, time);
  if (!anchors) return undefined;
  const from = sampleAt(anchors, lettersBefore(span.start), true, time);
  const to = sampleAt(anchors, lettersBefore(span.end), false, time);
  const margin = MARGIN + MARGIN_SHARE * time.samples;
  const begin = Math.max(0, Math.round(Math.min(from, time.samples - SHORTEST) - margin));
  const end = Math.min(
    time.samples,
    Math.round(Math.max(to, from + SHORTEST - 2 * margin) + margin),
    begin + LONGEST,
  );
  return { from: begin, to: end };
}

/**
 * The sample with which each span begins, without a margin; they never go back. None where nothing
 * was said.
 */
export function estimateStarts(
  transcript: string,
  spans: readonly Span[],
  time: SpokenTime,
): number[] | undefined {
  const lettersBefore = letterCounter(transcript);
  const anchors = anchorsOf(transcript, lettersBefore, time);
  if (!anchors) return undefined;
  let last = 0;
  return spans.map(({ start }) => {
    const sample = Math.round(sampleAt(anchors, lettersBefore(start), true, time));
    last = Math.min(time.samples, Math.max(last, sample));
    return last;
  });
}

/** Places of the transcript whose time is known; undefined where nothing was said. */
function anchorsOf(
  transcript: string,
  lettersBefore: (position: number) => number,
  { samples }: SpokenTime,
): readonly Anchor[] | undefined {
  const all = lettersBefore(transcript.length);
  if (all === 0 || samples === 0) return undefined;
  return [
    { letters: 0, sample: 0 },
    ...stamps(transcript, samples).map(({ at, sample }) => ({
      letters: lettersBefore(at),
      sample,
    })),
    { letters: all, sample: samples },
  ];
}

/** Counts letters that were said before a position. */
function letterCounter(transcript: string): (position: number) => number {
  let sum = 0;
  const said = utterances(transcript).map(({ start, end }) => {
    const before = sum;
    sum += lettersOf(transcript.slice(start, end));
    return { start, end, before };
  });
  return (position) => {
    const last = said.findLast(({ start }) => start < position);
    if (!last) return 0;
    return last.before + lettersOf(transcript.slice(last.start, Math.min(position, last.end)));
  };
}

/**
 * Sample at which so many letters were said. `later`: of several anchors with as many letters the
 * last one counts.
 */
function sampleAt(
  anchors: readonly Anchor[],
  count: number,
  later: boolean,
  time: SpokenTime,
): number {
  const found = anchors.findIndex(
    ({ letters }, at) => at > 0 && (later ? letters > count : letters >= count),
  );
  const next = found === -1 ? anchors.length - 1 : found;
  const [one, other] = anchors.slice(next - 1, next + 1);
  if (!one || !other) return 0;
  const share =
    one.letters === other.letters ? 0 : (count - one.letters) / (other.letters - one.letters);
  return spokenShare(time, one.sample, other.sample, share);
}

const lettersOf = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Sample at which `share` of the speech between two samples is over. */
function spokenShare(
  { step, spoken }: SpokenTime,
  from: number,
  to: number,
  share: number,
): number {
  const first = Math.floor(from / step);
  const stretch = spoken.subarray(first, Math.max(first, Math.ceil(to / step)));
  const all = stretch.reduce((sum, one) => sum + one, 0);
  if (all === 0) return from + (to - from) * share;
  let left = all * share;
  for (const [at, one] of stretch.entries()) {
    if (one === 0) continue;
    if (left < 1) return Math.max(from, Math.min(to, (first + at + left) * step));
    left -= 1;
  }
  return to;
}

/** None unless they rise and end within the recording: others do not count from its beginning. */
function stamps(transcript: string, samples: number): { at: number; sample: number }[] {
  const found: { at: number; sample: number }[] = [];
  let at = 0;
  for (const line of transcript.split('\n')) {
    const stamp = STAMP.exec(line);
    if (stamp)
      found.push({
        at,
        sample:
          (Number(stamp[1] ?? 0) * 3600 + Number(stamp[2]) * 60 + Number(stamp[3])) * SAMPLE_RATE,
      });
    at += line.length + 1;
  }
  const rising = found.every(({ sample }, index) => sample >= (found[index - 1]?.sample ?? 0));
  const last = found.at(-1);
  return last && found.length > 1 && rising && last.sample <= samples ? found : [];
}
