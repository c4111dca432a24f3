/** The app's menu and the menu under the right mouse button, as they are handed to Electron. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { refusal } from '../../../../../main/hosts/common/refusal.ts';
import { menuItems, pressIn } from '../../../../../main/hosts/electron/desktop/app-menu.ts';
import {
  contextMenuItems,
  openContextMenus,
} from '../../../../../main/hosts/electron/desktop/context-menu.ts';
import { createMenuSpelling } from '../../../../../main/hosts/electron/desktop/menu-spelling.ts';
import { createHostWords } from '../../../../../main/hosts/electron/host-words.ts';
import type {
  ContextMenuParams,
  KeyPress,
  MenuItem,
  Window,
} from '../../../../../main/hosts/electron/types.ts';
import { Failure } from '../../../../../shared/failure.ts';

const hostWords = createHostWords(() => ['en']);
const words = hostWords.now().menu;

function menu(platform: string, isPackaged = true, language = 'en') {
  const pressed: KeyPress[] = [];
  const zoomed: string[] = [];
  const items = menuItems({
    platform,
    isPackaged,
    press: (key) => pressed.push(key),
    zoom: (change) => zoomed.push(change),
    words: createHostWords(() => [language]).now().menu,
  });
  const all = items.flatMap(({ submenu = [] }) => submenu);
  const choose = (label: string) => all.find((item) => item.label === label)!.click!();
  return { items, all, choose, pressed, zoomed };
}
const names = (items: readonly MenuItem[]) =>
  items.map(({ label, role, type }) => label ?? role ?? type);

test('on Windows and Linux: File, Edit, View, Help', () => {
  const { items } = menu('linux');
  expect(items.map(({ label, submenu }) => [label, names(submenu!)])).toEqual([
    ['&File', ['New visit', 'Settings', 'Lock', 'separator', 'Quit']],
    ['&Edit', ['Undo', 'Redo', 'separator', 'Cut', 'Copy', 'Paste', 'Select all']],
    ['&View', ['Larger', 'Smaller', 'Actual size', 'separator', 'Full screen']],
    ['&Help', ['Keyboard shortcuts', 'About Scriba']],
  ]);
});

test('on macOS the first menu is the app’s own, with quit, hide and services', () => {
  const { items } = menu('darwin');
  expect(names(items)).toEqual(['Scriba', 'File', 'Edit', 'View', 'Window', 'Help']);
  expect(items[0]!.submenu!.map(({ role }) => role).filter(Boolean)).toEqual([
    'about',
    'services',
    'hide',
    'hideOthers',
    'unhide',
    'quit',
  ]);
});

test('reload and the developer’s tools are there only outside the packaged app', () => {
  expect(menu('linux').all.map(({ role }) => role)).not.toContain('reload');
  expect(menu('linux', false).all.map(({ role }) => role)).toEqual(
    expect.arrayContaining(['reload', 'toggleDevTools']),
  );
});

test('what the page does by a key, the item does by that key', () => {
  const { choose, pressed, zoomed } = menu('win32');
  for (const label of ['New visit', 'Lock', 'Settings', 'Keyboard shortcuts']) choose(label);
  expect(pressed).toEqual([
    { keyCode: 'N', modifiers: ['control'] },
    { keyCode: 'L', modifiers: ['control'] },
    { keyCode: ',', modifiers: ['control'] },
    { keyCode: 'F1', modifiers: [] },
  ]);
  for (const label of ['Larger', 'Smaller', 'Actual size']) choose(label);
  expect(zoomed).toEqual(['in', 'out', 'reset']);
  const mac = menu('darwin');
  mac.choose('Lock');
  expect(mac.pressed).toEqual([{ keyCode: 'L', modifiers: ['meta'] }]);
});

test('the menu takes no key that the page uses', () => {
  const keys = readFileSync(
    path.resolve(import.meta.dirname, '../../../../../renderer/app/shell/useKeys.ts'),
    'utf8',
  );
  const used = [...keys.matchAll(/case '(.)'/g)].map(([, key]) => key!.toUpperCase());
  expect(used).toEqual(expect.arrayContaining(['N', 'L', ',', 'P', 'E']));
  for (const platform of ['linux', 'win32'])
    for (const { label, role, accelerator, registerAccelerator } of menu(platform, false).all) {
      // Roles bring keys of their own; these alone may be taken by the menu: Ctrl+Q, F11, Ctrl+R,
      // Ctrl+Shift+I.
      const takesKey =
        registerAccelerator !== false && (accelerator !== undefined || role !== undefined);
      if (takesKey)
        expect(['quit', 'togglefullscreen', 'about', 'reload', 'toggleDevTools'], label).toContain(
          role,
        );
    }
  for (const key of ['Q', 'R', 'I', 'F11']) expect(used).not.toContain(key);
});

test('a key goes to the window in front, pressed and let go', () => {
  const log: unknown[] = [];
  const window = {
    isDestroyed: () => false,
    show: () => log.push('show'),
    focus: () => log.push('focus'),
    webContents: {
      focus: () => log.push('contents'),
      sendInputEvent: (event: object) => log.push(event),
    },
  } as unknown as Window;
  pressIn(window, { keyCode: 'N', modifiers: ['control'] });
  expect(log).toEqual([
    'show',
    'focus',
    'contents',
    { type: 'keyDown', keyCode: 'N', modifiers: ['control'] },
    { type: 'keyUp', keyCode: 'N', modifiers: ['control'] },
  ]);
  pressIn(undefined, { keyCode: 'N', modifiers: [] });
});

const params = (change: Partial<ContextMenuParams>): ContextMenuParams => ({
  x: 10,
  y: 20,
  isEditable: false,
  selectionText: '',
  misspelledWord: '',
  editFlags: {
    canUndo: false,
    canRedo: false,
    canCut: true,
    canCopy: true,
    canPaste: true,
    canSelectAll: true,
  },
  ...change,
});

test('a field offers undo, cut, copy, paste and select all, each where it can be done', () => {
  const items = contextMenuItems(params({ isEditable: true }), { words });
  expect(items.map(({ label, enabled }) => (label ? [label, enabled] : '-'))).toEqual([
    ['Undo', false],
    ['Redo', false],
    '-',
    ['Cut', true],
    ['Copy', true],
    ['Paste', true],
    '-',
    ['Select all', true],
  ]);
});

test('selected text offers to be copied, and a bare place offers nothing', () => {
  expect(names(contextMenuItems(params({ selectionText: 'Amoxicillin' }), { words }))).toEqual([
    'Copy',
  ]);
  expect(contextMenuItems(params({ selectionText: '  ' }), { words })).toEqual([]);
});

test('the element can be inspected only outside the packaged app', () => {
  for (const isPackaged of [false, true]) {
    const shown: MenuItem[][] = [];
    const inspected: number[][] = [];
    let open: ((event: object, given: ContextMenuParams) => void) | undefined;
    const window = {
      isDestroyed: () => false,
      webContents: {
        on: (_name: string, listener: typeof open) => {
          open = listener;
        },
        inspectElement: (...place: number[]) => inspected.push(place),
      },
    } as unknown as Window;
    openContextMenus(window, {
      isPackaged,
      words: hostWords,
      show: (items) => shown.push(items),
      spelling: { suggest: () => expect.unreachable(), add: () => expect.unreachable() },
    });
    open!({}, params({}));
    for (const { click } of shown.flat()) click!();
    expect(inspected).toEqual(isPackaged ? [] : [[10, 20]]);
  }
});

/** Opens the menu over a word, with a spelling that knows what to say. */
async function menuOver(given: Partial<ContextMenuParams>, suggestions: string[]) {
  const did: unknown[] = [];
  let open: ((event: object, given: ContextMenuParams) => Promise<void>) | undefined;
  let items: MenuItem[] = [];
  const window = {
    isDestroyed: () => false,
    webContents: {
      on: (_name: string, listener: typeof open) => {
        open = listener;
      },
      replaceMisspelling: (word: string) => did.push(['replace', word]),
    },
  } as unknown as Window;
  openContextMenus(window, {
    isPackaged: true,
    words: hostWords,
    show: (shown) => {
      items = shown;
    },
    spelling: {
      async suggest(word) {
        did.push(['suggest', word]);
        return suggestions;
      },
      async add(word) {
        did.push(['add', word]);
      },
    },
  });
  await open!({}, params(given));
  return {
    items,
    did,
    choose: (label: string) => items.find((one) => one.label === label)!.click!(),
  };
}

