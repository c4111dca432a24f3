import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createListening } from '../../../../../main/features/recordings/playback/playback.ts';
import { nodeDisk } from '../../../../../main/hosts/node/node-ports.ts';
import { containerPath } from '../../../../../main/infrastructure/vault/container/container.ts';
import { failure } from '../../../../support/failure.ts';
import { heldRecorder } from '../../../../support/rigs/held-recorder.ts';
import { visit } from '../../../../support/rigs/recorder.ts';
import { buzz, numberedSound, stillness, wav } from '../../../../support/sound/sound.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

async function listener({ isRecording = false } = {}) {
  const core = await heldRecorder();
  const state = { isRecording };
  return {
    ...core,
    state,
    listening: createListening({
      disk: nodeDisk,
      store: core.store,
      vault: core.vault,
      isRecording: () => state.isRecording,
    }),
  };
}

/** Two files: 32 000 samples, then the rest after the page was lost. */
async function twoFiles(samples = 80_000) {
  const core = await listener();
  const { id } = core.recordings.start(visit());
  core.feed(id, 0, 32_000);
  core.recordings.pageLost();
  core.recordings.goOn(id);
  core.feed(id, 32_000, samples);
  core.recordings.finish(id, samples);
  return { ...core, id };
}
const fileOf = (core: Awaited<ReturnType<typeof twoFiles>>, ordinal: number) =>
  containerPath(
    core.vault.keys().folder,
    core.store.segments.list(core.id)[ordinal - 1]!.fileId,
    'seg',
  );

test('any stretch is exactly the samples that were recorded there, over all files, and nothing is written', async () => {
  const core = await twoFiles();
  const folder = core.vault.keys().folder;
  const files = () =>
    readdirSync(folder).map((name) => [name, hex(readFileSync(`${folder}/${name}`)).slice(-64)]);
  const before = files();
  await fc.assert(
    fc.asyncProperty(fc.nat(79_999), fc.integer({ min: 1, max: 90_000 }), async (from, length) => {
      const {
        audio,
        missing,
        from: begins,
      } = await core.listening.hear(core.id, { from, to: from + length });
      expect([begins, missing]).toEqual([from, []]);
      expect(Buffer.from(audio).equals(numberedSound(from, Math.min(80_000, from + length)))).toBe(
        true,
      );
    }),
    { numRuns: 10 },
  );
  expect(files()).toEqual(before);
  await expect(core.listening.hear(core.id, { from: 80_000, to: 80_001 })).rejects.toThrow(
    failure('invalid', 'after-the-end'),
  );
});

test('after a crash and recovery the seconds are the same', async () => {
  const core = await twoFiles();
  core.recordings.recover();
  const { audio } = await core.listening.hear(core.id, { from: 31_000, to: 33_000 });
  expect(hex(audio)).toBe(hex(numberedSound(31_000, 33_000)));
});

test('a damaged stretch is silent and told; the rest is right, and what cannot be read at all is refused', async () => {
  const core = await twoFiles();
  const bytes = readFileSync(fileOf(core, 2));
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(fileOf(core, 2), bytes);
  const { audio, missing } = await core.listening.hear(core.id, { from: 0, to: 80_000 });
  expect(missing).toHaveLength(1);
  const [from, to] = missing[0]!;
  const right = numberedSound(0, 80_000).fill(0, from * 2, to * 2);
  expect(to - from).toBeLessThanOrEqual(8000);
  expect(Buffer.from(audio).equals(right)).toBe(true);
  await expect(core.listening.hear(core.id, { from, to })).rejects.toThrow(
    failure('broken', 'sound-unreadable'),
  );
  rmSync(fileOf(core, 1));
  await expect(core.listening.hear(core.id, { from: 0, to: 1000 })).rejects.toThrow(
    failure('broken', 'sound-unreadable'),
  );
  expect((await core.listening.hear(core.id, { from: 30_000, to: 33_000 })).missing).toEqual([
    [30_000, 32_000],
  ]);
});

test('what is not sealed, was erased, was brought along, or would be heard by a microphone is refused, each in its own word', async () => {
  const core = await listener();
  const hear = (id: string) => core.listening.hear(id, { from: 0, to: 100 });
  const { id } = core.recordings.start(visit());
  core.feed(id, 0, 16_000);
  expect(core.listening.state(id)).toBe('recording');
  await expect(hear(id)).rejects.toThrow(failure('busy', 'still-recording'));
  core.recordings.finish(id, 16_000);
  core.state.isRecording = true;
  await expect(hear(id)).rejects.toThrow(failure('busy', 'recording-now'));
  core.state.isRecording = false;
  await expect(hear('00000000-0000-4000-8000-000000000000')).rejects.toThrow(
    failure('missing', 'consultation-gone'),
  );
  for (const { fileId } of core.store.segments.list(id)) core.store.segments.remove(fileId);
  expect(core.listening.state(id)).toBe('erased');
  await expect(hear(id)).rejects.toThrow(failure('missing', 'sound-gone'));
  const content = Buffer.concat([Buffer.from('OggS'), numberedSound(0, 3000)]);
  const brought = await core.recordings.importFile(visit(), {
    name: 'a',
    size: content.length,
    async *read() {
      yield content;
    },
  });
  expect(core.listening.state(brought.id)).toBe('imported');
  await expect(hear(brought.id)).rejects.toThrow(failure('refused', 'sound-imported'));
  expect(await core.listening.survey(brought.id)).toEqual({ sound: 'imported' });
});

