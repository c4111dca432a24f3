/**
 * The computer's sleep in a recording: marked once, whoever notices it. Its mark brings what is
 * before it onto the disk (recording-session).
 */
import { expect, test } from 'vitest';
import { markSleepOnce } from '../../../../../main/features/recordings/session/sleep-marks.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { heldClock } from '../../../hosts/common/small-profile.ts';

function session() {
  const marks: string[] = [];
  const clock = heldClock();
  const state = { refuses: false };
  const marked = markSleepOnce(
    {
      append: () => ({ written: 0, synced: 0 }),
      mark({ kind, sample }) {
        if (state.refuses)
          throw new Failure('busy', 'It did not work.', { detail: 'disk-failing' });
        marks.push(`${kind} ${sample}`);
      },
      end: () => ({}) as never,
      kept: () => ({ written: 4000, synced: 0 }),
    },
    clock,
  );
  return { marks, clock, state, marked };
}

test('the computer’s word makes the marks; what the page sends of the same sleep adds none', () => {
  const { marks, clock, marked } = session();
  marked.fallAsleep();
  marked.fallAsleep();
  marked.wake();
  marked.wake();
  clock.move(2000);
  marked.mark({ kind: 'sleep', sample: 4100, text: '3600 s' });
  marked.mark({ kind: 'wake', sample: 4100 });
  marked.mark({ kind: 'silence', sample: 4200 });
  expect(marks).toEqual(['sleep 4000', 'wake 4000', 'silence 4200']);
});

test('a computer that does not tell of its waking is awake when the page says so', () => {
  const { marks, marked } = session();
  marked.fallAsleep();
  marked.mark({ kind: 'sleep', sample: 4100 });
  marked.mark({ kind: 'wake', sample: 4100 });
  expect(marks).toEqual(['sleep 4000', 'wake 4000']);
});

test('a sleep of which only the page knows is marked as it says', () => {
  const { marks, clock, marked } = session();
  marked.fallAsleep();
  marked.wake();
  clock.move(61_000);
  marked.mark({ kind: 'sleep', sample: 9000 });
  marked.mark({ kind: 'wake', sample: 9000 });
  expect(marks).toEqual(['sleep 4000', 'wake 4000', 'sleep 9000', 'wake 9000']);
});

test('a disk that refuses the mark does not keep the computer from sleeping', () => {
  const { state, marked } = session();
  state.refuses = true;
  marked.fallAsleep();
  marked.wake();
});
