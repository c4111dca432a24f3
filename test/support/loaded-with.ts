/** What is loaded with a module before it can run, by its static imports. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** Files of the project, the given one included, and the names of packages. */
export function loadedWith(start: string): readonly string[] {
  const seen = new Set([start]);
  for (const file of seen) {
    if (!/\.(tsx?|mjs)$/.test(file)) continue;
    for (const target of neededBy(file))
      seen.add(target.startsWith('.') ? path.join(path.dirname(file), target) : target);
  }
  return [...seen].map((file) => file.replaceAll(path.sep, '/'));
}

function neededBy(file: string): string[] {
  const { staticImports, staticExports } = parseSync(file, readFileSync(file, 'utf8')).module;
  return [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, isType }) =>
        moduleRequest && !isType ? [moduleRequest.value] : [],
      ),
  ];
}
