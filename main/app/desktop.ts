/**
 * Joins what is outside the page (tray, small window, hot key, notifications, links) to the
 * recording and the vault. It decides nothing about a recording: what a person asks for outside
 * goes to the page, which does it or asks.
 */
import type { DesktopCommand, DesktopRecorder, MiniView } from '../../shared/model/desktop.ts';
import { recorderAtRest } from '../../shared/model/desktop.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Visit, VisitState } from '../../shared/model/visit.ts';
import { MINUTE } from '../../shared/time.ts';
import type { Clock, Desktop, DesktopListener } from '../infrastructure/ports.ts';
import type { Store } from '../infrastructure/store/store.ts';
import type { Vault } from '../infrastructure/vault/vault.ts';
import type { Notices } from './wiring/core.ts';

export type DesktopPart = ReturnType<typeof createDesktopPart>;

type Deps = {
  /** Absent: the host has none of it, and nothing below does anything. */
  readonly port: Desktop | undefined;
  readonly notices: Pick<Notices, 'notify' | 'listen'>;
  readonly vault: Pick<Vault, 'isOpen'>;
  readonly store: { readonly settings: Pick<Store['settings'], 'get'> } & {
    readonly visits: Pick<Store['visits'], 'waiting'>;
  };
  readonly offline: () => boolean;
  readonly clock: Pick<Clock, 'monotonic'>;
};

/** A patient who was proposed longer ago has mostly left the room. */
const LINK_LIFE = 10 * MINUTE;

type State = {
  readonly deps: Deps;
  settings: Settings;
  recorder: DesktopRecorder;
  /** A page listens: it has told of its recorder. */
  heard: boolean;
  /**
   * Asked for before a page listened, or a link that came while the vault was locked; the last one
   * counts.
   */
  waiting: { readonly command: DesktopCommand; readonly at: number } | undefined;
  /** Of the visits that are on their way. */
  readonly states: Map<string, VisitState>;
  /** The view on show, kept so that the same view is not sent again each second. */
  shown: string | undefined;
};

/** From these a note comes, or trouble. */
const onTheirWay = [
  'sealed',
  'prepared',
  'uploading',
  'committing',
  'processing',
  'attention',
] as const satisfies VisitState[];
const isOnItsWay = new Set<VisitState | undefined>(onTheirWay);

export function createDesktopPart(deps: Deps) {
  const { port, notices, store } = deps;
  const state: State = {
    deps,
    settings: store.settings.get(),
    recorder: recorderAtRest,
    heard: false,
    waiting: undefined,
    states: new Map(),
    shown: undefined,
  };
  const ends = port && [
    notices.listen((name, payload) => hear(state, name, payload)),
    port.listen(listenerOf(state)),
  ];
  show(state);
  return {
    state: () => port?.state() ?? { hotkey: 'off' as const, miniWindow: false },
    /** The page tells of its recorder; the first time, it hears what was asked for before. */
    follow: (recorder: DesktopRecorder) => follow(state, recorder),
    showLevel: (level: number) => {
      if (port?.state().miniWindow) notices.notify('desktop.level', { level });
    },
    miniView: () => miniView(state),
    command: (command: DesktopCommand) => carryOut(state, command),
    start: () => rememberStates(state),
    lock: () => forgetPatient(state),
    pageLost: () => losePage(state),
    stop() {
      for (const end of ends ?? []) end();
      port?.show(undefined);
    },
  };
}

const listenerOf = (state: State): DesktopListener => ({
  command: (asked) =>
    carryOut(state, asked.command === 'hotkey' ? { command: keyed(state) } : asked),
  changed: (changed) => {
    state.deps.notices.notify('desktop.changed', changed);
    if (changed.miniWindow) showMini(state);
  },
});

/** One combination of keys for what comes next; the end of a recording is never among it. */
function keyed({ recorder: { status } }: State): 'start' | 'pause' | 'resume' {
  if (status === 'recording') return 'pause';
  return status === 'paused' ? 'resume' : 'start';
}

