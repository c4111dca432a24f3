/**
 * Proves what the core shows outside the page and passes to it: initials only while the vault is
 * open, commands only if a page listens.
 */
import { expect, test } from 'vitest';
import { createDesktopPart } from '../../../main/app/desktop.ts';
import type { DesktopListener } from '../../../main/infrastructure/ports.ts';
import type { DesktopView } from '../../../shared/model/desktop.ts';
import { recorderAtRest } from '../../../shared/model/desktop.ts';
import { defaultSettings } from '../../../shared/model/settings.ts';
import type { VisitState } from '../../../shared/model/visit.ts';

const recording = { status: 'recording', initials: 'AR', elapsed: 1000, silent: false } as const;

function rig({ open = true, miniWindow = true, waiting = [] as [string, VisitState][] } = {}) {
  const shown: (DesktopView | undefined)[] = [];
  const told: [string, unknown][] = [];
  const notified: unknown[] = [];
  let fronted = 0;
  let vaultOpen = open;
  let time = 0;
  let listener: DesktopListener | undefined;
  let hear: ((name: never, payload: unknown) => void) | undefined;
  const part = createDesktopPart({
    port: {
      show: (view) => shown.push(view),
      notify: (...values) => notified.push(values),
      bringToFront: () => (fronted += 1),
      state: () => ({ hotkey: 'off', miniWindow }),
      listen(given) {
        listener = given;
        return () => (listener = undefined);
      },
    },
    notices: {
      notify: (name, payload) => told.push([name, payload]),
      listen(given) {
        hear = given;
        return () => (hear = undefined);
      },
    },
    vault: { isOpen: () => vaultOpen },
    store: {
      settings: { get: () => defaultSettings },
      visits: {
        waiting: () =>
          waiting.map(([id, state]) => ({ id, state, hold: undefined, waitsUntil: undefined })),
      },
    },
    offline: () => false,
    clock: { monotonic: () => time },
  });
  return {
    part,
    shown,
    openVault: () => (vaultOpen = true),
    pass: (ms: number) => (time += ms),
    told,
    notified,
    fronted: () => fronted,
    ask: (...given: Parameters<DesktopListener['command']>) => listener?.command(...given),
    notice: (name: string, payload: unknown) => hear?.(name as never, payload),
    listens: () => listener !== undefined && hear !== undefined,
    lockVault: () => (vaultOpen = false),
    commands: () =>
      told.filter(([name]) => name === 'desktop.command').map(([, command]) => command),
    minis: () => told.filter(([name]) => name === 'desktop.mini').map(([, view]) => view),
  };
}

test('what is shown changes with the state, not with each second; the small window has each second', () => {
  const { part, shown, minis } = rig();
  part.follow(recording);
  part.follow({ ...recording, elapsed: 2000 });
  part.follow({ ...recording, elapsed: 3000 });
  expect(shown.map((view) => view?.recorder.status)).toEqual(['idle', 'recording']);
  expect(minis()).toHaveLength(3);
  expect(minis().at(-1)).toEqual({
    ...recording,
    elapsed: 3000,
    theme: 'system',
    uiLanguage: 'system',
  });
});

test('a lock takes the initials away at once, and they do not come back while it lasts', () => {
  const { part, shown, minis, lockVault } = rig();
  part.follow(recording);
  lockVault();
  part.lock();
  expect(shown.at(-1)?.recorder).toMatchObject({ status: 'recording', initials: '' });
  expect(minis().at(-1)).toMatchObject({ initials: '' });
  part.follow({ ...recording, elapsed: 2000 });
  expect([shown.at(-1)?.recorder.initials, part.miniView().initials]).toEqual(['', '']);
});

test('a page that is gone records nothing, and hears nothing until it is back', () => {
  const { part, shown, ask, commands } = rig();
  part.follow(recording);
  part.pageLost();
  expect(shown.at(-1)?.recorder).toEqual(recorderAtRest);
  ask({ command: 'pause' });
  ask({ command: 'open', place: { name: 'queue' } });
  expect(commands()).toEqual([]);
  part.follow(recorderAtRest);
  part.follow(recording);
  // The place to open is kept for the next page; a pause of the recording before is not.
  expect(commands()).toEqual([{ command: 'open', place: { name: 'queue' } }]);
});