async function brought(content: Buffer, core?: Awaited<ReturnType<typeof listener>>) {
  const used = core ?? (await listener());
  const { id } = await used.recordings.importFile(visit(), {
    name: 'a',
    size: content.length,
    async *read() {
      yield content;
    },
  });
  const hear = (from: number, to: number) => used.listening.hear(id, { from, to });
  return { ...used, id, hear };
}
const importedFile = ({ store, vault, id }: Awaited<ReturnType<typeof brought>>) =>
  containerPath(vault.keys().folder, store.uploads.list(id)[0]!.fileId, 'up');
/** A minute of 16 bit: eight records of the sealed file. */
const minute = (): Buffer => {
  const bytes = wav(new Float32Array(960_000));
  numberedSound(0, 960_000).copy(bytes, 44);
  return bytes;
};

test('an imported WAV file is heard sample for sample at any place, out of its sealed file, and nothing is written', async () => {
  const core = await brought(minute());
  const folder = core.vault.keys().folder;
  const files = () =>
    readdirSync(folder).map((name) => [name, hex(readFileSync(`${folder}/${name}`)).slice(-64)]);
  const before = files();
  expect(core.listening.state(core.id)).toBe('there');
  const { sound, loudness } = await core.listening.survey(core.id);
  expect([sound, loudness?.samples, loudness?.spoken.length]).toEqual(['there', 960_000, 600]);
  for (const [from, to] of [
    [0, 1600],
    [131_000, 132_000],
    [700_001, 900_000],
    [958_000, 970_000],
  ] as const) {
    const heard = await core.hear(from, to);
    expect([heard.from, heard.missing]).toEqual([from, []]);
    expect(hex(heard.audio)).toBe(hex(numberedSound(from, Math.min(to, 960_000))));
  }
  expect(files()).toEqual(before);
  await expect(core.hear(960_000, 960_001)).rejects.toThrow(failure('invalid', 'after-the-end'));
  core.state.isRecording = true;
  await expect(core.hear(0, 100)).rejects.toThrow(failure('busy', 'recording-now'));
  core.state.isRecording = false;
  const heard = core.hear(0, 900_000);
  core.vault.close();
  await expect(heard).rejects.toThrow(failure('locked'));
});

test('only the records from a place on are opened; those that are damaged cannot be heard', async () => {
  const core = await brought(minute());
  await core.listening.survey(core.id);
  const file = importedFile(core);
  const bytes = readFileSync(file);
  bytes[100_000]! ^= 1;
  writeFileSync(file, bytes);
  const heard = await core.hear(800_000, 801_000);
  expect(hex(heard.audio)).toBe(hex(numberedSound(800_000, 801_000)));
  await expect(core.hear(0, 1000)).rejects.toThrow(failure('broken', 'sound-unreadable'));
  // One that was damaged from the first is told at once.
  const other = await brought(minute());
  const name = importedFile(other);
  writeFileSync(name, readFileSync(name).fill(0, 100_000, 100_010));
  expect(await other.listening.survey(other.id)).toEqual({ sound: 'unreadable' });
  await expect(other.hear(0, 1000)).rejects.toThrow(failure('broken', 'sound-unreadable'));
});

test('a file whose first bytes promise a form that it does not have is told as one that is not played', async () => {
  const compressed = minute();
  compressed.writeUInt16LE(6, 20);
  for (const content of [compressed, Buffer.concat([Buffer.from('ID3'), Buffer.alloc(3000)])]) {
    const core = await brought(content);
    expect(await core.listening.survey(core.id)).toEqual({ sound: 'imported' });
    await expect(core.hear(0, 100)).rejects.toThrow(failure('refused', 'sound-imported'));
  }
});

test('nothing is heard once the vault is locked, not even what was being read', async () => {
  const core = await twoFiles();
  const heard = core.listening.hear(core.id, { from: 0, to: 80_000 });
  core.vault.close();
  await expect(heard).rejects.toThrow(failure('locked'));
  await expect(core.listening.hear(core.id, { from: 0, to: 10 })).rejects.toThrow(
    failure('locked'),
  );
});

test('where somebody spoke is told from the quiet around it', async () => {
  const core = await listener();
  const { id } = core.recordings.start(visit());
  const sound = [...stillness(2), ...buzz(2), ...stillness(2)].map(
    (value) => Math.round(value * 32_767) + (value === 0 ? 3 : 0),
  );
  for (let at = 0; at < sound.length; at += 4000)
    core.recordings.append(
      id,
      at,
      new Uint8Array(Int16Array.from(sound.slice(at, at + 4000)).buffer),
    );
  core.recordings.finish(id, sound.length);
  const { samples, step, spoken } = (await core.listening.survey(id)).loudness!;
  expect([samples, step, spoken.length]).toEqual([96_000, 1600, 60]);
  const share = (from: number, to: number) =>
    spoken.slice(from, to).reduce((sum, one) => sum + one, 0) / (to - from);
  expect(share(0, 20)).toBe(0);
  expect(share(20, 40)).toBeGreaterThan(0.6);
  expect(share(40, 60)).toBe(0);
});
