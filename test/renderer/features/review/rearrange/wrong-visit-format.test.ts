/**
 * A visit that is put right: every sample is in one of the new visits, and only what can still be
 * done is offered.
 */
import { expect, test } from 'vitest';
import {
  cutsOf,
  joinable,
  mergeable,
  mergeOf,
  splitAt,
  stageOf,
  undoableOf,
} from '../../../../../renderer/features/review/rearrange/wrong-visit-format.ts';
import { type Visit, visitStates } from '../../../../../shared/model/visit.ts';
import { visit } from '../../../../support/fakes/fake-visits.ts';

const now = 1_763_700_000_000;
const make = (part: Partial<Visit>, ago = 0) => ({ ...visit(now, ago, 'sealed'), ...part });

test('sound is cut or joined only while nothing of it can be at the platform', () => {
  const offered = visitStates.filter((state) => stageOf(make({ state })) === 'unsent');
  expect(offered).toEqual(['sealed', 'prepared']);
  expect(stageOf(make({ imported: true }))).toBe('imported');
  expect(stageOf(make({ locked: true }))).toBe('locked');
});

test('a place is offered once, never at the very ends', () => {
  const marks = [
    { kind: 'silence', sample: 100_500 },
    { kind: 'pause', sample: 100_000 },
    { kind: 'resume', sample: 100_000 },
    { kind: 'pause', sample: 300 },
    { kind: 'gap', sample: 400_000 },
    { kind: 'pause', sample: 479_000 },
  ];
  expect(cutsOf(marks, 480_000)).toEqual([
    { kind: 'pause', sample: 100_000 },
    { kind: 'gap', sample: 400_000 },
  ]);
});

test('the pieces make up the whole, wherever it is cut and in whichever order it is merged', () => {
  const one = make({ samples: 480_000 }, 60_000);
  const other = make({ samples: 160_000 }, 900_000);
  for (const { sample } of cutsOf(
    Array.from({ length: 40 }, (_, at) => ({ kind: 'pause', sample: at * 12_001 })),
    one.samples,
  )) {
    const [before, after] = splitAt(one, sample);
    expect([before.from, before.to, after.to]).toEqual([0, after.from, one.samples]);
    expect(before.to).toBeGreaterThan(0);
    expect(after.to).toBeGreaterThan(after.from);
  }
  expect(mergeOf(one, other)).toEqual(mergeOf(other, one));
  expect(mergeOf(one, other)).toEqual([
    { id: other.id, from: 0, to: 160_000 },
    { id: one.id, from: 0, to: 480_000 },
  ]);
});

test('the visit before stands first among those to merge with', () => {
  const mine = make({}, 60_000);
  const [after, before, earlier, sent] = [
    make({}, 30_000),
    make({}, 300_000),
    make({}, 900_000),
    make({ state: 'processing' }, 100_000),
  ];
  expect(mergeable(mine, [after, earlier, mine, before, sent]).map(({ id }) => id)).toEqual([
    after.id,
    before.id,
    earlier.id,
  ]);
});

test('notes are joined only with those of the same patient', () => {
  const patient = { name: 'Asha Rao', recordNumber: 'U-1' };
  const mine = make({ state: 'ready', patient });
  const same = make({ state: 'ready', patient: { name: ' asha  rao ', recordNumber: 'u-1' } });
  const namesake = make({ state: 'ready', patient: { name: 'Asha Rao', recordNumber: 'U-2' } });
  expect(joinable(mine, [mine, same, namesake], [])).toEqual([same]);
  expect(joinable(mine, [mine, same, namesake], [same.id])).toEqual([]);
});

test('a day long it is offered to be undone, on the old visits and on the new ones', () => {
  const deed = { deed: 'd', at: now - 3_600_000, sources: ['a'], made: ['b', 'c'] };
  for (const id of ['a', 'b', 'c'])
    expect(undoableOf(id, [deed], now)).toMatchObject([{ kind: 'split', until: now + 82_800_000 }]);
  expect(undoableOf('x', [deed], now)).toEqual([]);
  expect(undoableOf('a', [deed], now + 86_400_000)).toEqual([]);
});
