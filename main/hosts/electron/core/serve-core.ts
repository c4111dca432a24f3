/**
 * The core as a process of its own under Electron: opens its data folder when it is told where, and
 * answers what the main process carries to it.
 */
import { asFailure } from '../../../../shared/failure.ts';
import type { LogLines } from '../../../infrastructure/ports.ts';
import { answer } from '../../common/answer.ts';
import type { OpenProfile } from '../../common/profiles.ts';
import { refusal } from '../../common/refusal.ts';
import { forgetInput, forgetSecrets } from '../../common/secrets.ts';
import type { NodeProfileDeps } from '../../node/node-profile.ts';
import { type Calls, createCalls } from './calls.ts';
import { createMainPorts } from './main-ports.ts';
import { type ToCore, type ToMain, toCore } from './messages.ts';

export type CoreDeps = {
  /** Its copy is made before this returns. */
  readonly post: (message: ToMain) => void;
  readonly openProfile: (deps: NodeProfileDeps) => Promise<OpenProfile>;
  readonly logLines: (dataFolder: string) => Pick<LogLines, 'recent'>;
  /** Throws where another process has the folder. @returns what frees it */
  readonly lockFolder: (folder: string) => () => void;
  /** Ends this process. */
  readonly exit: (code: number) => void;
  readonly pause: (ms: number) => Promise<void>;
};

/** A Scriba that was killed a moment ago gives its folder free when its last process has ended. */
const LOCK_TRIES = 30;
/** Milliseconds. */
const LOCK_PAUSE = 100;

type Open = Extract<ToCore, { kind: 'open' }>;
type State = {
  readonly deps: CoreDeps;
  readonly calls: Calls;
  opening: Promise<OpenProfile> | undefined;
  profile: OpenProfile | undefined;
  unlock: () => void;
  take: (message: ToCore) => void;
  /** As the main process knows it. */
  recording: boolean;
  isClosing: boolean;
};

/** @returns what takes each message of the main process */
export function serveCore(deps: CoreDeps): (message: unknown) => void {
  const state: State = {
    deps,
    calls: createCalls(),
    opening: undefined,
    profile: undefined,
    unlock: () => {},
    take: () => {},
    recording: false,
    isClosing: false,
  };
  return (message) => {
    const read = toCore.safeParse(message);
    if (read.success) receive(state, read.data);
  };
}

function receive(state: State, message: ToCore): void {
  switch (message.kind) {
    case 'open':
      state.opening ??= open(state, message);
      // It is told by a message.
      state.opening.catch(() => {});
      break;
    case 'ask':
      void giveAnswer(state, message);
      break;
    case 'unsent':
      state.deps.post({
        kind: 'answer',
        id: message.id,
        answer: { ok: true, value: state.profile?.hasUnsentAudio() ?? false },
      });
      break;
    case 'answer':
      state.calls.take(message.id, message.answer);
      break;
    case 'page-lost':
      state.profile?.pageLost();
      tellRecording(state);
      break;
    case 'close':
      void close(state);
      break;
    default:
      state.take(message);
  }
}

/** Tells how it went; a core that could not open ends. */
async function open(state: State, asked: Open): Promise<OpenProfile> {
  const { deps, calls } = state;
  const { dataFolder, version, packed, dropFolder, practice } = asked;
  const parts = createMainPorts(deps.post, calls, {
    desktop: asked.desktop,
    lines: deps.logLines(dataFolder),
  });
  state.take = parts.take;
  try {
    state.unlock = await lockPatiently(state, dataFolder);
    const profile = await deps.openProfile({
      ...parts.ports,
      host: 'electron',
      version,
      dataFolder,
      packed,
      dropFolder,
      practice: practice ? parts.ports.practice : undefined,
    });
    state.profile = profile;
    profile.onNotice((name, payload) => {
      tellRecording(state);
      deps.post({ kind: 'notice', name, payload });
    });
    tellRecording(state);
    deps.post({ kind: 'opened', updateFeed: profile.updateFeed() });
    return profile;
  } catch (error) {
    deps.post({ kind: 'not-opened', answer: refusal(error) });
    state.unlock();
    deps.exit(1);
    throw error;
  }
}

async function lockPatiently({ deps }: State, folder: string): Promise<() => void> {
  for (let tries = 1; ; tries++) {
    try {
      return deps.lockFolder(folder);
    } catch (error) {
      if (tries === LOCK_TRIES || asFailure(error).detail !== 'already-open') throw error;
      await deps.pause(LOCK_PAUSE);
    }
  }
}

async function giveAnswer(
  state: State,
  { id, name, input }: Extract<ToCore, { kind: 'ask' }>,
): Promise<void> {
  const { post } = state.deps;
  // The main process asks only what is open.
  if (!state.profile) return;
  const given = await answer(state.profile.handlers, name, input);
  // Before its page knows it: a window that closes now must ask.
  tellRecording(state);
  post({ kind: 'answer', id, answer: given });
  forgetSecrets(name, given);
  forgetInput(name, input);
}

function tellRecording(state: State): void {
  const recording = state.profile?.isRecording() ?? false;
  if (recording === state.recording) return;
  state.recording = recording;
  state.deps.post({ kind: 'recording', recording });
}

/** Closes in good order, also where it is still opening, then ends the process. */
async function close(state: State): Promise<void> {
  if (state.isClosing) return;
  state.isClosing = true;
  const profile = await state.opening?.catch(() => undefined);
  const failed = await profile?.close().then(
    () => false,
    () => true,
  );
  state.unlock();
  state.deps.exit(failed ? 1 : 0);
}
