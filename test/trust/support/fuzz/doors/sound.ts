/** Sound files of a person: handed over by the page in pieces, or named on the command line. */
import { createReadStream, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createApp } from '../../../../../main/app/app.ts';
import { readableFile } from '../../../../../main/cli/readable-file.ts';
import { answer } from '../../../../../main/hosts/common/answer.ts';
import { nodeDisk, nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import { memoryKeyStore } from '../../../../support/rigs/vault.ts';
import type { Dice } from '../dice.ts';
import { bytesOf, type Door, type OpenDoor, type Outcome, type Parts } from '../door.ts';
import { makeFifo } from '../foreign-files.ts';
import { mutateBytes } from '../mutate-bytes.ts';
import { FAMILY, NAME, RECORD } from '../patient.ts';
import { traces } from '../traces.ts';

type Sound =
  | {
      readonly way: 'page';
      readonly name: string;
      readonly bytes: Parts;
      /** Told size beside the true one. */
      readonly beside: number;
      /** Bytes of each piece, and the piece that comes twice or is left out. */
      readonly piece: number;
      readonly odd: 'none' | 'twice' | 'missing' | 'unfinished' | 'cancelled';
    }
  | { readonly way: 'file'; readonly bytes: Parts; readonly kind: FileKind };
type FileKind = 'file' | 'folder' | 'fifo' | 'link' | 'dangling' | 'loop' | 'device' | 'absent';
const fileKinds: readonly FileKind[] = [
  'file',
  'file',
  'folder',
  'fifo',
  'link',
  'dangling',
  'loop',
  'device',
  'absent',
];

/** One of each kind, as small as it can be; a tag of the WAV and the MP3 has the patient's name. */
const samples = [
  `RIFF\x60\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0LIST\x10\0\0\0INFO${NAME}data\x10\0\0\0${'\x10\x20'.repeat(8)}`,
  `ID3\x03\0\0\0\0\0\x20TIT2\0\0\0\x10\0\0\0${NAME}\xff\xfb\x90\x64${'\0'.repeat(200)}`,
  '\xff\xfb\x90\x64'.padEnd(417, '\0'),
  `\0\0\0\x20ftypM4A \0\0\x02\0isomiso2mp41\0\0\0\x08free\0\0\0\x08mdat`,
  `OggS\0\x02${'\0'.repeat(20)}\x01\x13OpusHead\x01\x01\x38\x01\x80\x3e\0\0\0\0\0`,
  '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm',
];
const names = ['x.wav', '', '../../x.wav', 'CON', `${NAME}.mp3`, 'x\0.wav', 'é'.repeat(300), '.'];

function make(dice: Dice): Sound {
  const bytes = mutateBytes(dice.of(samples), dice);
  if (dice.once(4)) return { way: 'file', bytes, kind: dice.of(fileKinds) };
  return {
    way: 'page',
    bytes,
    name: dice.of(names),
    beside: dice.once(4) ? dice.of([1, -1, 1e6, -1e6, 2 ** 40]) : 0,
    piece: dice.of([1, 7, 11, 1000, 1_000_000]),
    odd: dice.once(3) ? dice.of(['twice', 'missing', 'unfinished', 'cancelled'] as const) : 'none',
  };
}

const setup = {
  patient: { name: `${NAME} ${FAMILY}`, recordNumber: RECORD },
  mode: 'dictation' as const,
  modelType: 'pro' as const,
  templates: ['clinical_notes_template'],
  inputLanguages: ['en-IN'],
  outputLanguage: 'en-IN',
  codify: true,
};
const MOST_PIECES = 40;

async function open(folder: string): Promise<OpenDoor<Sound>> {
  const lines: string[] = [];
  const data = path.join(folder, 'data');
  const app = await createApp({
    host: 'browser',
    version: '0.1.0',
    profile: 'clinic',
    folder: data,
    clock: heldClock(),
    random: nodeRandom,
    disk: { ...nodeDisk, free: () => 100 * 2 ** 30 },
    log: { write: (line) => void lines.push(line), recent: () => [] },
    net: async () => {
      throw new Failure('offline', 'There is no network here.', { detail: 'not-sent' });
    },
    openKeyStore: memoryKeyStore().open,
  });
  await app.handlers['vault.create']({ kind: 'keychain' });
  const ask = async (name: string, input: unknown) => {
    const told = await answer(app.handlers, name, input);
    if (told.ok) return told.value;
    throw new Failure(told.code, told.message, told.detail ? { detail: told.detail } : {});
  };
  let files = 0;
  const discard = async (given: unknown): Promise<Outcome> => {
    await app.idle();
    await ask('recordings.discard', { id: (given as { id: string }).id });
    return { kind: 'taken' };
  };

  async function fromPage({ bytes: parts, name, beside, piece, odd }: Sound & { way: 'page' }) {
    const bytes = bytesOf(parts);
    const size = bytes.length + beside;
    const { importId } = (await ask('imports.begin', { setup, name, size })) as {
      importId: string;
    };
    const step = Math.max(piece, Math.ceil(bytes.length / MOST_PIECES));
    try {
      for (let at = 0; at < bytes.length; at += step) {
        if (odd === 'missing' && at === step) continue;
        const given = {
          importId,
          offset: at,
          bytes: new Uint8Array(bytes.subarray(at, at + step)),
        };
        await ask('imports.append', given);
        if (odd === 'twice') await ask('imports.append', given);
      }
      if (odd === 'unfinished' || odd === 'cancelled') {
        await ask('imports.cancel', { importId });
        return { kind: 'refused', code: 'refused', detail: odd } as const;
      }
      return await discard(await ask('imports.finish', { importId }));
    } finally {
      await ask('imports.cancel', { importId });
    }
  }

  async function fromFile({ bytes, kind }: Sound & { way: 'file' }) {
    files += 1;
    const file = path.join(folder, `file-${files}.wav`);
    place(kind, file, bytesOf(bytes));
    const size = await readableFile(file);
    const taken = { name: path.basename(file), size, read: () => createReadStream(file) };
    return discard(await app.importFile(setup, taken));
  }

  return {
    run: (one) => (one.way === 'page' ? fromPage(one) : fromFile(one)),
    // The row of an import that was refused was there for a moment: the file of the database tells.
    state: async () =>
      traces(data, /\.db(-wal|-shm)?$/) + JSON.stringify(await ask('visits.list', undefined)),
    log: () => lines.splice(0).join('\n'),
    close: () => app.close(),
  };
}

function place(kind: FileKind, file: string, bytes: Buffer): void {
  if (kind === 'file') writeFileSync(file, bytes);
  else if (kind === 'folder') mkdirSync(file);
  else if (kind === 'fifo') makeFifo(file);
  else if (kind === 'loop') symlinkSync(file, file);
  else if (kind === 'dangling') symlinkSync(`${file}.gone`, file);
  else if (kind === 'device') symlinkSync('/dev/zero', file);
  else if (kind === 'link') {
    writeFileSync(`${file}.real`, bytes);
    symlinkSync(`${file}.real`, file);
  }
}

export const door: Door<Sound> = { make, open };
