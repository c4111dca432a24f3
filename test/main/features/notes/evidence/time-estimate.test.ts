import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contextWindow } from '../../../../../main/features/notes/evidence/context-window.ts';
import {
  estimateStarts,
  estimateTime,
  type SpokenTime,
} from '../../../../../main/features/notes/evidence/time-estimate.ts';
import { turnsOf } from '../../../../../main/features/notes/evidence/utterances.ts';

const SECOND = 16_000;
/** One entry a second. */
const time = (seconds: number, spoken: (second: number) => boolean = () => true): SpokenTime => ({
  samples: seconds * SECOND,
  step: SECOND,
  spoken: Uint8Array.from({ length: seconds }, (_, at) => Number(spoken(at))),
});
const middle = ({ from, to }: { from: number; to: number }) => (from + to) / 2 / SECOND;
/** A hundred sentences of as many letters. */
const evenly = Array.from(
  { length: 100 },
  (_, at) => `Patient: words number ${String(at).padStart(3, '0')} were said here.`,
);
const transcript = evenly.join('\n');
const span = (words: string, text = transcript) => ({
  start: text.indexOf(words),
  end: text.indexOf(words) + words.length,
});

test('by the share of what was said before', () => {
  expect(middle(estimateTime(transcript, span('number 050'), time(1000))!)).toBeCloseTo(505, -1);
  expect(middle(estimateTime(transcript, span('number 020'), time(1000))!)).toBeCloseTo(205, -1);
});

test('the last words have eight seconds and the margin before the end, however late they began', () => {
  // A margin of 5 s and a hundredth of the recording: 15 s.
  const last = span('e.', transcript.slice(-2));
  const place = { start: transcript.length - 2, end: transcript.length - 2 + last.end };
  expect(estimateTime(transcript, place, time(1000))).toEqual({
    from: (1000 - 8 - 15) * SECOND,
    to: 1000 * SECOND,
  });
});

test('where the clock runs on between two stamps without a word, eight seconds are left to play', () => {
  const text = `[00:00] ${evenly[0]}\n[00:10]\n[01:40] ${evenly[1]}\n${evenly[2]}`;
  const at = text.indexOf('[01:40]');
  const { from, to } = estimateTime(text, { start: at, end: at + 7 }, time(200))!;
  // The margin is 7 s, and the first of the two stamps is long over.
  expect([from / SECOND, to / SECOND]).toEqual([100 - 7, 100 + 8 - 7]);
});

test('silence is no time to speak in', () => {
  const late = time(1000, (second) => second >= 600);
  expect(middle(estimateTime(transcript, span('number 050'), late)!)).toBeCloseTo(802, -1);
  expect(estimateTime(transcript, span('number 000'), late)!.from).toBeGreaterThan(580 * SECOND);
});

test('time stamps go before, where they rise and end in time; else they are left aside', () => {
  const stamp = (second: number) =>
    `[${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}]`;
  const stamped = evenly.map((line, at) => `${stamp(at < 50 ? at : 500 + at)} ${line}`).join('\n');
  expect(middle(estimateTime(stamped, span('number 040', stamped), time(1000))!)).toBeCloseTo(
    40,
    -1,
  );
  const wrong = evenly.map((line, at) => `${stamp(3000 + at)} ${line}`).join('\n');
  expect(middle(estimateTime(wrong, span('number 050', wrong), time(1000))!)).toBeCloseTo(505, -1);
});

