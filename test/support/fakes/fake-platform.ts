/**
 * A platform in this process that misbehaves by a seed: answers get lost before or after their
 * effect, permissions run out, folders change, transactions die, and Scriba itself is killed at any
 * call. It remembers what it was given, for the oracle.
 */
import { createHash } from 'node:crypto';
import type { Status } from '../../../main/infrastructure/platform/transcription/transaction-status.ts';
import type {
  CommitRequest,
  Transcription,
} from '../../../main/infrastructure/platform/transcription/transcription.ts';
import type { UploadForm } from '../../../main/infrastructure/platform/transcription/upload.ts';
import { Failure } from '../../../shared/failure.ts';

export type Dice = () => number;
/** mulberry32 */
export function dice(seed: number): Dice {
  let at = seed >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * `folders`: what lies in each folder that was ever handed out. `failures`: how often it said that
 * it could not.
 */
export type Txn = {
  id: string;
  folder: string;
  version: number;
  folders: Map<string, Map<string, Buffer>>;
  begun?: CommitRequest;
  foreign?: boolean;
  dead: boolean;
  looks: number;
  forgets: number;
  failures: number;
};
/**
 * `lenient`: init takes what it is told, there or not; the contract does not promise that a
 * platform looks.
 */
export type World = { txns: Map<string, Txn>; inits: number; faultsLeft: number; lenient: boolean };

/** Said so often, at a person's asking too, it is the platform's last word. */
const FAILED_FOR_GOOD = 4;
/** Begun, and neither declared dead nor failed. */
export const isAlive = ({ begun, dead, failures }: Txn): boolean =>
  begun !== undefined && !dead && failures < FAILED_FOR_GOOD;
/** Returns the sound that it was given, in the order of its init; undefined for a missing file. */
export const audioOf = ({ begun, folders }: Txn): (Buffer | undefined)[] =>
  begun?.files.map((name) => folders.get(begun.folder)?.get(name)) ?? [];

export const newTransaction = (id: string): Txn => ({
  id,
  folder: `b/${id}/0/`,
  version: 0,
  folders: new Map([[`b/${id}/0/`, new Map()]]),
  dead: false,
  looks: 0,
  forgets: 0,
  failures: 0,
});

export const createWorld = (faults: number, lenient = false): World => ({
  txns: new Map(),
  inits: 0,
  faultsLeft: faults,
  lenient,
});

export const digest = (...pieces: Uint8Array[]) =>
  pieces.reduce((hash, piece) => hash.update(piece), createHash('sha256')).digest('hex');

/** One life of Scriba, connected to the world. */
type Connection = {
  readonly world: World;
  readonly roll: Dice;
  readonly life: { dead(): boolean; kill(): void };
};

/**
 * `dead()` is true once this life of Scriba was killed: then nothing comes back any more. `kill()`
 * ends it.
 */
export function connect(
  world: World,
  roll: Dice,
  life: { dead(): boolean; kill(): void },
): Pick<Transcription, 'presign' | 'uploadFile' | 'companion' | 'init' | 'status'> {
  const connection: Connection = { world, roll, life };
  return {
    presign: (id) => presign(connection, id),
    uploadFile: (form, file) => uploadFile(connection, form, file),
    companion: () => Promise.resolve(),
    init: (id, begin) => init(connection, id, begin),
    status: (id) => status(connection, id),
  };
}

const never = () => new Promise<never>(() => {});

function trouble({ roll }: Connection): Failure {
  const [code, detail, retryAfter] = [
    ['offline', 'not-sent'],
    ['offline', 'not-the-platform'],
    ['busy', 'platform-busy'],
    ['busy', 'rate-limited', 7000],
    ['busy', 'platform-error'],
    ['signed-out', 'sign-in-needed'],
    ['broken', 'answer-unreadable'],
    ['refused', 'clock-wrong'],
  ][Math.floor(roll() * 8)] as [Failure['code'], string, number?];
  return new Failure(
    code,
    'trouble',
    retryAfter === undefined ? { detail } : { detail, retryAfter },
  );
}

/** Faults strike before the effect, after it, or end this life at either point. */
async function call<T>(connection: Connection, effect: () => T | Promise<T>): Promise<T> {
  const { world, roll, life } = connection;
  await undefined;
  if (life.dead()) return never();
  const fault = world.faultsLeft > 0 && roll() < 0.35 ? Math.floor(roll() * 4) : undefined;
  if (fault !== undefined) world.faultsLeft -= 1;
  if (fault === 0) throw trouble(connection);
  if (fault === 1) {
    life.kill();
    return never();
  }
  const result = await effect();
  if (life.dead()) return never();
  if (fault === 2) throw new Failure('offline', 'cut', { detail: 'unclear' });
  if (fault === 3) {
    life.kill();
    return never();
  }
  return result;
}

const strange = ({ world, roll }: Connection, chance: number) =>
  world.faultsLeft > 0 && roll() < chance && world.faultsLeft-- > 0;

/** Said so for good, or once more now and then. */
function fails(connection: Connection, txn: Txn): boolean {
  if (txn.failures >= FAILED_FOR_GOOD) return true;
  if (!strange(connection, 0.05)) return false;
  txn.failures += 1;
  return true;
}

function presign(connection: Connection, id: string): Promise<UploadForm> {
  return call(connection, (): UploadForm => {
    let txn = connection.world.txns.get(id);
    if (!txn) {
      txn = newTransaction(id);
      connection.world.txns.set(id, txn);
    }
    if (txn.dead) throw new Failure('missing', 'dead', { detail: 'transaction-dead' });
    if (!txn.begun && strange(connection, 0.2)) {
      txn.folder = `b/${id}/${++txn.version}/`;
      txn.folders.set(txn.folder, new Map());
    }
    return { url: 'https://store/', folder: txn.folder, fields: {} };
  });
}

async function uploadFile(
  connection: Connection,
  form: UploadForm,
  file: Parameters<Transcription['uploadFile']>[1],
): Promise<void> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.open()) pieces.push(piece);
  return call(connection, () => {
    const txn = [...connection.world.txns.values()].find(({ id }) =>
      form.folder.startsWith(`b/${id}/`),
    )!;
    if (strange(connection, 0.15))
      throw new Failure('refused', 'expired', { detail: 'upload-expired' });
    if (!txn.begun) txn.folders.get(form.folder)!.set(file.name, Buffer.concat(pieces));
  });
}

