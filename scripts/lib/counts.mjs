/**
 * Reads the reports of vitest and Playwright into counts, and into the reasons why tests were
 * skipped.
 */
import { readFileSync } from 'node:fs';

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
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
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
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + broken.length,
    skipped: skipped.length,
    reasons: [
      ...again.map(
        ({ fullName, failureMessages }) =>
          `passed at the second try: ${fullName.trim()} (first: ${failureMessages[0].split('\n')[0].slice(0, 160)})`,
      ),
      ...skipped.map(
        (test) =>
          `skipped: ${test.fullName.trim()}${test.meta?.note ? ` (${test.meta.note})` : ''}`,
      ),
    ],
  };
}

export function readPlaywright(file) {
  const report = readReport(file);
  if (!report) return stepFailed('the end-to-end tests did not run to their end');
  const specs = allSpecs(report.suites ?? []);
  const tests = specs.flatMap((spec) => spec.tests.map((test) => ({ title: spec.title, ...test })));
  const skipped = tests.filter(({ status }) => status === 'skipped');
  // Sound in real time on a busy computer: a second try is allowed, and said.
  const again = tests
    .filter(({ status }) => status === 'flaky')
    .map(({ title }) => `passed at the second try: ${title}`);
  const alone = specs.filter(({ tags = [] }) => tags.includes('browser'));
  const loadErrors = tests.length === 0 && (report.errors ?? []).length > 0 ? 1 : 0;
  return {
    passed: tests.filter(({ status }) => status === 'expected' || status === 'flaky').length,
    failed: tests.filter(({ status }) => status === 'unexpected').length + loadErrors,
    skipped: skipped.length,
    reasons: [
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
