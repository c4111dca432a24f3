/** About when words of a transcript were said: by its time stamps where there are any, else by how much was said before them. */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import { utterances } from './turns.ts';

/** Where in a recording somebody spoke: one entry for `step` samples each. */
export type SpokenTime = {
  readonly samples: number;
  readonly step: number;
  readonly spoken: Uint8Array;
};

/** Some seconds more on both sides: it is an estimate. */
const AROUND = 5 * SAMPLE_RATE;
const AROUND_SHARE = 0.01;
const LONGEST = 60 * SAMPLE_RATE;
const SHORTEST = 8 * SAMPLE_RATE;

const STAMP =
  /^[ \t]*(?:[-–] ?)?[[(]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,]\d+)?[\])]?(?=[\s\-–:]|$)/u;

/** Samples; `from` < `to`, a minute at most. Undefined where nothing was said. */
export function whenSaid(
  transcript: string,
  span: Span,
  time: SpokenTime,
): { from: number; to: number } | undefined {
  const said = utterances(transcript);
  let sum = 0;
  const before = said.map(({ start, end }) => {
    sum += lettersOf(transcript.slice(start, end));
    return sum - lettersOf(transcript.slice(start, end));
  });
  /** Letters that were said before this place. */
  const letters = (place: number) => {
    const at = said.findLastIndex(({ start }) => start < place);
    return at === -1
      ? 0
      : before[at]! + lettersOf(transcript.slice(said[at]!.start, Math.min(place, said[at]!.end)));
  };
  const all = letters(transcript.length);
  if (all === 0 || time.samples === 0) return undefined;
  const anchors = [
    { letters: 0, sample: 0 },
    ...stamps(transcript, time.samples).map(({ at, sample }) => ({ letters: letters(at), sample })),
    { letters: all, sample: time.samples },
  ];
  const sampleAt = (count: number, later: boolean) => {
    const found = anchors.findIndex(
      ({ letters: upTo }, at) => at > 0 && (later ? upTo > count : upTo >= count),
    );
    const next = found === -1 ? anchors.length - 1 : found;
    const [one, other] = [anchors[next - 1]!, anchors[next]!];
    const share =
      one.letters === other.letters ? 0 : (count - one.letters) / (other.letters - one.letters);
    return spokenShare(time, one.sample, other.sample, share);
  };
  const from = sampleAt(letters(span.start), true);
  const to = sampleAt(letters(span.end), false);
  const around = AROUND + AROUND_SHARE * time.samples;
  const begin = Math.max(0, Math.round(Math.min(from, time.samples - SHORTEST) - around));
  const end = Math.min(
    time.samples,
    Math.round(Math.max(to, from + SHORTEST - 2 * around) + around),
    begin + LONGEST,
  );
  return begin < end ? { from: begin, to: end } : undefined;
}

const lettersOf = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Where `share` of what was said between two samples is over. */
function spokenShare(
  { step, spoken }: SpokenTime,
  from: number,
  to: number,
  share: number,
): number {
  const [first, last] = [Math.floor(from / step), Math.min(spoken.length, Math.ceil(to / step))];
  let all = 0;
  for (let at = first; at < last; at++) all += spoken[at]!;
  if (all === 0) return from + (to - from) * share;
  let left = all * share;
  for (let at = first; at < last; at++) {
    if (spoken[at] === 0) continue;
    if (left < 1) return Math.max(from, Math.min(to, (at + left) * step));
    left -= 1;
  }
  return to;
}

/** Only such as go on and end with the recording: others count from somewhere else. */
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
  const rising = found.every(
    ({ sample }, index) => index === 0 || sample >= found[index - 1]!.sample,
  );
  return found.length > 1 && rising && found.at(-1)!.sample <= samples ? found : [];
}
