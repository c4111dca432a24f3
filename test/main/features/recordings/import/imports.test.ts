import { expect, onTestFinished, test } from 'vitest';
import { createImports } from '../../../../../main/features/recordings/import/imports.ts';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { LARGEST_SOUND_FILE } from '../../../../../shared/model/sound-file.ts';
import { failure } from '../../../../support/failure.ts';
import { heldRecorder, vaultFiles } from '../../../../support/rigs/held-recorder.ts';
import { collect, visit } from '../../../../support/rigs/recorder.ts';
import { numberedSound } from '../../../../support/sound/sound.ts';

const ogg = (bytes: number) =>
  Buffer.concat([Buffer.from('OggS'), numberedSound(0, Math.ceil(bytes / 2))]).subarray(0, bytes);

async function door() {
  const core = await heldRecorder();
  const imports = createImports({
    clock: core.clock,
    random: nodeRandom,
    importFile: core.recordings.importFile,
  });
  onTestFinished(() => imports.cancelAll());
  const nothingIsLeft = () => {
    expect(core.store.visits.list()).toEqual([]);
    expect(vaultFiles(core, '.up')).toEqual([]);
  };
  return { ...core, imports, nothingIsLeft };
}

test('a file that comes in pieces is sealed byte for byte', async () => {
  const { imports, recordings, store } = await door();
  const content = ogg(700_001);
  const { importId } = imports.begin(visit(), { name: 'a.ogg', size: content.length });
  for (let at = 0; at < content.length; at += 100_000) {
    const piece = content.subarray(at, at + 100_000);
    expect(await imports.append(importId, at, piece)).toEqual({ received: at + piece.length });
  }
  const row = await imports.finish(importId);
  expect(row).toMatchObject({ state: 'prepared', details: { imported: true } });
  expect(
    (await collect(recordings.openUpload(store.uploads.list(row.id)[0]!))).equals(content),
  ).toBe(true);
});

test('a piece that comes again, in whole or in part, is taken once', async () => {
  const { imports, recordings, store } = await door();
  const content = ogg(5000);
  const { importId } = imports.begin(visit(), { name: 'a', size: 5000 });
  await imports.append(importId, 0, content.subarray(0, 2000));
  expect(await imports.append(importId, 0, content.subarray(0, 2000))).toEqual({ received: 2000 });
  expect(await imports.append(importId, 1000, content.subarray(1000, 3000))).toEqual({
    received: 3000,
  });
  await imports.append(importId, 3000, content.subarray(3000));
  const row = await imports.finish(importId);
  expect(
    (await collect(recordings.openUpload(store.uploads.list(row.id)[0]!))).equals(content),
  ).toBe(true);
});

test('what is no sound is refused at the next piece, and nothing is kept', async () => {
  const { imports, nothingIsLeft } = await door();
  const { importId } = imports.begin(visit(), { name: 'page.mp3', size: 4000 });
  await expect(
    (async () => {
      for (let at = 0; at < 4000; at += 1000)
        await imports.append(importId, at, Buffer.alloc(1000, '<p>'));
      await imports.finish(importId);
    })(),
  ).rejects.toThrow(failure('invalid', 'file-format'));
  await expect(imports.append(importId, 1000, Buffer.alloc(10))).rejects.toThrow(
    failure('missing', 'no-import'),
  );
  nothingIsLeft();
});

test('an empty, too large, growing or incomplete file, and a hole in one, are told apart', async () => {
  const { imports } = await door();
  expect(() => imports.begin(visit(), { name: 'a', size: 0 })).toThrow(
    failure('invalid', 'file-empty'),
  );
  expect(() => imports.begin(visit(), { name: 'a', size: LARGEST_SOUND_FILE + 1 })).toThrow(
    failure('invalid', 'file-too-large'),
  );
  const { importId } = imports.begin(visit(), { name: 'a', size: 100 });
  await imports.append(importId, 0, ogg(40));
  await expect(imports.append(importId, 50, ogg(10))).rejects.toThrow(
    failure('invalid', 'piece-missing'),
  );
  await expect(imports.append(importId, 40, Buffer.alloc(61))).rejects.toThrow(
    failure('invalid', 'file-changed'),
  );
  await expect(imports.finish(importId)).rejects.toThrow(failure('refused', 'pieces-missing'));
});

test('cancelled, or left by its page for five minutes, leaves nothing behind', async () => {
  const { imports, nothingIsLeft, clock } = await door();
  const first = imports.begin(visit(), { name: 'a', size: 10_000 });
  await imports.append(first.importId, 0, ogg(5000));
  await imports.cancel(first.importId);
  nothingIsLeft();
  await imports.cancel(first.importId);
  const second = imports.begin(visit(), { name: 'a', size: 10_000 });
  await imports.append(second.importId, 0, ogg(5000));
  clock.advance(5 * 60_000 + 1);
  await expect
    .poll(() =>
      imports.append(second.importId, 5000, ogg(10)).then(
        () => 'taken',
        ({ detail }) => detail,
      ),
    )
    .toBe('no-import');
  await expect
    .poll(async () => {
      try {
        nothingIsLeft();
        return true;
      } catch {
        return false;
      }
    })
    .toBe(true);
});

test('a fifth file at a time has to wait', async () => {
  const { imports } = await door();
  for (let i = 0; i < 4; i += 1) imports.begin(visit(), { name: 'a', size: 10 });
  expect(() => imports.begin(visit(), { name: 'a', size: 10 })).toThrow(
    failure('busy', 'import-under-way'),
  );
});
