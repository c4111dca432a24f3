/** Tests as Stryker runs them: one project, no cache, no second try, the quick ones first. */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/**
 * Words of files that wait for a server, a process or many runs, or that read whole notes with all
 * terms.
 */
const SLOW =
  /startSandbox|startEmr|spawn|keystore-passphrase|numRuns|test\/trust|checksRig|consultations|golden|crossed/g;

/**
 * The first test that notices a change ends its run: those that only compute come first, so that
 * few changes are ever waited for.
 */
class QuickFirst extends BaseSequencer {
  async sort(files) {
    const weight = ({ moduleId }) =>
      `${moduleId}\n${readFileSync(moduleId, 'utf8')}`.match(SLOW)?.length ?? 0;
    return [...files].sort((one, other) => weight(one) - weight(other));
  }
}

export default defineConfig({
  test: {
    root: process.cwd(),
    // Not Stryker's own `testFiles`: with it, what is done while a file is loaded is never changed.
    include: JSON.parse(process.env.SCRIBA_MUTANT_TESTS ?? '[]'),
    environment: 'node',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 0,
    fsModuleCache: false,
    sequence: { sequencer: QuickFirst },
  },
});
