/**
 * The core as Electron's main process sees it: a process of its own that is started again when it
 * ends, while windows and pages stay (decision 0220).
 */
import { fileURLToPath } from 'node:url';
import type { Listen, NoticeName } from '../../../../shared/contract/contract.ts';
import { SECOND } from '../../../../shared/time.ts';
import { type NoticeListener, tellAll } from '../../../app/tell-all.ts';
import type { Log } from '../../../infrastructure/log/log.ts';
import type {
  Clock,
  Crash,
  Crashes,
  Power,
  PracticeAccess,
} from '../../../infrastructure/ports.ts';
import { keepRunning } from '../../common/keep-running.mjs';
import { type Answer, refusal } from '../../common/refusal.ts';
import { forgetInput } from '../../common/secrets.ts';
import type { ElectronParts } from '../types.ts';
import { failureOf } from './calls.ts';
import { type CoreLink, startLink } from './core-link.ts';
import type { MainServices } from './main-services.ts';
import type { ToCore, ToMain } from './messages.ts';

/** `failing`: it ended too often, and is started again after a pause. */
type CoreConnection = {
  readonly state: 'connected' | 'lost';
  readonly why?: 'restarted' | 'failing';
};

export type OpenedCore = {
  /** As the page asks; answers `offline` / `host-lost` while no core runs. */
  ask(name: unknown, input: unknown): Promise<Answer>;
  readonly onNotice: Listen;
  connection(): CoreConnection;
  onConnection(listener: (connection: CoreConnection) => void): void;
  /** Starts the core at once where it waits for its next turn. */
  reconnect(): void;
  /** The page that fed a recording is gone: what it recorded is kept and offered again. */
  pageLost(): void;
  /** Also while the core is away and the page goes on recording. */
  isRecording(): boolean;
  /** A visit is being recorded, or its sound is on its way to the platform. */
  hasUnsentAudio(): Promise<boolean>;
  /** Where new versions are, as the organisation set it; undefined: nowhere. */
  updateFeed(): string | undefined;
  close(): Promise<void>;
};

export type CoreProcessDeps = MainServices & {
  readonly version: string;
  readonly dataFolder: string;
  readonly packed: boolean;
  /** Folder beside the program for compiled code; absent: none is kept. */
  readonly compiled?: string | undefined;
  readonly dropFolder: string | undefined;
  readonly practice: Promise<PracticeAccess> | undefined;
  readonly power: Power;
  readonly crashes: Crashes;
  readonly log: Pick<Log, 'note'>;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly fork: ElectronParts['fork'];
};

/** A page that goes on recording has told the new core by then. */
const RESUMES_WITHIN = 30 * SECOND;
/** An orderly end that takes longer is forced: what was recorded is on the disk. */
const CLOSES_WITHIN = 30 * SECOND;

const unreachable: Answer = {
  ok: false,
  code: 'offline',
  message: 'The part of Scriba that saves recordings is being started again.',
  detail: 'host-lost',
};

type State = {
  readonly deps: CoreProcessDeps;
  /** Started by now; open or not. */
  link: CoreLink;
  connection: CoreConnection;
  readonly connectionListeners: Set<(connection: CoreConnection) => void>;
  readonly noticeListeners: Set<NoticeListener>;
  practice: Extract<ToCore, { kind: 'practice' }> | undefined;
  /** Crashes that no core was told of yet. */
  untold: Crash[];
  recording: boolean;
  /** It died while it recorded: its page goes on, and comes back to the next one. */
  resuming: boolean;
  updateFeed: string | undefined;
  isStopping: boolean;
  /** Ends the pause before the next start. */
  tryNow: () => void;
};

/** Throws the Failure that the first core could not open with. */
export async function openCoreProcess(deps: CoreProcessDeps): Promise<OpenedCore> {
  const state: State = {
    deps,
    link: undefined as never,
    connection: { state: 'connected' },
    connectionListeners: new Set(),
    noticeListeners: new Set(),
    practice: undefined,
    untold: [],
    recording: false,
    resuming: false,
    updateFeed: undefined,
    isStopping: false,
    tryNow: () => {},
  };
  const first = start(state);
  followHost(state);
  const outcome = await first.outcome;
  if (outcome.kind === 'not-opened') throw failureOf(outcome.answer);
  const over = keepRunning({
    running: first,
    start: () => start(state),
    isOver: () => state.isStopping,
    tell: ({ pause }) => pause > 0 && connect(state, { state: 'lost', why: 'failing' }),
    pause: (ms) => pause(state, ms),
    now: deps.clock.monotonic,
  });
  return facade(state, over);
}