test('over a misspelt word the menu begins with what was meant, then with making it a word of one’s own', async () => {
  const { items, did, choose } = await menuOver(
    { isEditable: true, misspelledWord: 'feaver', selectionText: 'feaver' },
    ['fever', 'fewer'],
  );
  expect(names(items).slice(0, 6)).toEqual([
    'fever',
    'fewer',
    'separator',
    'Add to my words',
    'separator',
    'Undo',
  ]);
  choose('fewer');
  choose('Add to my words');
  expect(did).toEqual([
    ['suggest', 'feaver'],
    ['replace', 'fewer'],
    ['add', 'feaver'],
  ]);
});

test('a misspelt word that is like no other says so, and can still be made one’s own', async () => {
  const { items } = await menuOver({ isEditable: true, misspelledWord: 'xqzzv' }, []);
  expect(items[0]).toMatchObject({ label: 'No suggestions', enabled: false });
  expect(names(items)).toContain('Add to my words');
});

test('a field that is not checked asks nobody about its words', async () => {
  const { items, did } = await menuOver({ isEditable: true, selectionText: 'feaver' }, ['fever']);
  expect(names(items)[0]).toBe('Undo');
  expect(did).toEqual([]);
});

test('what the core refuses about a word is told in its own sentence, and keeps no menu from opening', async () => {
  const refuse = async () =>
    refusal(new Failure('refused', 'There is room for 1000 words.', { detail: 'too-many-words' }));
  const told: string[][] = [];
  const spelling = createMenuSpelling({
    core: () => ({ ask: refuse }),
    showError: (...sentences) => told.push(sentences),
    words: hostWords,
  });
  expect(await spelling.suggest('feaver')).toEqual([]);
  expect(told).toEqual([]);
  await spelling.add('feaver');
  expect(told).toEqual([['The word was not added', 'There is room for 1000 words.']]);
  const early = createMenuSpelling({
    core: () => undefined,
    showError: () => expect.unreachable(),
    words: hostWords,
  });
  expect(await early.suggest('feaver')).toEqual([]);
  await early.add('feaver');
});