function hear(state: State, name: string, payload: unknown): void {
  if (name === 'settings.changed') {
    state.settings = payload as Settings;
    show(state);
    showMini(state);
  }
  if (name === 'platform.reachable') show(state);
  if (name === 'visits.changed') tellOf(state, payload as Visit);
}

function follow(state: State, recorder: DesktopRecorder): void {
  const { vault } = state.deps;
  state.recorder = vault.isOpen() ? recorder : { ...recorder, initials: '' };
  show(state);
  showMini(state);
  state.heard = true;
  const { waiting, deps } = state;
  if (!waiting) return;
  const isLink = waiting.command.command === 'propose';
  if (isLink && !vault.isOpen()) return;
  state.waiting = undefined;
  if (isLink && deps.clock.monotonic() - waiting.at > LINK_LIFE) return;
  carryOut(state, waiting.command);
}

function show(state: State): void {
  const { recorder, settings, deps } = state;
  const view = {
    recorder,
    offline: deps.offline(),
    settings: settings.desktop,
    language: settings.uiLanguage,
  };
  const key = JSON.stringify({ ...view, recorder: { ...recorder, elapsed: 0 } });
  if (key === state.shown) return;
  state.shown = key;
  unharmed(() => deps.port?.show(view));
}

/** Ignores an error of the desktop: it must not stop a recording, a note or the start of Scriba. */
function unharmed(run: () => void): void {
  try {
    run();
  } catch {
    // The page says everything that would have been shown.
  }
}

function showMini(state: State): void {
  const { port, notices } = state.deps;
  if (port?.state().miniWindow) notices.notify('desktop.mini', miniView(state));
}

const miniView = ({ recorder, settings: { theme, uiLanguage } }: State): MiniView => ({
  ...recorder,
  theme,
  uiLanguage,
});

function carryOut(state: State, command: DesktopCommand): void {
  const { port, vault, notices, clock } = state.deps;
  if (!port) return;
  // Commands that the page carries out have to be seen, except pausing and resuming.
  if (command.command !== 'pause' && command.command !== 'resume') port.bringToFront();
  // The page is asked once the vault is open: a locked page shows no name. The text stays in memory
  // alone, and a lock forgets what came before it.
  const mustWait = !state.heard || (command.command === 'propose' && !vault.isOpen());
  if (!mustWait) notices.notify('desktop.command', command);
  else if (isKept(command)) state.waiting = { command, at: clock.monotonic() };
}

/**
 * Commands about a recording lapse when its page is gone; only these are kept for the next page.
 */
const isKept = ({ command }: DesktopCommand) => command === 'open' || command === 'propose';

function rememberStates({ deps, states }: State): void {
  states.clear();
  for (const { id, state } of deps.store.visits.waiting(...onTheirWay)) states.set(id, state);
}

/** A note that came, or a visit that needs a person: said once, where it was on its way before. */
function tellOf({ deps, states, settings }: State, { id, state }: Visit): void {
  const before = states.get(id);
  if (isOnItsWay.has(state)) states.set(id, state);
  else states.delete(id);
  if (before === state || !isOnItsWay.has(before) || !settings.desktop.notifications) return;
  if (state === 'ready' || state === 'partial')
    unharmed(() => deps.port?.notify('note-ready', { name: 'note', id }));
  if (state === 'attention')
    unharmed(() => deps.port?.notify('needs-attention', { name: 'queue' }));
}

function forgetPatient(state: State): void {
  state.recorder = { ...state.recorder, initials: '' };
  if (state.waiting?.command.command === 'propose') state.waiting = undefined;
  show(state);
  showMini(state);
}

function losePage(state: State): void {
  state.heard = false;
  state.waiting = undefined;
  state.recorder = recorderAtRest;
  show(state);
}
