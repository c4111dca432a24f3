/**
 * `npm run setup`: installs what is missing and says what stays missing. `-- --electron` also
 * fetches Electron, without a time limit.
 */
import { fetchElectron, findElectron } from './lib/electron.mjs';
import { root } from './lib/project.mjs';
import { setUp } from './lib/set-up.mjs';

try {
  const missing = await setUp({ again: true });
  if (process.argv.includes('--electron') && !findElectron(root))
    await fetchElectron({ within: undefined, again: true });
  console.log(
    missing.length === 0
      ? 'Setup: everything is here.'
      : 'Setup: done; what is not here is listed above.',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
