import { afterEach, expect, test, vi } from 'vitest';
import { openDoor } from '../../../../renderer/common/stores/core.ts';
import {
  cancelImport,
  checkSoundFile,
  importFile,
  useImport,
} from '../../../../renderer/features/record/imports-store.ts';
import { useVisits } from '../../../../renderer/features/visits/visits-store.ts';
import type { Bridge } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';
import { LARGEST_SOUND_FILE } from '../../../../shared/model/sound-file.ts';
import { failure } from '../../../support/failure.ts';
import { visit } from '../../../support/fakes/fake-visits.ts';
import { visit as setup } from '../../../support/rigs/recorder.ts';

type Piece = { offset: number; bytes: Uint8Array };
afterEach(() => vi.useRealTimers());

/** A core that keeps what it is handed; `stumble` may throw before it does. */
function core(stumble: (piece: Piece, count: number) => void = () => {}) {
  let held = Buffer.alloc(0);
  const asked: string[] = [];
  let count = 0;
  const answers: Record<string, (input: never) => unknown> = {
    'imports.begin': () => ({ importId: 'one' }),
    'imports.append': (piece: Piece) => {
      stumble(piece, ++count);
      held = Buffer.concat([held, piece.bytes.subarray(held.length - piece.offset)]);
      return { received: held.length };
    },
    'imports.finish': () => visit(Date.now(), 0, 'prepared', { imported: true }),
  };
  openDoor({
    request: async (name: string, input: never) => {
      asked.push(name);
      return answers[name]?.(input);
    },
    on: () => () => {},
  } as unknown as Bridge);
  return { asked, held: () => held };
}
const file = (bytes: Uint8Array<ArrayBuffer>, name = 'a.mp3') =>
  Object.assign(new Blob([bytes]), { name });
const sound = (length: number) => {
  const bytes = new Uint8Array(length).map((_, index) => index % 251);
  bytes.set([0x49, 0x44, 0x33]);
  return bytes;
};

test('a file goes over piece by piece, whole and in order, and its visit is listed', async () => {
  const { asked, held } = core();
  const bytes = sound(1_300_000);
  const taken = await importFile(setup(), file(bytes));
  expect(held().equals(Buffer.from(bytes))).toBe(true);
  expect(asked).toEqual([
    'imports.begin',
    'imports.append',
    'imports.append',
    'imports.append',
    'imports.finish',
  ]);
  expect(useVisits.getState().list.map(({ id }) => id)).toContain(taken.id);
  expect(useImport.getState().going).toBeUndefined();
});

test('an answer that was lost is asked for again, and nothing is there twice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { held } = core((_piece, count) => {
    if (count === 2 || count === 3) throw new Failure('offline', 'gone', { detail: 'host-lost' });
  });
  const bytes = sound(1_300_000);
  const done = importFile(setup(), file(bytes));
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    expect(useImport.getState().going).toBeUndefined();
  });
  await done;
  expect(held().equals(Buffer.from(bytes))).toBe(true);
});

test('what the core refuses is told, and it is let go of', async () => {
  const { asked } = core(() => {
    throw new Failure('refused', 'The disk is full.', { detail: 'disk-full' });
  });
  await expect(importFile(setup(), file(sound(100)))).rejects.toThrow(
    failure('refused', 'disk-full'),
  );
  expect(asked).toEqual(['imports.begin', 'imports.append', 'imports.cancel']);
});

test('a person can stop it', async () => {
  const { asked } = core(() => cancelImport());
  await expect(importFile(setup(), file(sound(1_300_000)))).rejects.toThrow(
    failure('refused', 'import-cancelled'),
  );
  expect(asked).toEqual(['imports.begin', 'imports.append', 'imports.cancel']);
});

test('an empty, too large or other file is told by its bytes, not by its name', async () => {
  await expect(checkSoundFile(new Blob([]))).rejects.toThrow(failure('invalid', 'file-empty'));
  await expect(
    checkSoundFile(file(new Uint8Array(Buffer.from('%PDF-1.7 and more')), 'a.mp3')),
  ).rejects.toThrow(failure('invalid', 'file-format'));
  await expect(checkSoundFile({ size: LARGEST_SOUND_FILE + 1 } as Blob)).rejects.toThrow(
    failure('invalid', 'file-too-large'),
  );
  await checkSoundFile(file(sound(100), 'called anything'));
});