function facade(state: State, over: Promise<void>): OpenedCore {
  return {
    async ask(name, input) {
      const { link } = state;
      if (!link.isOpen()) return unreachable;
      const given = link.ask((id) => ({ kind: 'ask', id, name, input }));
      // What was sent is a copy.
      forgetInput(name, input);
      return given;
    },
    onNotice(listener) {
      state.noticeListeners.add(listener as NoticeListener);
      return () => void state.noticeListeners.delete(listener as NoticeListener);
    },
    connection: () => state.connection,
    onConnection: (listener) => void state.connectionListeners.add(listener),
    reconnect: () => state.tryNow(),
    pageLost() {
      state.resuming = false;
      if (state.link.isOpen()) state.link.post({ kind: 'page-lost' });
      else state.recording = false;
    },
    isRecording: () => state.recording || state.resuming,
    async hasUnsentAudio() {
      const { link } = state;
      // While nobody can say, nothing is begun.
      if (!link.isOpen()) return true;
      const answer = await link.ask((id) => ({ kind: 'unsent', id }));
      return answer.ok ? answer.value === true : true;
    },
    updateFeed: () => state.updateFeed,
    close: () => close(state, over),
  };
}

/** Starts a process; the next one when one before has ended. */
function start(state: State): CoreLink {
  const { deps } = state;
  const link = startLink({
    fork: deps.fork,
    file: coreFile(),
    compiled: deps.compiled,
    lost: unreachable,
    services: deps,
    receive: (message) => receive(state, message),
  });
  state.link = link;
  link.post({
    kind: 'open',
    version: deps.version,
    dataFolder: deps.dataFolder,
    packed: deps.packed,
    practice: deps.practice !== undefined,
    ...(deps.dropFolder !== undefined && { dropFolder: deps.dropFolder }),
    desktop: deps.desktop.state(),
  });
  let leaveDesktop = () => {};
  void link.outcome.then((outcome) => {
    if (outcome.kind === 'opened') leaveDesktop = opened(state, link, outcome.updateFeed);
  });
  // Before whoever starts the next one: what it says of that is the newer word.
  void link.ended.then(() => {
    leaveDesktop();
    ended(state);
  });
  return link;
}

/** @returns what the core hears of the desktop, to be left at its end */
function opened(state: State, link: CoreLink, feed: string | undefined): () => void {
  const { deps } = state;
  state.updateFeed = feed;
  if (state.practice) link.post(state.practice);
  for (const crash of state.untold.splice(0)) link.post({ kind: 'crash', crash });
  const leave = deps.desktop.listen({
    command: (command) => link.post({ kind: 'command', command }),
    changed: (desktop) => link.post({ kind: 'desktop', state: desktop }),
  });
  if (state.connection.state === 'lost') {
    connect(state, { state: 'connected', why: 'restarted' });
    deps.clock.after(RESUMES_WITHIN, () => {
      state.resuming = false;
    });
  }
  return leave;
}

function ended(state: State): void {
  if (state.isStopping) return;
  state.resuming ||= state.recording;
  state.recording = false;
  // One that failed again has not been back meanwhile.
  if (state.connection.state === 'connected') connect(state, { state: 'lost' });
}

function receive(state: State, message: ToMain): void {
  if (message.kind === 'notice')
    tellAll(state.noticeListeners, state.deps.log, message.name as NoticeName, message.payload);
  else if (message.kind === 'recording') {
    state.recording = message.recording;
    state.resuming = false;
  }
}

function connect(state: State, connection: CoreConnection): void {
  state.connection = connection;
  for (const listener of state.connectionListeners) listener(connection);
}

/** What the host tells goes to whichever core is open, or is kept for the next one. */
function followHost(state: State): void {
  const { power, crashes, practice } = state.deps;
  const post = (message: ToCore) => {
    const open = state.link.isOpen();
    if (open) state.link.post(message);
    return open;
  };
  for (const event of ['lock', 'suspend', 'resume'] as const)
    power.on(event, () => void post({ kind: 'power', event }));
  crashes.on((crash) => {
    if (!post({ kind: 'crash', crash })) state.untold.push(crash);
  });
  practice?.then(
    (value) => tellPractice(state, { ok: true, value }),
    (error: unknown) => tellPractice(state, refusal(error)),
  );
}

function tellPractice(state: State, answer: Extract<ToCore, { kind: 'practice' }>['answer']): void {
  state.practice = { kind: 'practice', answer };
  if (state.link.isOpen()) state.link.post(state.practice);
}

function pause(state: State, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = state.deps.clock.after(ms, resolve);
    state.tryNow = () => {
      cancel();
      resolve();
    };
  });
}

async function close(state: State, over: Promise<void>): Promise<void> {
  state.isStopping = true;
  state.tryNow();
  const { link, deps } = state;
  link.post({ kind: 'close' });
  const cancel = deps.clock.after(CLOSES_WITHIN, link.kill);
  await over;
  cancel();
}

/** It lies beside us under another name when we are bundled (electron.vite.config.ts). */
const coreFile = () =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? './run.ts' : './core.js', import.meta.url),
  );
