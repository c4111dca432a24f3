import { afterEach, expect, test, vi } from 'vitest';
import { openDoor } from '../../../../../renderer/common/stores/core.ts';
import {
  cancelReleaseImport,
  importRelease,
  type ReleaseFile,
  useTerminology,
} from '../../../../../renderer/features/settings/codes/terminology-store.ts';
import type { Bridge } from '../../../../../shared/contract/contract.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { failure } from '../../../../support/failure.ts';

afterEach(() => vi.useRealTimers());
type Piece = { file: number; offset: number; bytes: Uint8Array };

/** A core that keeps what it is handed; `stumble` may throw before it does. */
function core(stumble: (piece: Piece, count: number) => unknown = () => {}) {
  const held = new Map<number, Buffer>();
  const asked: string[] = [];
  let offered: { name: string; size: number }[] = [];
  let count = 0;
  const answers: Record<string, (input: never) => unknown> = {
    'terminology.begin': ({ files }: { files: typeof offered }) => {
      offered = files;
      return { takingId: 'one' };
    },
    'terminology.append': async (piece: Piece) => {
      await stumble(piece, ++count);
      const before = held.get(piece.file) ?? Buffer.alloc(0);
      held.set(
        piece.file,
        Buffer.concat([before, piece.bytes.subarray(before.length - piece.offset)]),
      );
      return { received: held.get(piece.file)!.length };
    },
    'terminology.finish': () => ({
      installed: [],
      running: { release: 'icd10cm', stage: 'reading', share: 0 },
    }),
    'terminology.cancel': () => ({ installed: [] }),
  };
  openDoor({
    request: async (name: string, input: never) => {
      asked.push(name);
      return answers[name]?.(input);
    },
    on: () => () => {},
  } as unknown as Bridge);
  return { asked, held, offered: () => offered };
}
const file = (name: string, length: number, way = ''): ReleaseFile =>
  Object.assign(new Blob([new Uint8Array(length).fill(length % 251)]), {
    name,
    webkitRelativePath: way,
  });

test('files go over piece by piece, each whole and in order, and the import begins', async () => {
  const { asked, held } = core();
  await importRelease('icd10cm', [file('a.csv', 1_500_000), file('b.csv', 10)]);
  expect([...held.values()].map(({ length }) => length)).toEqual([1_500_000, 10]);
  expect(asked).toEqual([
    'terminology.begin',
    'terminology.append',
    'terminology.append',
    'terminology.append',
    'terminology.finish',
  ]);
  expect(useTerminology.getState()).toMatchObject({
    state: { running: { stage: 'reading' } },
    stop: undefined,
  });
});

test('of a folder only what may belong to the release goes over, with its place in it', async () => {
  const { offered } = core();
  const way = (path: string) => file(path.split('/').at(-1)!, 5, path);
  await importRelease('snomed', [
    way('SnomedCT/Full/Terminology/sct2_Concept_Full.txt'),
    way('SnomedCT/Snapshot/Terminology/sct2_Concept_Snapshot.txt'),
    way('SnomedCT/doc/guide.pdf'),
    way('SnomedCT/.DS_Store'),
  ]);
  expect(offered().map(({ name }) => name)).toEqual([
    'SnomedCT/Snapshot/Terminology/sct2_Concept_Snapshot.txt',
  ]);
  await importRelease('rxnorm', [
    way('rrf/RXNCONSO.RRF'),
    way('RxNorm_full.zip'),
    way('scripts/load.sql'),
  ]);
  expect(offered().map(({ name }) => name)).toEqual(['rrf/RXNCONSO.RRF', 'RxNorm_full.zip']);
  await expect(importRelease('loinc', [way('pictures/a.png')])).rejects.toEqual(
    failure('invalid', 'no-release-files'),
  );
  await expect(
    importRelease(
      'icd10cm',
      Array.from({ length: 2_001 }, (_, at) => way(`f/${at}.txt`)),
    ),
  ).rejects.toEqual(failure('invalid', 'too-many-files'));
  // A single file that a person chose is meant, whatever its name.
  await importRelease('icd10cm', [file('codes', 5)]);
  expect(offered().map(({ name }) => name)).toEqual(['codes']);
});

test('an answer that was lost is asked for again; what is refused is given up, and nothing is left behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { held } = core((_piece, count) => {
    if (count === 1) throw new Failure('offline', 'lost', { detail: 'host-lost' });
  });
  const going = importRelease('icd10cm', [file('a.csv', 10)]);
  await vi.advanceTimersByTimeAsync(2_000);
  await going;
  expect(held.get(0)?.length).toBe(10);
  const full = core(() => {
    throw new Failure('refused', 'The disk is full.', { detail: 'disk-full' });
  });
  await expect(importRelease('icd10cm', [file('a.csv', 10)])).rejects.toEqual(
    failure('refused', 'disk-full'),
  );
  expect(full.asked).toEqual(['terminology.begin', 'terminology.append', 'terminology.cancel']);
});

test('cancelled in the middle: no further piece goes, and nothing is finished', async () => {
  const here = Promise.withResolvers<void>();
  const on = Promise.withResolvers<void>();
  const { asked } = core(() => {
    here.resolve();
    return on.promise;
  });
  const going = importRelease('icd10cm', [file('a.csv', 3_000_000)]);
  await here.promise;
  await cancelReleaseImport();
  on.reject(new Failure('missing', 'gone', { detail: 'no-import' }));
  await expect(going).rejects.toEqual(failure('refused', 'cancelled'));
  expect(asked).toEqual(['terminology.begin', 'terminology.append', 'terminology.cancel']);
});