test('the window comes to the front for what the page has to ask, not for pause and resume', () => {
  const { part, ask, fronted, commands } = rig();
  part.follow(recording);
  ask({ command: 'pause' });
  ask({ command: 'resume' });
  expect(fronted()).toBe(0);
  ask({ command: 'finish' });
  ask({ command: 'start' });
  expect(fronted()).toBe(2);
  expect(commands()).toHaveLength(4);
});

test('the keys for all programs open the form, pause and resume, and never finish', () => {
  const { part, ask, commands } = rig();
  for (const status of ['idle', 'recording', 'paused', 'finishing'] as const) {
    part.follow({ ...recording, status });
    ask({ command: 'hotkey' });
  }
  expect(commands()).toEqual([
    { command: 'start' },
    { command: 'pause' },
    { command: 'resume' },
    { command: 'start' },
  ]);
});

test('a link that starts Scriba is heard before the vault opens, and reaches the page once it speaks', () => {
  const propose = { command: 'propose', patient: { name: 'Asha Rao' } } as const;
  const starting = rig({ open: false });
  starting.ask(propose);
  starting.openVault();
  starting.part.follow(recorderAtRest);
  expect(starting.commands()).toEqual([propose]);
  const locked = rig({ open: false });
  locked.ask(propose);
  locked.part.follow(recorderAtRest);
  expect(locked.commands()).toEqual([]);
  locked.openVault();
  locked.part.follow(recorderAtRest);
  expect(locked.commands()).toEqual([propose]);
});

test('a link that comes while Scriba is locked is asked about after the unlock: the newest, once, and within ten minutes', () => {
  const propose = (name: string) => ({ command: 'propose', patient: { name } }) as const;
  const made = rig({ open: false });
  made.part.follow(recorderAtRest);
  made.ask(propose('Asha Rao'));
  made.ask(propose('Ravi Kumar'));
  made.part.follow(recorderAtRest);
  expect([made.commands(), made.fronted()]).toEqual([[], 2]);
  expect(JSON.stringify([made.shown, made.told])).not.toContain('Ravi');
  made.openVault();
  made.part.follow(recorderAtRest);
  made.part.follow(recorderAtRest);
  expect(made.commands()).toEqual([propose('Ravi Kumar')]);
  const late = rig({ open: false });
  late.part.follow(recorderAtRest);
  late.ask(propose('Asha Rao'));
  late.pass(11 * 60_000);
  late.openVault();
  late.part.follow(recorderAtRest);
  expect(late.commands()).toEqual([]);
});

test('a proposed patient reaches the page only while the vault is open, and a lock forgets the one before it', () => {
  const propose = { command: 'propose', patient: { name: 'Asha Rao' } } as const;
  const shut = rig({ open: false });
  shut.part.follow(recorderAtRest);
  shut.ask(propose);
  expect([shut.commands(), shut.fronted()]).toEqual([[], 1]);
  const early = rig();
  early.ask(propose);
  early.part.lock();
  early.part.follow(recorderAtRest);
  expect(early.commands()).toEqual([]);
  const open = rig();
  open.ask(propose);
  open.part.follow(recorderAtRest);
  expect(open.commands()).toEqual([propose]);
});

test('a note that came and a visit in trouble are told once, and only of visits that were on their way', () => {
  const { part, notice, notified } = rig({ waiting: [['a', 'processing']] });
  part.start();
  const changed = (id: string, state: VisitState) => notice('visits.changed', { id, state });
  changed('a', 'ready');
  changed('a', 'ready');
  changed('a', 'reviewed');
  changed('b', 'ready'); // not seen on its way: a person renamed it
  changed('c', 'sealed');
  changed('c', 'attention');
  changed('c', 'attention');
  expect(notified).toEqual([
    ['note-ready', { name: 'note', id: 'a' }],
    ['needs-attention', { name: 'queue' }],
  ]);
  const desktop = { ...defaultSettings.desktop, notifications: false };
  notice('settings.changed', { ...defaultSettings, desktop });
  changed('c', 'partial');
  expect(notified).toHaveLength(2);
});

test('the level goes on only while the small window is open', () => {
  const shut = rig({ miniWindow: false });
  shut.part.showLevel(0.5);
  expect(shut.told).toEqual([]);
  const open = rig();
  open.part.showLevel(0.5);
  expect(open.told).toEqual([['desktop.level', { level: 0.5 }]]);
});

test('at the end nothing is shown and nothing is heard any more', () => {
  const { part, shown, listens } = rig();
  expect(listens()).toBe(true);
  part.stop();
  expect([shown.at(-1), listens()]).toEqual([undefined, false]);
});
