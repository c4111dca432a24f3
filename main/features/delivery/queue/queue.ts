/** Notes on their way to a drop folder or a FHIR server: each tried until it arrived or a person is needed, over restarts and locks, never twice. */
import { createHash } from 'node:crypto';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { TargetName } from '../../../../shared/model/export/exports.ts';
import type { ExportRow } from '../../../infrastructure/store/tables/exports.ts';
import { type DeliveryDeps, goesOn } from '../deps.ts';
import { createDrop, sweepParts } from '../targets/drop-folder.ts';
import { createEmrServer } from '../targets/emr-server.ts';
import { toServer, tryServer } from '../targets/send-to-server.ts';
import type { Targets } from '../targets/targets.ts';
import type { Sources } from './source.ts';

export type Queue = {
  /** Adds it where it is new, and tries it now; answers how it stands after that. */
  run(row: ExportRow): Promise<ExportRow>;
  /** Changes what is kept of it, and tells. Undefined where it is gone. */
  patch(id: string, change: Partial<ExportRow>): ExportRow | undefined;
  /** Everything that failed for this reason is tried again: it was put right. */
  again(target: TargetName, detail: string): void;
  /** Throws like `tryServer`. */
  trial(): ReturnType<typeof tryServer>;
  start(): void;
  /** Ends what is under way; nothing is written from then on. */
  stop(): void;
  /** When nothing is under way at this moment. */
  idle(): Promise<void>;
};

