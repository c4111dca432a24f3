/**
 * The code lists on this computer and the hospital's terminology server. Release files go to the
 * core in pieces, never whole.
 */

import { Failure } from '../../../../shared/failure.ts';
import type { OntologyListing } from '../../../../shared/model/coding/codification.ts';
import {
  LARGEST_OWN_LIST,
  type OwnList,
  type OwnOutcome,
} from '../../../../shared/model/coding/own-list.ts';
import {
  isReleaseFile,
  isZip,
  LONGEST_RELEASE_NAME,
  MOST_RELEASE_FILES,
  type ReleaseName,
  type ServerTrial,
  type TerminologyServer,
  type TerminologyState,
} from '../../../../shared/model/coding/terminology.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request, useDoor } from '../../../common/stores/core.ts';
import { patiently, readPiece } from '../../../common/stores/send-file.ts';

type Terminology = {
  readonly state?: TerminologyState;
  readonly server?: TerminologyServer;
  /** The clinic's own list. */
  readonly own?: OwnList;
  /** Code lists of the platform; undefined until it has answered. */
  readonly registry?: readonly OntologyListing[];
  /** Aborts the hand-over of files that this page began. */
  readonly stop?: AbortController | undefined;
};
export const useTerminology = createStore<Terminology>(
  'terminology',
  {},
  { reset: 'holds no patient data', isOfProfile: true },
);

/** Bytes in one request. */
const PIECE = 1024 * 1024;

/** Keeps the state current while its screen is open. Returns the function that stops it. */
export function followTerminology(): () => void {
  const off = useDoor.getState().bridge?.on('terminology.changed', (state) => {
    useTerminology.setState({ state });
    // A new release may have, or lack, codes of the clinic's own list.
    if (!state.running) void loadOwn();
  });
  void request('terminology.status').then(
    (state) => useTerminology.setState({ state }),
    () => undefined,
  );
  void loadOwn();
  void request('terminology.server.get').then(
    (server) => useTerminology.setState({ server }),
    () => undefined,
  );
  void request('codes.registry').then(
    (registry) => useTerminology.setState({ registry }),
    () => undefined,
  );
  return () => off?.();
}

const loadOwn = () =>
  request('terminology.own.list').then(
    (own) => useTerminology.setState({ own }),
    () => undefined,
  );

/**
 * Throws Failure `invalid` / `own-list-large`, and what the core throws; the earlier list then stays.
 */
export async function takeOwnList(file: Blob): Promise<OwnOutcome> {
  if (file.size > LARGEST_OWN_LIST)
    throw new Failure('invalid', 'The file is larger than 4 MB.', { detail: 'own-list-large' });
  if (file.size === 0)
    throw new Failure('invalid', 'The file is empty.', { detail: 'own-list-empty' });
  for (let offset = 0; offset < file.size; ) {
    const piece = { offset, bytes: await readPiece(file.slice(offset, offset + PIECE)) };
    offset = (await patiently(() => request('terminology.own.append', piece))).received;
  }
  const outcome = await request('terminology.own.take');
  await loadOwn();
  return outcome;
}

export async function removeOwnList(): Promise<void> {
  useTerminology.setState({ own: await request('terminology.own.remove') });
}

export type ReleaseFile = Blob & {
  readonly name: string;
  /** Path in the chosen folder; empty for a file chosen by itself. */
  readonly webkitRelativePath?: string;
};

/**
 * Hands files over, or those of a folder that may belong to the release; the import then goes on by
 * itself. Throws Failure `invalid` (`no-release-files`, `too-many-files`, `file-changed`),
 * `refused` / `cancelled`, and what the core throws; nothing of them is then kept.
 */
export async function importRelease(
  release: ReleaseName,
  chosen: readonly ReleaseFile[],
): Promise<void> {
  const files = chosen.filter(
    ({ name, webkitRelativePath: path }) => !path || isZip(name) || isReleaseFile(release, path),
  );
  if (files.length === 0)
    throw new Failure('invalid', 'There is no file of a release.', { detail: 'no-release-files' });
  if (files.length > MOST_RELEASE_FILES)
    throw new Failure('invalid', 'There are too many files.', { detail: 'too-many-files' });
  const stop = new AbortController();
  let takingId: string | undefined;
  try {
    ({ takingId } = await request('terminology.begin', {
      release,
      files: files.map(({ name, size, webkitRelativePath: path }) => ({
        name: (path || name).slice(-LONGEST_RELEASE_NAME),
        size,
      })),
    }));
    useTerminology.setState({ stop });
    for (const [file, blob] of files.entries()) {
      for (let offset = 0; offset < blob.size; ) {
        if (stop.signal.aborted)
          throw new Failure('refused', 'The import was cancelled.', { detail: 'cancelled' });
        const piece = {
          takingId,
          file,
          offset,
          bytes: await readPiece(blob.slice(offset, offset + PIECE)),
        };
        offset = (await patiently(() => request('terminology.append', piece))).received;
      }
    }
    useTerminology.setState({ state: await request('terminology.finish', { takingId }) });
  } catch (error) {
    // `cancelReleaseImport` has told the core already; a piece on its way is then refused.
    if (stop.signal.aborted)
      throw new Failure('refused', 'The import was cancelled.', {
        detail: 'cancelled',
        cause: error,
      });
    if (takingId !== undefined)
      await request('terminology.cancel').then(
        (state) => useTerminology.setState({ state }),
        () => undefined,
      );
    throw error;
  } finally {
    useTerminology.setState({ stop: undefined });
  }
}

/** Cancels the import, in whichever window it was begun. */
export async function cancelReleaseImport(): Promise<void> {
  useTerminology.getState().stop?.abort();
  useTerminology.setState({ state: await request('terminology.cancel') });
}

export const downloadRelease = async (release: 'icd10cm') =>
  useTerminology.setState({ state: await request('terminology.download', { release }) });

/** Returns the number of choices. Throws Failure `locked`. */
export const forgetRememberedChoices = async (): Promise<number> =>
  (await request('desk.forgetFavourites')).forgotten;

/** `token` undefined: unchanged. Returns the server as stored. */
export async function setServer(
  address: string,
  token: string | undefined,
): Promise<TerminologyServer> {
  const server = await request('terminology.server.set', {
    address,
    ...(token !== undefined && { token }),
  });
  useTerminology.setState({ server });
  return server;
}
export async function testServer(): Promise<ServerTrial> {
  const tried = await request('terminology.server.test');
  useTerminology.setState(({ server }) => (server ? { server: { ...server, tried } } : {}));
  return tried;
}
