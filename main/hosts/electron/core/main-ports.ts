/** What Electron's main process does for the core, as the core's ports: each is a message to it. */
import type { DesktopState } from '../../../../shared/model/desktop.ts';
import type {
  Crash,
  Crashes,
  Desktop,
  DesktopListener,
  LogLines,
  OpenLink,
  Power,
  PracticeAccess,
  Save,
} from '../../../infrastructure/ports.ts';
import { saveByAsking } from '../../node/save-file.ts';
import { type Calls, failureOf, takeValue } from './calls.ts';
import type { ToCore, ToMain } from './messages.ts';

type Post = (message: ToMain) => void;
type Command = Parameters<DesktopListener['command']>[0];
type PowerEvent = 'lock' | 'suspend' | 'resume';

type MainPorts = {
  readonly save: Save;
  readonly chooseFolder: () => Promise<string | undefined>;
  readonly print: (html: string) => Promise<Uint8Array>;
  readonly clipboard: { write(content: { html: string; text: string }): Promise<void> };
  readonly openLink: OpenLink;
  readonly power: Power;
  readonly crashes: Crashes;
  readonly desktop: Desktop;
  readonly practice: Promise<PracticeAccess>;
  readonly log: LogLines;
};

type Parts = {
  readonly ports: MainPorts;
  /** Takes a message that is for one of the ports. */
  take(message: ToCore): void;
};

/** `desktop`: its state by now. `lines`: reads the log, which the main process writes. */
export function createMainPorts(
  post: Post,
  calls: Calls,
  { desktop, lines }: { desktop: DesktopState; lines: Pick<LogLines, 'recent'> },
): Parts {
  const power = createTold<PowerEvent>();
  const crashes = createTold<Crash>();
  const outside = createDesktopPort(post, desktop);
  const practice = Promise.withResolvers<PracticeAccess>();
  // Whoever needs it hears of a failure.
  practice.promise.catch(() => {});
  const ask = async (question: (id: number) => ToMain) =>
    takeValue(await calls.ask((id) => post(question(id))));
  return {
    ports: {
      save: saveByAsking(
        async (name) => (await ask((id) => ({ kind: 'where', id, name }))) as string | undefined,
      ),
      chooseFolder: async () => (await ask((id) => ({ kind: 'folder', id }))) as string | undefined,
      print: async (html) => (await ask((id) => ({ kind: 'print', id, html }))) as Uint8Array,
      clipboard: {
        write: async ({ html, text }) =>
          void (await ask((id) => ({ kind: 'copy', id, html, text }))),
      },
      openLink: async ({ href }, origin) =>
        void (await ask((id) => ({ kind: 'link', id, url: href, origin }))),
      power: {
        on: (event, listener) => power.on((told) => told === event && listener()),
      },
      crashes: {
        on(listener) {
          for (const crash of crashes.told) listener(crash);
          return crashes.on(listener);
        },
      },
      desktop: outside.port,
      practice: practice.promise,
      log: { write: (line) => post({ kind: 'log', line }), recent: lines.recent },
    },
    take(message) {
      if (message.kind === 'power') power.tell(message.event);
      else if (message.kind === 'crash') crashes.tell(message.crash);
      else if (message.kind === 'command') outside.command(readCommand(message.command));
      else if (message.kind === 'desktop') outside.changed(message.state);
      else if (message.kind === 'practice') {
        if (message.answer.ok) practice.resolve(message.answer.value);
        else practice.reject(failureOf(message.answer));
      }
    },
  };
}

/** Of a schema's type, where an absent member may also be undefined. */
const readCommand = (command: Extract<ToCore, { kind: 'command' }>['command']) =>
  command as Command;

/** Listeners of one kind of event, and what they were told so far. */
function createTold<T>() {
  const listeners = new Set<(event: T) => void>();
  const told = new Set<T>();
  return {
    told,
    on(listener: (event: T) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(event: T) {
      told.add(event);
      for (const listener of listeners) listener(event);
    },
  };
}

function createDesktopPort(post: Post, begin: DesktopState) {
  let listener: DesktopListener | undefined;
  let state = begin;
  /** Asked for before a profile listens; the last one counts. */
  let early: Command | undefined;
  const port: Desktop = {
    show: (view) => post({ kind: 'show', view }),
    notify: (what, place) => post({ kind: 'notify', what, place }),
    bringToFront: () => post({ kind: 'front' }),
    state: () => state,
    listen(given) {
      listener = given;
      const waiting = early;
      early = undefined;
      if (waiting) given.command(waiting);
      return () => {
        if (listener === given) listener = undefined;
      };
    },
  };
  return {
    port,
    command(command: Command) {
      if (listener) listener.command(command);
      else early = command;
    },
    changed(next: DesktopState) {
      state = next;
      listener?.changed(next);
    },
  };
}