const HOUR = 3600_000;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export function createQueue(
  {
    clock,
    random,
    disk,
    net,
    store,
    backOff,
    removePart,
    ownFolder,
    changed,
    delivered,
  }: DeliveryDeps,
  targets: Targets,
  sources: Sources,
): Queue {
  const server = createEmrServer({ net, address: targets.address });
  /** Each target takes one at a time. */
  const lanes: Record<TargetName, Promise<unknown>> = {
    folder: Promise.resolve(),
    server: Promise.resolve(),
  };
  const underWay = new Map<string, Promise<void>>();
  let ending = new AbortController();
  let running = false;
  let cancelTimer = () => {};

  function patch(id: string, change: Partial<ExportRow>): ExportRow | undefined {
    const row = store.exports.get(id);
    if (!row) return undefined;
    const next = { ...row, ...change };
    store.exports.put(next);
    changed(row.visitId);
    return next;
  }

  /** Nothing is done for a vault that was locked meanwhile, nor written. */
  const still = (signal: AbortSignal) => {
    if (signal.aborted)
      throw new Failure('locked', 'The vault was locked meanwhile.', { detail: 'vault-closed' });
  };

  async function toFolder(row: ExportRow, signal: AbortSignal): Promise<Partial<ExportRow>> {
    const { folder } = targets.get();
    if (folder.where !== row.where)
      throw new Failure('refused', 'The drop folder is another one since. Send the note again.', {
        detail: 'target-changed',
      });
    if (folder.from === 'own' && !disk.exists(ownFolder)) disk.makeFolder(ownFolder);
    const drop = createDrop({
      disk,
      removePart,
      folder: row.where,
      file: row.file!,
      tag: targets.tag(),
    });
    if (!row.placing) {
      const { bytes } = await sources.content(
        sources.signed(row.visitId, row.signature!),
        row.form,
        row.flavour ?? 'r4',
      );
      still(signal);
      drop.write(bytes);
      if (!patch(row.id, { placing: true, sha256: sha256(bytes) })) return {};
    }
    drop.place();
    return {};
  }

  async function toEmr(row: ExportRow, signal: AbortSignal): Promise<Partial<ExportRow>> {
    const { server: target } = targets.get();
    if (target.address !== row.where)
      throw new Failure('refused', 'The FHIR server is another one since. Send the note again.', {
        detail: 'target-changed',
      });
    /** Newest first. */
    const toThere = () =>
      store.exports
        .list(row.visitId)
        .filter((one) => one.target === 'server' && one.where === row.where);
    const place = (rows: readonly ExportRow[]) => rows.findIndex(({ id }) => id === row.id);
    const before = toThere().slice(place(toThere()) + 1);
    return toServer({
      server,
      sources,
      source: sources.signed(row.visitId, row.signature!),
      row,
      patients: target.patients,
      sha256,
      signal,
      overtaken: () =>
        toThere()
          .slice(0, place(toThere()))
          .some(({ signature }) => signature !== row.signature),
      replaces: before.find(
        ({ state, signature }) => state === 'done' && signature !== row.signature,
      )?.signature,
      before(digest) {
        still(signal);
        patch(row.id, { posted: true, sha256: digest });
      },
    });
  }

  async function attempt(id: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const row = store.exports.get(id);
    if (row?.state !== 'waiting') return;
    try {
      const arrived = await (row.target === 'folder' ? toFolder(row, signal) : toEmr(row, signal));
      if (signal.aborted) return;
      if (
        patch(id, {
          ...arrived,
          state: 'done',
          attempts: row.attempts + 1,
          doneAt: clock.now(),
          waitsUntil: undefined,
          placing: undefined,
          trouble: undefined,
        })
      )
        delivered(row.visitId);
    } catch (error) {
      if (signal.aborted) return;
      const { message, detail = 'unforeseen', retryAfter = 0 } = asFailure(error);
      const attempts = row.attempts + 1;
      const trouble = { trouble: { detail, message }, attempts };
      // Given up meanwhile: it stays so.
      if (store.exports.get(id)?.state !== 'waiting') return;
      if (goesOn(error))
        patch(id, {
          ...trouble,
          waitsUntil: clock.now() + Math.max(backOff(attempts, random.fraction()), retryAfter),
        });
      else patch(id, { ...trouble, state: 'failed', waitsUntil: undefined });
    }
  }

  function tryNow(id: string, target: TargetName): Promise<void> {
    const known = underWay.get(id);
    if (known) return known;
    const { signal } = ending;
    const run = lanes[target]
      .then(() => attempt(id, signal))
      .catch(() => {})
      .finally(() => {
        underWay.delete(id);
        arm();
      });
    lanes[target] = run;
    underWay.set(id, run);
    return run;
  }

  const waiting = () =>
    store.exports
      .inStates('waiting')
      .filter((row) => row.target === 'folder' || row.target === 'server');

  /** A clock that jumped must not hold anything up for longer than anybody would have asked to wait. */
  const dueIn = ({ waitsUntil = 0 }: ExportRow) =>
    waitsUntil - clock.now() > 2 * HOUR ? 0 : Math.max(0, waitsUntil - clock.now());

  function arm(): void {
    cancelTimer();
    cancelTimer = () => {};
    if (!running) return;
    try {
      const waits = waiting()
        .filter(({ id }) => !underWay.has(id))
        .map(dueIn);
      if (waits.length > 0) cancelTimer = clock.after(Math.min(...waits, HOUR), look);
    } catch {
      // Locked: opening begins anew.
    }
  }
  function look(): void {
    if (!running) return;
    for (const row of waiting())
      if (dueIn(row) === 0) void tryNow(row.id, row.target as TargetName);
    arm();
  }

  /** What was being handed to a person when Scriba ended: nobody can tell whether it arrived. Half files of visits that are gone go. */
  function tidy(): void {
    for (const row of store.exports.inStates('waiting')) {
      if (row.target === 'file' || row.target === 'clipboard')
        patch(row.id, {
          state: 'failed',
          trouble: {
            detail: 'export-interrupted',
            message:
              'Scriba ended while this was being saved. Look whether it is there; if not, save it again.',
          },
        });
    }
    const { folder } = targets.get();
    if (!folder.on || !disk.exists(folder.where)) return;
    sweepParts({
      disk,
      removePart,
      folder: folder.where,
      tag: targets.tag(),
      keep: waiting().flatMap(({ placing, file }) => (placing && file ? [file] : [])),
    });
  }

  return {
    async run(row) {
      const known = store.exports.get(row.id);
      if (!known) store.exports.put(row);
      changed(row.visitId);
      await tryNow(row.id, row.target as TargetName);
      return store.exports.get(row.id) ?? row;
    },
    patch,
    again(target, detail) {
      for (const row of store.exports.inStates('failed'))
        if (
          row.target === target &&
          row.trouble?.detail === detail &&
          row.where ===
            (target === 'server' ? targets.get().server.address : targets.get().folder.where)
        )
          patch(row.id, { state: 'waiting', waitsUntil: undefined });
      look();
    },
    trial: () => tryServer(server),
    start() {
      running = true;
      ending = new AbortController();
      try {
        tidy();
      } catch {
        // A folder that does not let itself be listed is told when something goes there.
      }
      look();
    },
    stop() {
      running = false;
      ending.abort();
      cancelTimer();
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}
