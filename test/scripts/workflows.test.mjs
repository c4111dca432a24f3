/**
 * The workflows: they are YAML, run what is here, take nothing from a stranger, and write no secret
 * where it could be read.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';

const folder = '.github/workflows';
const files = readdirSync(folder);
const own = JSON.parse(readFileSync('package.json', 'utf8'));

const read = (file) => {
  const document = parseDocument(readFileSync(`${folder}/${file}`, 'utf8'), { strict: true });
  expect([...document.errors, ...document.warnings], file).toEqual([]);
  return document.toJS();
};
const stepsOf = (workflow) => Object.values(workflow.jobs).flatMap(({ steps = [] }) => steps);

test.each(files)(
  '%s is read without an error or a warning, and every job has a limit of time',
  (file) => {
    for (const [name, job] of Object.entries(read(file).jobs))
      expect(job.uses !== undefined || job['timeout-minutes'] > 0, name).toBe(true);
  },
);

test.each(files)(
  '%s runs npm scripts and files that are here, and calls workflows that are here',
  (file) => {
    const workflow = read(file);
    const lines = stepsOf(workflow).map(({ run = '' }) => run);
    for (const [, name] of lines.join('\n').matchAll(/npm run ([\w:-]+)/g))
      expect(own.scripts, name).toHaveProperty([name]);
    for (const [, name] of lines.join('\n').matchAll(/node (scripts\/[\w./-]+)/g))
      expect(existsSync(name), name).toBe(true);
    for (const { uses } of Object.values(workflow.jobs))
      if (uses) expect(existsSync(uses), uses).toBe(true);
  },
);

test.each(files)("%s uses GitHub's own actions alone, by a version", (file) => {
  for (const { uses } of stepsOf(read(file)))
    if (uses) expect(uses).toMatch(/^actions\/[\w-]+@(v\d+|[0-9a-f]{40})$/);
});

test.each(files)(
  '%s puts nothing of an event into a line of shell, and hands secrets over as variables',
  (file) => {
    for (const { run = '' } of stepsOf(read(file)))
      expect(run).not.toMatch(/\$\{\{\s*(github|secrets|inputs)\./);
  },
);

test('only the draft of a release may write, and only the packages of a release are attested', () => {
  const { permissions, jobs } = read('release.yml');
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.draft.permissions).toEqual({ contents: 'write' });
  expect(jobs.package.permissions).toEqual({
    contents: 'read',
    'id-token': 'write',
    attestations: 'write',
  });
  expect(jobs.package.with).toEqual({ attest: true });
  expect(read('test.yml').permissions).toEqual({ contents: 'read' });
});
