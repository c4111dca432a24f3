/**
 * The lists of codes on this computer, for a person who looks after them: what is installed, one import at a time from files that
 * a page hands over or from the publisher, and the hospital's own terminology server.
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
import { createTaking, type Offered, type Taken } from './receive-files.ts';
import type { ServerChoice } from './server-choice.ts';

export type CodeLists = {
  state(): TerminologyState;
  /** Throws what `Taking.begin` throws, and Failure `busy` / `importing` while anything else is under way. */
  begin(release: ReleaseName, files: readonly Offered[]): { readonly takingId: string };
  append(
    takingId: string,
    file: number,
    offset: number,
    bytes: Uint8Array,
  ): { readonly received: number };
  /** Answers at once; the rest is told by `changed`. Throws what `Taking.take` throws. */
  finish(takingId: string): TerminologyState;
  /** Throws Failure `busy` / `importing`, `missing` / `no-download`. */
  download(release: ReleaseName): TerminologyState;
  /** When it has ended. Nothing of it is kept. */
  cancel(): Promise<TerminologyState>;
  /** The page is gone: what it was handing over is given up. An import goes on. */
  pageLost(): void;
  /** When no import is under way. */
  idle(): Promise<void>;
  close(): Promise<void>;

  readonly server: {
    get(): TerminologyServer;
    set(address: string, token: string | undefined): Promise<TerminologyServer>;
    test(): Promise<ServerTrial>;
    /** Those that it answered for when it was tried; none before. */
    ontologies(): readonly Ontology[];
  };
};

export type CodeListsDeps = {
  readonly disk: Disk;
  readonly random: Pick<Random, 'uuid'>;
  readonly clock: Clock;
  readonly net: Net;
  /** Where the lists lie. */
  readonly folder: string;
  readonly terminology: Pick<Terminology, 'status' | 'import'>;
  readonly choice: ServerChoice;
  readonly terminologyServer: Pick<Server, 'test' | 'forget'>;
  readonly changed: (state: TerminologyState) => void;
  /** The publishers' own, but for a test. */
  readonly official?: Readonly<Partial<Record<ReleaseName, Source>>>;
};

type Progress = Omit<TerminologyImport, 'release'>;

export function createCodeLists({
  disk,
  random,
  clock,
  net,
  folder,
  terminology,
  choice,
  terminologyServer,
  changed,
  official = OFFICIAL,
}: CodeListsDeps): CodeLists {
  let job:
    | {
        readonly release: ReleaseName;
        readonly stop: AbortController;
        readonly done: Promise<void>;
        at: Progress;
      }
    | undefined;
  let last: TerminologyState['last'];
  const taking = createTaking({
    disk,
    random,
    clock,
    folder: path.join(folder, 'taken'),
    gone: giveUp,
  });
  // What a crash left behind.
  taking.clear();

  function state(): TerminologyState {
    const under = taking.under();
    const { address, tried } = choice.get();
    return {
      ...installed(),
      ...(job
        ? { running: { release: job.release, ...job.at } }
        : under && { running: { ...under, stage: 'taking' as const } }),
      ...(last && { last }),
      ...(address !== '' && { server: { address, ontologies: ready(tried) } }),
    };
  }

  function installed(): Pick<TerminologyState, 'installed' | 'trouble'> {
    try {
      return { installed: terminology.status() };
    } catch (error) {
      const { code, detail } = asFailure(error);
      return { installed: [], trouble: { code, ...(detail !== undefined && { detail }) } };
    }
  }

  const tell = () => changed(state());

  /** A page hears of each hundredth, not of each piece. */
  function progress(next: Progress) {
    if (!job) return;
    const { stage, share } = job.at;
    if (stage === next.stage && next.share - share < 0.01 && next.share < 1) return;
    job.at = next;
    tell();
  }

  function checkFree() {
    if (job || taking.under())
      throw new Failure('busy', 'Another import is running. Wait until it is done, or cancel it.', {
        detail: 'importing',
      });
  }

  function start(
    release: ReleaseName,
    at: Progress,
    prepare: (
      cancel: AbortSignal,
    ) => Promise<{ taken: readonly Taken[]; fetched?: readonly FetchedFile[] }>,
  ): TerminologyState {
    const stop = new AbortController();
    last = undefined;
    // In a turn of its own: whoever asked is answered first.
    const done = Promise.resolve()
      .then(() => run(release, stop.signal, prepare))
      .then((ended) => {
        job = undefined;
        taking.clear();
        last = ended;
        tell();
      });
    job = { release, stop, done, at };
    tell();
    return state();
  }

  /** Never throws: how it ended is for the page to see. */
  async function run(
    release: ReleaseName,
    cancel: AbortSignal,
    prepare: (
      cancel: AbortSignal,
    ) => Promise<{ taken: readonly Taken[]; fetched?: readonly FetchedFile[] }>,
  ): Promise<NonNullable<TerminologyState['last']>> {
    let fetched: readonly FetchedFile[] | undefined;
    try {
      const prepared = await prepare(cancel);
      fetched = prepared.fetched;
      // A file that a person chose is meant; what lay in a folder may be anything, and is told so by its folder.
      await terminology.import(
        release,
        prepared.taken.map((file) => (file.chosen ? file.path : path.dirname(file.path))),
        { cancel, progress: ({ stage, share }) => progress({ stage, share }) },
      );
      return { release, ...(fetched && { fetched }) };
    } catch (error) {
      const { code, message, detail } = asFailure(error);
      // A message that is not ours may hold a path.
      const told =
        error instanceof Failure
          ? message
          : 'The release could not be imported. What was installed before is unchanged.';
      return {
        release,
        trouble: { code, message: told, ...(detail !== undefined && { detail }) },
        ...(fetched && { fetched }),
      };
    }
  }

  function giveUp() {
    if (!taking.under()) return;
    taking.clear();
    tell();
  }

  return {
    state,
    begin(release, files) {
      checkFree();
      last = undefined;
      const begun = taking.begin(release, files);
      tell();
      return begun;
    },
    append: taking.append,
    finish(takingId) {
      const { release, files } = taking.take(takingId);
      return start(release, { stage: 'reading', share: 0 }, async () => ({ taken: files }));
    },
    download(release) {
      checkFree();
      const source = official[release];
      if (!source)
        throw new Failure('missing', 'This release cannot be fetched from here.', {
          detail: 'no-download',
        });
      return start(release, { stage: 'fetching', share: 0 }, (cancel) =>
        fetchRelease(source, {
          net,
          taking,
          cancel,
          progress: (share, bytes) => progress({ stage: 'fetching', share, bytes }),
        }),
      );
    },
    async cancel() {
      const under = taking.under();
      if (under)
        last = {
          release: under.release,
          trouble: {
            code: 'refused',
            message: 'The import was cancelled. What was installed before is unchanged.',
            detail: 'cancelled',
          },
        };
      giveUp();
      job?.stop.abort();
      await job?.done;
      return state();
    },
    pageLost: giveUp,
    async idle() {
      await job?.done;
    },
    async close() {
      job?.stop.abort();
      await job?.done;
      taking.clear();
    },

    server: {
      get: choice.get,
      async set(address, token) {
        const set = await choice.set(address, token);
        terminologyServer.forget();
        tell();
        return set;
      },
      async test() {
        const trial = await terminologyServer.test();
        choice.tried(trial);
        tell();
        return trial;
      },
      ontologies: () => ready(choice.get().tried),
    },
  };
}

const ready = (trial: ServerTrial | undefined): Ontology[] =>
  (trial?.ontologies ?? [])
    .filter(({ answer }) => answer === 'ready')
    .map(({ ontology }) => ontology);
