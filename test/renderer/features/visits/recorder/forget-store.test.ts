import { beforeEach, expect, test } from 'vitest';
import {
  choicesIn,
  markHere,
  stretchOf,
  useForgetting,
} from '../../../../../renderer/features/visits/recorder/forget-store.ts';

const SECOND = 16_000;
const askAt = (seconds: number, visitId = 'v1') =>
  useForgetting.setState({ asked: { visitId, to: seconds * SECOND, live: true } });
const markAt = (seconds: number, visitId = 'v1') => {
  askAt(seconds, visitId);
  markHere();
};
const stretch = (which: Parameters<typeof stretchOf>[1]) => {
  const found = stretchOf(useForgetting.getState(), which);
  return found && [found.from / SECOND, found.to / SECOND];
};
beforeEach(() => useForgetting.setState({ asked: undefined, marks: undefined }));

test('without a mark the last half or whole minute can be forgotten, from the beginning at most', () => {
  askAt(40);
  expect(choicesIn(useForgetting.getState())).toEqual(['half', 'minute']);
  expect([stretch('half'), stretch('minute')]).toEqual([
    [10, 40],
    [0, 40],
  ]);
});

test('one mark can be gone back to; two of them enclose a stretch, the last two of more', () => {
  markAt(10);
  askAt(100);
  expect(choicesIn(useForgetting.getState())).toEqual(['half', 'minute', 'mark']);
  expect(stretch('mark')).toEqual([10, 100]);
  markAt(30);
  markAt(50);
  askAt(100);
  expect(choicesIn(useForgetting.getState())).toEqual(['half', 'minute', 'mark', 'between']);
  expect([stretch('mark'), stretch('between')]).toEqual([
    [50, 100],
    [30, 50],
  ]);
});

test('marks of another visit, and those behind the place that is asked about, do not count', () => {
  markAt(10, 'v0');
  markAt(20);
  askAt(15);
  expect(choicesIn(useForgetting.getState())).toEqual(['half', 'minute']);
  expect(stretch('mark')).toEqual([0, 15]);
});
