/** React Aria's own sentences come from the catalogue; the page in Hindi: test/e2e/screens. */
import { globSync, readFileSync } from 'node:fs';
import { createElement } from 'react';
import { Button, I18nProvider, Select, SelectValue } from 'react-aria-components';
import english from 'react-aria-components/i18n/en-US';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openCatalogue, speak } from '../../../renderer/common/i18n.ts';
import { speakInWidgets, tablesOf, widgetWords } from '../../../renderer/common/widget-words.ts';

/** Packages whose components no screen draws, and what would draw them. */
const undrawn: Readonly<Record<string, RegExp>> = {
  '@react-aria/breadcrumbs': /\bBreadcrumbs\b/,
  '@react-aria/calendar': /\b(Range)?Calendar\b/,
  '@react-aria/color': /\bColor(Area|Field|Picker|Slider|Swatch|Wheel)/,
  '@react-aria/datepicker': /\b(Date|Time)(Range)?(Picker|Field)\b/,
  // A drop zone for files says none of them: nothing on a screen can be dragged.
  '@react-aria/dnd': /\buseDrag/,
  '@react-aria/numberfield': /\bNumberField\b/,
  '@react-aria/previewtrigger': /\bPreviewTrigger\b/,
  '@react-aria/spinbutton': /\b(NumberField|DateField|TimeField)\b/,
  '@react-aria/steplist': /\bStepList\b/,
  '@react-aria/table': /\bTable(Body|Header)\b/,
  '@react-aria/toast': /\b(UNSTABLE_)?Toast(Region|Queue)\b/,
  '@react-aria/tree': /\bTree(Item)?\b/,
  '@react-stately/color': /\bColor(Area|Field|Picker|Slider|Swatch|Wheel)/,
  '@react-stately/datepicker': /\b(Date|Time)(Range)?(Picker|Field)\b/,
};
const packages: Readonly<Record<string, object>> = english;

test('each package of React Aria has its words here, or no screen draws what it is for', () => {
  expect(Object.keys(packages).filter((name) => !(name in widgetWords || name in undrawn))).toEqual(
    [],
  );
  const sources = globSync('renderer/**/*.tsx')
    .map((file) => readFileSync(file, 'utf8'))
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from 'react-aria-components'/g)])
    .map(([, names]) => names);
  expect(sources.length).toBeGreaterThan(30);
  const drawn = Object.entries(undrawn).filter(([, what]) => what.test(sources.join(' ')));
  expect(drawn.map(([name]) => name)).toEqual([]);
});

/** Of tables that resize, and of colours. */
const unsaid = ['tableResizer', 'colorSwatchPicker'];

test('each package has all its words, and a word that went is not kept', () => {
  for (const [name, words] of Object.entries(widgetWords)) {
    const wanted = Object.keys(packages[name] ?? {}).filter((key) => !unsaid.includes(key));
    expect(Object.keys(words).sort(), name).toEqual(wanted.sort());
  }
});

const values = {
  count: 2,
  item: '1',
  link: '1',
  optionText: '1',
  groupTitle: '1',
  optionCount: 2,
  groupCount: 2,
  isGroupChange: true,
  isSelected: true,
};
const spoken = () =>
  Object.values(widgetWords).flatMap((words) =>
    Object.values(words).flatMap((say) => [
      say(values),
      say({ ...values, count: 0, optionCount: 1, isGroupChange: false }),
    ]),
  );

/** As much of a page as React Aria looks for when it draws into text. */
beforeAll(() => {
  const listens = { addEventListener: () => undefined };
  const HTMLElement = { prototype: { focus: () => undefined } };
  vi.stubGlobal('window', { ...listens, HTMLElement, navigator: { userAgent: '', platform: '' } });
  vi.stubGlobal('document', { ...listens, documentElement: { lang: '', dir: '' } });
});
afterAll(() => vi.unstubAllGlobals());

test('each sentence is of the language that is spoken, whole and with its values', async () => {
  await openCatalogue();
  expect(spoken().filter((text) => /widget\.|{{|undefined|[^\0-\u2019]/.test(text))).toEqual([]);
  await speak('hi');
  expect(spoken().filter((text) => /[a-z]{2}|{{|undefined/i.test(text))).toEqual([]);
  await speak('en');
});

test('React Aria takes them, and takes the other language when it is chosen', async () => {
  await openCatalogue();
  speakInWidgets();
  const select = createElement(
    Select,
    null,
    createElement(Button, null, createElement(SelectValue)),
  );
  const drawn = (locale: string) =>
    renderToStaticMarkup(
      createElement(I18nProvider, { locale } as Parameters<typeof I18nProvider>[0], select),
    );
  expect(drawn('en-IN')).toContain('Choose an item');
  await speak('hi');
  expect(drawn('hi-IN')).toContain('एक विकल्प चुनें');
  await speak('en');
});

test('what no screen draws keeps its English words: React Aria refuses a package without', () => {
  expect(Object.keys(tablesOf(packages as never)).sort()).toEqual(Object.keys(packages).sort());
});
