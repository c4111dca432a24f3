/** Unit and integration tests; the end-to-end suite is Playwright's (test/e2e). */
import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { mutantPlugin } from './test/support/mutate.mjs';
import { hasOwnState } from './test/support/own-state.ts';
import { waitingToday } from './test/support/portion.ts';

const mutants = 'test/mutants/mutants.test.ts';
/** An eighth of the proofs each day, where the whole suite runs at a desk; `.ci/run` runs all. */
const waiting = waitingToday(globSync('test/trust/*.test.ts').sort(), 8);
/**
 * Long ones, in an order that makes the six parts take about the same time: one part each day at a
 * desk, where the whole suite runs; `.ci/run` runs all.
 */
const long = [
  'main/cli/scriba',
  'main/cli/here',
  'main/cli/clinic',
  'main/features/notes/checks/practice-visits',
  'main/features/notes/checks/golden-crossed',
  'main/features/notes/checks/schedules',
  'main/cli/transcribe-command',
  'main/hosts/electron/bundle',
  'main/infrastructure/speech/moonshine',
  'main/infrastructure/speech/models/added-engine',
  'main/infrastructure/vault/keystores/keystore',
  'main/features/notes/checks/meals',
  'main/app/platform-copy',
  'main/hosts/node/node-sound-line',
  'scripts/core',
  'main/cli/browser-sign-in',
  'main/cli/export-note',
  'main/cli/note-command',
  'sandbox/process',
  'main/infrastructure/terminology/importers/import',
  'main/infrastructure/speech/sound/sound-index',
  'main/infrastructure/speech/models/ggml',
  'support/sound/correlate',
  'main/infrastructure/speech/models/conformer',
  'main/app/work-here',
  'main/features/recordings/prepare/prepare',
  'main/features/coding/extraction/golden',
  'main/features/outbox/session-stream',
  'main/features/notes/checks/false-alarms',
  'main/features/recordings/session/faults',
  'main/features/notes/checks/table',
  'main/features/delivery/targets/drop-folder',
  'sandbox/transactions/status',
  'main/infrastructure/vault/container/container',
  'main/app/sign-in',
  'main/features/draft/draft',
  'main/infrastructure/platform/api/documents',
  'main/infrastructure/terminology/query/with-starter',
  'main/app/policy/policy',
  'main/infrastructure/speech/voice-activity/voice-detector',
  'main/features/notes/checks/review-cases',
  'main/features/outbox/sessions',
  'main/infrastructure/platform/transcription/renewed-upload',
  'main/infrastructure/platform/transcription/sessions',
  'main/features/coding/extraction/blanks',
  'main/features/notes/checks/golden',
  'main/infrastructure/platform/oidc/oidc-sign-in',
].map((name) => `test/${name}.test.{ts,mjs}`);
const waitingUnits = waitingToday(long, 6);
/**
 * Tests that change a module's own state, such as the page's stores, or replace a module, have a
 * process each. It costs more than most tests of the page do: those that name nothing of the kind
 * share one.
 */
const page = globSync('test/renderer/**/*.test.{ts,tsx,mjs}').sort();
const isolated = [
  'test/trust/**/*.test.{ts,tsx,mjs}',
  ...page.filter((file) => hasOwnState(readFileSync(file, 'utf8'))),
];

export default defineConfig({
  // Breaks one file on purpose when SCRIBA_MUTANT says which; does nothing otherwise.
  plugins: [mutantPlugin()],
  test: {
    // Said aloud: the page's own vite config would move it to renderer/.
    root: import.meta.dirname,
    exclude: ['test/e2e/**'],
    environment: 'node',
    globalSetup: './test/support/run-folder.ts',
    // Long enough for a busy computer; nothing here waits for it to pass.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // A second try on a build machine, where others may take the processor away; a mutant has to
    // fail at once.
    retry: process.env.CI && !process.env.SCRIBA_MUTANT ? 1 : 0,
    // Many wait for a disk, a process or a clock of their own: more of them go on at once than
    // there are cores.
    maxWorkers: 4,
    maxConcurrency: 4,
    // A broken file must neither come from the cache nor go into it.
    fsModuleCache: !process.env.SCRIBA_MUTANT,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx,mjs}'],
          exclude: ['test/e2e/**', mutants, ...isolated, ...waitingUnits],
          // Files share the modules of their process: loading them took a third of the time.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: isolated,
          exclude: [...waiting],
          sequence: { groupOrder: 0 },
        },
      },
      // After all others: they start tests of their own, and would take the time from tests that
      // watch the clock.
      { extends: true, test: { name: 'mutants', include: [mutants], sequence: { groupOrder: 1 } } },
    ],
  },
});