describe('a time stamp', () => {
  /** Two lines, of which the second begins at this stamp, in an hour and two minutes of speech. */
  const counts = (stamp: string, first = '[00:00]') => {
    const text = `${first} ${evenly[0]}\n${stamp} ${evenly[1]}`;
    const words = 'number 001';
    return estimateTime(text, span(words, text), time(3720))!.from > 3500 * SECOND;
  };

  test.each([
    '[01:00:00]',
    '(1:00:00)',
    '60:00',
    ' 1:00:00.250',
    '- 60:00',
    '–60:00,5',
    '60:00:',
    '\t[60:00]',
  ])('is %j', (stamp) => expect(counts(stamp)).toBe(true));
  test.each(['[1:0:0]', 'at 60:00', '160:00', '60:00pm', '60.00'])('is not %j', (stamp) =>
    expect(counts(stamp)).toBe(false),
  );

  test('alone in a conversation counts for nothing, nor do those that fall', () => {
    expect(counts('[60:00]', '')).toBe(false);
    expect(counts('[60:00]', '[60:01]')).toBe(false);
    expect(counts('[60:00]', '[60:00]')).toBe(true);
  });

  test('at the very end of the recording still counts, and not beyond', () => {
    const end = (seconds: number) => {
      const text = `[00:00] ${evenly[0]}\n[10:00] ${evenly[1]}`;
      return estimateTime(text, span('said here', text), time(seconds))!.from / SECOND;
    };
    expect(end(600)).toBeGreaterThan(300);
    expect(end(599)).toBeLessThan(300);
  });
});

test('a recording without any speech is shared out evenly', () => {
  const silent = time(1000, () => false);
  expect(middle(estimateTime(transcript, span('number 050'), silent)!)).toBeCloseTo(505, -1);
  const stamped = `[00:00] ${evenly[0]}\n[05:00] ${evenly[1]}\n[10:00] ${evenly[2]}`;
  const found = estimateTime(stamped, span('number 001', stamped), silent)!;
  expect(middle(found)).toBeGreaterThan(300);
  expect(middle(found)).toBeLessThan(600);
});

test('it lies inside the recording, is a minute at most, and comes later for what comes later', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 300 }),
      fc.nat(300),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 5000 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }),
      (text, start, length, seconds, pattern) => {
        const sound = time(seconds, (second) => pattern[second % pattern.length]!);
        const place = (from: number) =>
          estimateTime(
            text,
            { start: Math.min(from, text.length), end: Math.min(from + length, text.length) },
            sound,
          );
        const [one, later] = [place(start), place(start + 20)];
        if (!one || !later) return;
        expect(0 <= one.from && one.from < one.to && one.to <= sound.samples).toBe(true);
        expect(one.to - one.from).toBeLessThanOrEqual(60 * SECOND);
        expect(later.from).toBeGreaterThanOrEqual(one.from);
      },
    ),
    { numRuns: 300 },
  );
  expect(estimateTime('...', { start: 0, end: 2 }, time(10))).toBeUndefined();
});

test('words come with what stands around them, cut between words', () => {
  const { before, words, after } = contextWindow(transcript, span('number 050'));
  expect(words).toBe('number 050');
  expect(transcript).toContain(before + words + after);
  expect(before.startsWith('Patient: words number 0')).toBe(true);
  expect(/\S$/.test(after)).toBe(true);
  expect([before.length, after.length].every((length) => length > 100 && length <= 240)).toBe(true);
});

test('the starts of all sentences rise within the recording, and follow time stamps', () => {
  const spans = evenly.map((line) => span(line.slice(9)));
  const starts = estimateStarts(transcript, spans, time(1000))!;
  expect(starts[0]).toBe(0);
  expect(starts[50]! / SECOND).toBeCloseTo(500, -1);
  const stamped = '[00:10] Doctor: Good morning.\n[00:40] Patient: My throat hurts.';
  const at = ['Good', 'My throat'].map((words) => span(words, stamped));
  expect(estimateStarts(stamped, at, time(60))!.map((one) => Math.round(one / SECOND))).toEqual([
    10, 40,
  ]);
  expect(estimateStarts('', [], time(60))).toBeUndefined();
  expect(estimateStarts('Words.', [{ start: 0, end: 6 }], time(0))).toBeUndefined();
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^(Doctor: |\[0\d:\d\d\] )?[a-z ,.]{1,40}$/), { maxLength: 20 }),
      fc.integer({ min: 1, max: 600 }),
      (lines, seconds) => {
        const text = lines.join('\n');
        const all = turnsOf(text).flatMap(({ said }) => said);
        const found = estimateStarts(text, all, time(seconds)) ?? [];
        expect(found).toEqual([...found].sort((one, other) => one - other));
        for (const one of found) expect(one >= 0 && one <= seconds * SECOND).toBe(true);
      },
    ),
  );
});
