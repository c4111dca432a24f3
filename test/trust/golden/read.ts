/**
 * Reads with the present code everything that a release kept: data that a migration must not change
 * (P10).
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { heldClock } from '../../support/ports/clocks.ts';
import { collect, openRecorder, type Recorder } from '../../support/rigs/recorder.ts';

export const releases = path.resolve(import.meta.dirname, '../../fixtures/releases');
export const GOLDEN_NOW = 1_760_000_600_000;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Rows opened, sound and upload files as digests. */
export async function readEverything({ store, recordings, sound }: Recorder) {
  const visits = [];
  for (const row of store.visits.list()) {
    const uploads = store.uploads.list(row.id);
    visits.push({
      row,
      segments: store.segments.list(row.id),
      uploads,
      transactions: store.transactions.list(row.id),
      note: store.notes.get(row.id) ?? null,
      decided: store.decisions.list(row.id),
      marks: store.decisions.marks(row.id),
      sound: sha256(sound(row.id)),
      uploaded: await Promise.all(
        uploads.map(async (part) => sha256(await collect(recordings.openUpload(part)))),
      ),
    });
  }
  // As JSON keeps it: what is undefined is absent, and the id of a visit has its stored name.
  return JSON.parse(
    JSON.stringify({
      visits,
      documents: store.documents.list(),
      favourites: [...store.rememberedChoices.all()],
      settings: store.settings.get(),
      account: store.values.get('golden'),
    }).replaceAll('"visitId":', '"consultationId":'),
  ) as { visits: object[]; settings: object; account: string };
}
export type Everything = Awaited<ReturnType<typeof readEverything>>;

/**
 * A release's data folder, copied so that it can be changed, without waiting for vitest to remove
 * it.
 */
export function copyOf(release: string): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-golden-'));
  cpSync(path.join(releases, release, 'data'), folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Opens it with the present code, which migrates, and reads all. */
export async function openAndRead(folder: string): Promise<Everything> {
  const core = await openRecorder(folder, heldClock(GOLDEN_NOW));
  try {
    return await readEverything(core);
  } finally {
    core.close();
  }
}

/** Digest of each file under a folder. */
export function filesOf(folder: string): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    all
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [
        path.relative(folder, file).replaceAll(path.sep, '/'),
        sha256(readFileSync(file)),
      ]),
  );
}
