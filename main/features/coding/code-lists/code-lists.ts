/**
 * The lists of codes on this computer: what is installed, one import at a time from files of a page
 * or from the publisher, and the hospital's own terminology server.
 */
import path from 'node:path';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import type {
  FetchedFile,
  ReleaseName,
  ServerTrial,
  TerminologyImport,
  TerminologyServer,
  TerminologyState,
} from '../../../../shared/model/coding/terminology.ts';
import type { Clock, Disk, Net, Random } from '../../../infrastructure/ports.ts';
import type { TerminologyServer as Server } from '../../../infrastructure/terminology/server/terminology-server.ts';
import type { Terminology } from '../../../infrastructure/terminology/terminology.ts';
import { fetchRelease } from './download.ts';
import { OFFICIAL, type Source } from './publishers.ts';
import {
  createFileReception,
  type FileReception,
  type Offered,
  type Taken,
} from './receive-files.ts';
import type { ServerChoice } from './server-choice.ts';

export type CodeLists = {
  state(): TerminologyState;
  /**
   * Throws what `FileReception.begin` throws, and Failure `busy` / `importing` while anything else
   * is under way.
   */
  begin(release: ReleaseName, files: readonly Offered[]): { readonly takingId: string };
  append(
    takingId: string,
    file: number,
    offset: number,
    bytes: Uint8Array,
  ): { readonly received: number };
  /** Returns at once; `changed` reports the rest. Throws what `FileReception.take` throws. */
  finish(takingId: string): TerminologyState;
  /** Throws Failure `busy` / `importing`, `missing` / `no-download`. */
  download(release: ReleaseName): TerminologyState;
  /** Resolves when the import has ended. Nothing of it is kept. */
  cancel(): Promise<TerminologyState>;
  /** The page was closed: the reception of its files ends. An import goes on. */
  pageLost(): void;
  /** Resolves when no import is under way. */
  idle(): Promise<void>;
  close(): Promise<void>;

  readonly server: {
    get(): TerminologyServer;
    set(address: string, token: string | undefined): Promise<TerminologyServer>;
    test(): Promise<ServerTrial>;
    /** Ontologies that were ready when the server was tested; none before. */
    ontologies(): readonly Ontology[];
  };
};

export type CodeListsDeps = {
  readonly disk: Disk;
  readonly random: Pick<Random, 'uuid'>;
  readonly clock: Clock;
  readonly net: Net;
  /** Folder of the lists. */
  readonly folder: string;
  readonly terminology: Pick<Terminology, 'status' | 'import'>;
  readonly choice: ServerChoice;
  readonly terminologyServer: Pick<Server, 'test' | 'forget'>;
  readonly changed: (state: TerminologyState) => void;
  /** The publishers' own addresses, except in tests. */
  readonly official?: Readonly<Partial<Record<ReleaseName, Source>>>;
};

type Progress = Omit<TerminologyImport, 'release'>;
type Job = {
  readonly release: ReleaseName;
  readonly stop: AbortController;
  readonly done: Promise<void>;
  at: Progress;
};
type Prepared = {
  readonly taken: readonly Taken[];
  readonly fetched?: readonly FetchedFile[];
};
/** Brings the files of a release. */
type Prepare = (cancel: AbortSignal) => Promise<Prepared>;

type CodeListsState = {
  readonly deps: CodeListsDeps;
  readonly reception: FileReception;
  /** The import under way. */
  job: Job | undefined;
  last: TerminologyState['last'];
};

export function createCodeLists(deps: CodeListsDeps): CodeLists {
  const reception = createFileReception({
    disk: deps.disk,
    random: deps.random,
    clock: deps.clock,
    folder: path.join(deps.folder, 'taken'),
    abandoned: () => giveUp(state),
  });
  const state: CodeListsState = { deps, reception, job: undefined, last: undefined };
  // Files that a crash left behind.
  reception.clear();
  return {
    state: () => present(state),
    begin: (release, files) => begin(state, release, files),
    append: reception.append,
    finish: (takingId) => finish(state, takingId),
    download: (release) => startDownload(state, release),
    cancel: () => cancelAll(state),
    pageLost: () => giveUp(state),
    idle: () => idle(state),
    close: () => close(state),
    server: serverPart(state),
  };
}

function present(state: CodeListsState): TerminologyState {
  const { job, last, deps } = state;
  const receiving = state.reception.progress();
  const { address, tried } = deps.choice.get();
  const running: TerminologyState['running'] = job
    ? { release: job.release, ...job.at }
    : receiving && { ...receiving, stage: 'taking' };
  return {
    ...installed(deps),
    ...(running && { running }),
    ...(last && { last }),
    ...(address !== '' && { server: { address, ontologies: ready(tried) } }),
  };
}

function installed({
  terminology,
}: CodeListsDeps): Pick<TerminologyState, 'installed' | 'trouble'> {
  try {
    return { installed: terminology.status() };
  } catch (error) {
    const { code, detail } = asFailure(error);
    return { installed: [], trouble: { code, ...(detail !== undefined && { detail }) } };
  }
}