function init(
  connection: Connection,
  id: string,
  begin: CommitRequest,
): ReturnType<Transcription['init']> {
  return call(connection, () => {
    const txn = connection.world.txns.get(id)!;
    connection.world.inits += 1;
    if (txn.dead) return 'dead' as const;
    if (!txn.begun && !txn.foreign && strange(connection, 0.03)) txn.foreign = true;
    if (txn.begun || txn.foreign) return 'already' as const;
    if (
      !connection.world.lenient &&
      (`https://store/${txn.folder}` !== begin.uploadUrl + begin.folder ||
        !begin.files.every((name) => txn.folders.get(txn.folder)!.has(name)))
    )
      throw new Failure('invalid', 'files missing', { detail: 'init-refused' });
    txn.begun = begin;
    txn.forgets = strange(connection, 0.1) ? 3 : 0;
    return 'accepted' as const;
  });
}

function status(connection: Connection, id: string): Promise<Status> {
  return call(connection, (): Status => {
    const txn = connection.world.txns.get(id);
    if (!txn || (!txn.begun && !txn.foreign)) return { kind: 'unknown' };
    if (txn.foreign) return { kind: 'working', additional: { client_ref: 'somebody else' } };
    if (txn.dead) return { kind: 'dead' };
    if (txn.forgets-- > 0) return { kind: 'unknown' };
    if (strange(connection, 0.1)) {
      txn.dead = true;
      return { kind: 'dead' };
    }
    if (fails(connection, txn))
      return {
        kind: 'failed',
        final: false,
        code: 'platform-failed',
        message: 'm',
        additional: txn.begun!.additional,
      };
    const additional = txn.begun!.additional;
    // 202, now and then for a day.
    if (txn.looks === 0 && strange(connection, 0.05)) txn.looks = -300;
    if (txn.looks++ < 2) return { kind: 'working', additional };
    const text = digest(...audioOf(txn).map((bytes) => bytes ?? Buffer.alloc(0)));
    const good = {
      name: 'n',
      kind: 'text',
      status: 'success',
      text,
      errors: [],
      warnings: [],
    } as const;
    const partial = strange(connection, 0.1);
    return {
      kind: partial ? 'partial' : 'done',
      documents: txn.begun!.visit.templates.map((templateId, index) =>
        partial && index > 0
          ? { ...good, templateId, status: 'failure', errors: ['no'] }
          : { ...good, templateId },
      ),
      additional,
    };
  });
}
