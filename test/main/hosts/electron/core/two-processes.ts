/**
 * Electron's main process and the process of the core in one test: messages between them are copied
 * as Electron copies them, and a core can be killed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { OpenProfile } from '../../../../../main/hosts/common/profiles.ts';
import {
  type CoreProcessDeps,
  type OpenedCore,
  openCoreProcess,
} from '../../../../../main/hosts/electron/core/core-process.ts';
import { serveCore } from '../../../../../main/hosts/electron/core/serve-core.ts';
import type { Child } from '../../../../../main/hosts/electron/types.ts';
import type { NodeProfileDeps } from '../../../../../main/hosts/node/node-profile.ts';
import type {
  Crash,
  DesktopListener,
  PracticeAccess,
} from '../../../../../main/infrastructure/ports.ts';
import { lockFolder } from '../../../../../main/infrastructure/store/folder-lock.ts';
import { heldClock, smallProfile } from '../../common/small-profile.ts';

export const settle = () => new Promise((resolve) => setTimeout(resolve, 10));

type FakeProfile = ReturnType<typeof smallProfile> & {
  recording: boolean;
  unsent: boolean;
  closed: number;
  given: NodeProfileDeps;
};

/** One process of the core that runs in the test's own. */
function fakeChild(deps: {
  openProfile: (given: NodeProfileDeps) => Promise<OpenProfile>;
  received: unknown[];
}): Child & { die(code: number): void } {
  const listeners: ((message: unknown) => void)[] = [];
  const exits: ((code: number) => void)[] = [];
  let alive = true;
  let unlock = () => {};
  const die = (code: number) => {
    if (!alive) return;
    alive = false;
    // As the system does.
    unlock();
    for (const exit of exits) exit(code);
  };
  const take = serveCore({
    post(message) {
      if (!alive) return;
      const copy = structuredClone(message);
      queueMicrotask(() => {
        for (const listener of listeners) listener(copy);
      });
    },
    openProfile: deps.openProfile,
    lockFolder: (folder) => (unlock = lockFolder(folder)),
    logLines: () => ({ recent: () => ['a line'] }),
    exit: (code) => queueMicrotask(() => die(code)),
    pause: async () => {},
  });
  return {
    pid: undefined,
    stdout: null,
    postMessage(message) {
      const copy = structuredClone(message);
      deps.received.push(copy);
      queueMicrotask(() => alive && take(copy));
    },
    on: (_event, listener) => listeners.push(listener),
    once: (_event, listener) => exits.push(listener),
    kill: () => true,
    die,
  };
}

export async function twoProcesses(
  change: Partial<CoreProcessDeps> & { opens?: () => Promise<void> } = {},
) {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'scriba-two-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const children: ReturnType<typeof fakeChild>[] = [];
  const profiles: FakeProfile[] = [];
  const received: unknown[] = [];
  const done: unknown[][] = [];
  const clock = heldClock();
  const power = new Map<string, () => void>();
  const crashListeners = new Set<(crash: Crash) => void>();
  let listener: DesktopListener | undefined;
  const deps: CoreProcessDeps = {
    version: '1.2.3',
    dataFolder,
    packed: true,
    dropFolder: '/to-emr',
    practice: new Promise<PracticeAccess>(() => {}),
    power: {
      on(event, heard) {
        power.set(event, heard);
        return () => {};
      },
    },
    crashes: {
      on(heard) {
        crashListeners.add(heard);
        return () => {};
      },
    },
    lines: { write: (line) => void done.push(['log', line]) },
    log: { note: (...what) => void done.push(['note', ...what]) },
    clock,
    desktop: {
      show: (view) => void done.push(['show', view]),
      notify: (what, place) => void done.push(['notify', what, place]),
      bringToFront: () => void done.push(['front']),
      state: () => ({ hotkey: 'on', miniWindow: false }),
      listen(given) {
        listener = given;
        return () => {
          if (listener === given) listener = undefined;
        };
      },
    },
    askWhere: async (name) => `${dataFolder}/${name}`,
    chooseFolder: async () => undefined,
    print: async (html) => new TextEncoder().encode(`printed ${html}`),
    clipboard: { write: async (content) => void done.push(['copy', content]) },
    openLink: async (url, origin) => void done.push(['link', url.href, origin]),
    fork() {
      const child = fakeChild({
        received,
        async openProfile(given) {
          await change.opens?.();
          const profile: FakeProfile = Object.assign(smallProfile(), {
            recording: false,
            unsent: false,
            closed: 0,
            given,
          });
          profiles.push(profile);
          return Object.assign(profile, {
            isRecording: () => profile.recording,
            hasUnsentAudio: () => profile.unsent,
            updateFeed: () => 'https://updates.example/',
            app: () => undefined,
            policy: undefined,
            async close() {
              profile.closed += 1;
            },
          });
        },
      });
      children.push(child);
      return child;
    },
    ...change,
  };
  return {
    open: (): Promise<OpenedCore> => openCoreProcess(deps),
    dataFolder,
    children,
    profiles,
    received,
    done,
    clock,
    power,
    crash: (crash: Crash) => {
      for (const heard of crashListeners) heard(crash);
    },
    listener: () => listener,
    /** Kills the core; resolves when the next one is open, or none is started for now. */
    async kill(core: OpenedCore) {
      children.at(-1)!.die(9);
      await vi.waitFor(() => {
        const { state, why } = core.connection();
        expect(why).toBe(state === 'lost' ? 'failing' : 'restarted');
      });
    },
  };
}
