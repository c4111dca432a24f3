/** Style rules are for elements that the page draws: a class that nothing bears is a dead rule. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const renderer = path.resolve(import.meta.dirname, '../../renderer');
const read = (pattern: string) =>
  globSync(pattern, { cwd: renderer }).map((file) => ({
    file: path.basename(file),
    text: readFileSync(path.join(renderer, file), 'utf8'),
  }));

/** Classes that libraries give: the layout of Markdown, and the editor. */
const given = new Set(['contains-task-list', 'task-list-item', 'ProseMirror']);
const code = read('**/*.{ts,tsx,html}').map(({ text }) => text);
/** Words of all string literals. */
const words = new Set(
  code.flatMap((text) =>
    [...text.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].flatMap(([literal]) =>
      literal.slice(1, -1).split(/[\s'"`${}?:]+/),
    ),
  ),
);
/** Beginnings of classes whose end is put in: `chip-${tone}`. */
const beginnings = code.flatMap((text) =>
  [...text.matchAll(/className=\{`([^`]*)`/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/([\w-]+-)\$\{/g)].map(([, beginning = '']) => beginning),
  ),
);

test('every class with a rule is borne by an element somewhere', () => {
  const dead = read('styles/*.css').flatMap(({ file, text }) => {
    const selectors = text
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/@import[^;]*;/g, '')
      .replace(/:[^;{}]*;/g, '');
    const names = [...selectors.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name);
    return [...new Set(names)]
      .filter((name) => !words.has(name) && !given.has(name))
      .filter((name) => !beginnings.some((beginning) => name.startsWith(beginning)))
      .map((name) => `${file}: .${name}`);
  });
  expect(dead).toEqual([]);
});
