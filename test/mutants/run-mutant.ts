/**
 * Runs the test of one mutant in a process of its own and says whether it was caught: by a test
 * that failed, not by code that cannot run.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Mutant } from './mutant.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tool = (file: string) => path.join(root, 'node_modules', ...file.split('/'));
const LONGEST = 90_000;

export type Verdict = {
  readonly caught: boolean;
  /** The first line of what the test said, or why the mutant was not caught. */
  readonly said: string;
  readonly ms: number;
  /** Why its test cannot run here. */
  readonly skipped?: string;
};

/**
 * Failures of the broken code itself, or of the test's run; only a judgement of the test counts.
 */
const notAJudgement =
  /^(SyntaxError|ReferenceError|TypeError|Error: ((STALE|AMBIGUOUS) MUTANT|Test timed out|Cannot find|Failed to load|Hook timed out))|ERR_MODULE|ERR_UNSUPPORTED/m;

export async function runMutant(mutant: Mutant): Promise<Verdict> {
  const began = performance.now();
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-mutant-'));
  const seen = path.join(folder, 'seen');
  const { file, find, replace } = mutant;
  const env: NodeJS.ProcessEnv = {
    ...withoutVitest(process.env),
    SCRIBA_MUTANT: JSON.stringify({ file, find, replace, seen }),
    SCRIBA_TRUST: 'mutant',
    // Children and workers of the test load the same broken file.
    NODE_OPTIONS: [
      process.env.NODE_OPTIONS,
      `--import ${path.join(root, 'test/support/mutate.mjs')}`,
    ]
      .filter(Boolean)
      .join(' '),
  };
  try {
    const failures = mutant.test.endsWith('.spec.ts')
      ? await playwright(mutant, env, folder)
      : await vitest(mutant, env, folder);
    const verdict = (caught: boolean, said: string): Verdict => ({
      caught,
      said,
      ms: Math.round(performance.now() - began),
    });
    const skipped = skippedFor(seen, failures);
    const judged =
      typeof failures === 'string'
        ? undefined
        : failures.find((message) => !notAJudgement.test(message));
    if (skipped !== undefined && (judged === undefined || noBrowser(failures)))
      return { ...verdict(false, skipped), skipped };
    if (typeof failures === 'string') return verdict(false, failures);
    if (!existsSync(seen)) return verdict(false, `${file} was never loaded by ${mutant.test}`);
    if (judged !== undefined) return verdict(true, firstLine(judged));
    return verdict(
      false,
      failures.length === 0
        ? 'survived: every test passed'
        : `failed, but not by a judgement: ${firstLine(failures[0]!)}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns why the test could not judge here; undefined when it could. */
function skippedFor(seen: string, failures: string[] | string): string | undefined {
  if (existsSync(`${seen}.skipped`)) return readFileSync(`${seen}.skipped`, 'utf8');
  return noBrowser(failures) ? 'no Chromium, Chrome or Edge' : undefined;
}

const noBrowser = (failures: string[] | string) =>
  typeof failures !== 'string' &&
  failures.some((message) => /Executable doesn't exist/.test(message));

/** The messages of the tests that failed, or a sentence when the run itself did not come off. */
async function vitest(
  { test, testName }: Mutant,
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<string[] | string> {
  const report = path.join(folder, 'report.json');
  const { code, said } = await run(
    [
      tool('vitest/vitest.mjs'),
      'run',
      test,
      '--project=unit',
      '--project=isolated',
      '--reporter=json',
      `--outputFile=${report}`,
      '--no-color',
      ...(testName ? ['-t', testName] : []),
    ],
    env,
  );
  if (!existsSync(report)) return `vitest gave no report (exit ${code}): ${said.slice(-400)}`;
  type Report = {
    testResults: {
      message?: string;
      assertionResults: { status: string; failureMessages: string[] }[];
    }[];
  };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (!tests.some(({ status }) => status === 'passed' || status === 'failed'))
    return `no test ran: ${
      testResults
        .map(({ message }) => message)
        .join(' ')
        .slice(0, 400) || said.slice(-400)
    }`;
  return tests
    .filter(({ status }) => status === 'failed')
    .map(({ failureMessages }) => failureMessages.join('\n'));
}

async function playwright(
  { test, testName, file }: Mutant,
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<string[] | string> {
  const report = path.join(folder, 'report.json');
  const page = path.join(folder, 'page');
  if (file.startsWith('renderer/') || file.startsWith('shared/')) {
    const { code, said } = await run([path.join(import.meta.dirname, 'build-page.ts'), page], env);
    if (code !== 0) return `the broken page could not be built: ${said.slice(-400)}`;
    env = { ...env, SCRIBA_PAGE: page };
  }
  const config = path.join(root, 'test/e2e/playwright.config.ts');
  const { code, said } = await run(
    [
      tool('@playwright/test/cli.js'),
      'test',
      test,
      '--config',
      config,
      '--project',
      'chromium',
      '--reporter=json',
      '--output',
      path.join(folder, 'results'),
      ...(testName ? ['-g', testName] : []),
    ],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  if (!existsSync(report)) return `Playwright gave no report (exit ${code}): ${said.slice(-400)}`;
  type Suite = {
    suites?: Suite[];
    specs?: { tests: { results: { status: string; error?: { message?: string } }[] }[] }[];
  };
  const all = (suite: Suite): { status: string; error?: { message?: string } }[] => [
    ...(suite.specs ?? []).flatMap(({ tests }) => tests.flatMap(({ results }) => results)),
    ...(suite.suites ?? []).flatMap(all),
  ];
  const results = all(JSON.parse(readFileSync(report, 'utf8')) as Suite);
  if (!results.some(({ status }) => status !== 'skipped'))
    return `no test ran: ${said.slice(-400)}`;
  return results
    .filter(({ status }) => status === 'failed')
    .map(({ error }) => stripVTControlCharacters(error?.message ?? ''));
}

function run(
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    // A group of its own, so that nothing it started stays behind when it hangs.
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    let said = '';
    child.stdout.on('data', (data: Buffer) => {
      said += data;
    });
    child.stderr.on('data', (data: Buffer) => {
      said += data;
    });
    const late = setTimeout(() => {
      said += ' (it hung and was ended)';
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid!, 'SIGKILL');
    }, LONGEST);
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ code, said });
    });
  });
}

/** A vitest inside a vitest must not take itself for one of its workers. */
const withoutVitest = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        !/^(VITEST|TINYPOOL|__VITEST|TEST$|DEV$|PROD$|SSR$|MODE$|BASE_URL$|SCRIBA_(RUNS|SEED)$)/.test(
          name,
        ),
    ),
  );

const firstLine = (message: string) => message.trim().split('\n')[0]!.slice(0, 200);
