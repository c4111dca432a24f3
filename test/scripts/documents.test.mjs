/** The files, folders and commands that the documents for newcomers name are there. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/project.mjs';

const names = ['README.md', 'CONTRIBUTING.md', 'main/README.md'];
const read = (file) => readFileSync(inProject(file), 'utf8');

test.each(names)('each file and folder that %s names between backticks is there', (name) => {
  const places = [...read(name).matchAll(/`((?:\.\.\/)?[\w.-]+\/[\w./-]*)`/g)].map(([, at]) => at);
  // Data of development is there only once it was made; main/README.md names folders of main by their last names.
  const missing = places.filter(
    (place) =>
      !place.startsWith('.scriba') &&
      !existsSync(inProject(place)) &&
      globSync(`main/**/${place.replace(/\/$/, '')}`, { cwd: inProject() }).length === 0,
  );
  expect(missing).toEqual([]);
});

test('each npm command that they name is a script of package.json', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const asked = names.flatMap((name) =>
    [...read(name).matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((script) => !(script in scripts))).toEqual([]);
});