const notify = (state: CodeListsState) => state.deps.changed(present(state));

/** Notifies the page once for each hundredth. */
function setProgress(state: CodeListsState, next: Progress): void {
  const { job } = state;
  if (!job) return;
  const { stage, share } = job.at;
  if (stage === next.stage && next.share - share < 0.01 && next.share < 1) return;
  job.at = next;
  notify(state);
}

/** Throws Failure `busy` / `importing`. */
function checkFree({ job, reception }: CodeListsState): void {
  if (job || reception.progress())
    throw new Failure('busy', 'Another import is running. Wait until it is done, or cancel it.', {
      detail: 'importing',
    });
}

function begin(
  state: CodeListsState,
  release: ReleaseName,
  files: readonly Offered[],
): { readonly takingId: string } {
  checkFree(state);
  state.last = undefined;
  const started = state.reception.begin(release, files);
  notify(state);
  return started;
}

function finish(state: CodeListsState, takingId: string): TerminologyState {
  const { release, files } = state.reception.take(takingId);
  return start(state, release, { stage: 'reading', share: 0 }, async () => ({ taken: files }));
}

function startDownload(state: CodeListsState, release: ReleaseName): TerminologyState {
  const { deps, reception } = state;
  checkFree(state);
  const source = (deps.official ?? OFFICIAL)[release];
  if (!source)
    throw new Failure('missing', 'This release cannot be fetched from here.', {
      detail: 'no-download',
    });
  return start(state, release, { stage: 'fetching', share: 0 }, (cancel) =>
    fetchRelease(source, {
      net: deps.net,
      reception,
      cancel,
      progress: (share, bytes) => setProgress(state, { stage: 'fetching', share, bytes }),
    }),
  );
}

function start(
  state: CodeListsState,
  release: ReleaseName,
  at: Progress,
  prepare: Prepare,
): TerminologyState {
  const stop = new AbortController();
  state.last = undefined;
  // In a turn of its own: the request is answered first.
  const done = Promise.resolve()
    .then(() => run(state, release, stop.signal, prepare))
    .then((ended) => {
      state.job = undefined;
      state.reception.clear();
      state.last = ended;
      notify(state);
    });
  state.job = { release, stop, done, at };
  notify(state);
  return present(state);
}

/** Never throws: the result says how it ended. */
async function run(
  state: CodeListsState,
  release: ReleaseName,
  cancel: AbortSignal,
  prepare: Prepare,
): Promise<NonNullable<TerminologyState['last']>> {
  let fetched: readonly FetchedFile[] | undefined;
  try {
    const prepared = await prepare(cancel);
    fetched = prepared.fetched;
    // A chosen file must be of this release; files that came with a folder may be anything, so the
    // importer gets the folder.
    await state.deps.terminology.import(
      release,
      prepared.taken.map((file) => (file.chosen ? file.path : path.dirname(file.path))),
      { cancel, progress: ({ stage, share }) => setProgress(state, { stage, share }) },
    );
    return { release, ...(fetched && { fetched }) };
  } catch (error) {
    return { release, trouble: troubleOf(error), ...(fetched && { fetched }) };
  }
}

function troubleOf(error: unknown) {
  const { code, message, detail } = asFailure(error);
  // A message that is not ours may hold a path.
  const shown =
    error instanceof Failure
      ? message
      : 'The release could not be imported. What was installed before is unchanged.';
  return { code, message: shown, ...(detail !== undefined && { detail }) };
}

/** Ends the reception of files; an import goes on. */
function giveUp(state: CodeListsState): void {
  if (!state.reception.progress()) return;
  state.reception.clear();
  notify(state);
}

async function cancelAll(state: CodeListsState): Promise<TerminologyState> {
  const receiving = state.reception.progress();
  if (receiving)
    state.last = {
      release: receiving.release,
      trouble: {
        code: 'refused',
        message: 'The import was cancelled. What was installed before is unchanged.',
        detail: 'cancelled',
      },
    };
  giveUp(state);
  state.job?.stop.abort();
  await state.job?.done;
  return present(state);
}

async function idle({ job }: CodeListsState): Promise<void> {
  await job?.done;
}

async function close(state: CodeListsState): Promise<void> {
  state.job?.stop.abort();
  await state.job?.done;
  state.reception.clear();
}

function serverPart(state: CodeListsState): CodeLists['server'] {
  const { choice, terminologyServer } = state.deps;
  return {
    get: choice.get,
    async set(address, token) {
      const set = await choice.set(address, token);
      terminologyServer.forget();
      notify(state);
      return set;
    },
    async test() {
      const trial = await terminologyServer.test();
      choice.tried(trial);
      notify(state);
      return trial;
    },
    ontologies: () => ready(choice.get().tried),
  };
}

const ready = (trial: ServerTrial | undefined): Ontology[] =>
  (trial?.ontologies ?? [])
    .filter(({ answer }) => answer === 'ready')
    .map(({ ontology }) => ontology);
