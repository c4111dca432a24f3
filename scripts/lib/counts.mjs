/**
 * Reads the reports of vitest and Playwright into counts, the names of what failed, and the
 * reasons why tests were skipped.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, reasons: string[] }} Counts */

/** @param {Counts[]} all @returns {Counts} */
export const sum = (all) => ({
  passed: all.reduce((n, one) => n + one.passed, 0),
  failed: all.reduce((n, one) => n + one.failed, 0),
  skipped: all.reduce((n, one) => n + one.skipped, 0),
  reasons: all.flatMap((one) => one.reasons),
});

/** A step that has no tests of its own counts only when it fails. */
export const stepFailed = (name) => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  reasons: [`failed: ${name}`],
});

/** A report that is not there, or not whole, is a failure: the tests did not run to their end. */
export function readVitest(file) {
  const report = readReport(file);
  if (!report) return stepFailed('the unit tests did not run to their end');
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ file: name, ...test })),
  );
  // A file that could not be loaded has no tests, and still failed.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const skipped = tests.filter(({ status }) =>
    ['skipped', 'pending', 'todo', 'disabled'].includes(status),
  );
  // The message of the first try stays with a test that then passed (a build machine tries twice:
  // vitest.config.ts).
  const again = tests.filter(
    ({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0,
  );
  const failed = tests.filter(({ status }) => status === 'failed');
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failed.length + broken.length,
    skipped: skipped.length,
    reasons: [
      ...failed.map(
        ({ file, fullName, failureMessages }) =>
          `failed: ${shown(file)}: ${fullName.trim()} (${firstLine(failureMessages?.[0])})`,
      ),
      ...broken.map(({ name, message }) => `failed: ${shown(name)} (${firstLine(message)})`),
      ...again.map(
        ({ fullName, failureMessages }) =>
          `passed at the second try: ${fullName.trim()} (first: ${firstLine(failureMessages[0])})`,
      ),
      ...skipped.map(
        (test) =>
          `skipped: ${test.fullName.trim()}${test.meta?.note ? ` (${test.meta.note})` : ''}`,
      ),
    ],
  };
}

/** @param {string} file an absolute path; @returns {string} the path from the root */
const shown = (file) => path.relative(root, file);
const firstLine = (text = 'no reason given') => text.split('\n')[0].slice(0, 160);

export function readPlaywright(file) {
  const report = readReport(file);
  if (!report) return stepFailed('the end-to-end tests did not run to their end');
  const specs = allSpecs(report.suites ?? []);
  const tests = specs.flatMap((spec) =>
    spec.tests.map((test) => ({ title: spec.title, file: spec.file, ...test })),
  );
  const failed = tests.filter(({ status }) => status === 'unexpected');
  const skipped = tests.filter(({ status }) => status === 'skipped');
  // Sound in real time on a busy computer: a second try is allowed, and said.
  const again = tests
    .filter(({ status }) => status === 'flaky')
    .map(({ title }) => `passed at the second try: ${title}`);
  const alone = specs.filter(({ tags = [] }) => tags.includes('browser'));
  const loadErrors = tests.length === 0 && (report.errors ?? []).length > 0 ? 1 : 0;
  return {
    passed: tests.filter(({ status }) => status === 'expected' || status === 'flaky').length,
    failed: failed.length + loadErrors,
    skipped: skipped.length,
    reasons: [
      ...failed.map(({ title, file }) => `failed: ${file}: ${title}`),
      ...again,
      ...alone.map(({ title }) => `told on the browser host alone: ${title}`),
      ...skipped.map((test) => reasonOf(test)),
    ],
  };
}

function reasonOf({ title, projectName, annotations = [] }) {
  const why = annotations.find(({ type }) => type === 'skip')?.description;
  if (projectName === 'electron') return `Electron suite: skipped: ${why ?? title}`;
  return `skipped: ${title}${why ? ` (${why})` : ''}`;
}

function allSpecs(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...allSpecs(suite.suites ?? [])]);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
