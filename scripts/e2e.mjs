/**
 * `npm run test:e2e [-- --host browser|electron] [PATH or option of Playwright ...]`: the
 * end-to-end suite on one host.
 *
 * The browser host unless `electron` is said; `--headed` shows Electron's windows on your own
 * display.
 */
import { needPackages } from './lib/set-up.mjs';
import { chooseHost, prepareStories, runStories } from './lib/stories.mjs';

async function testEndToEnd() {
  const { host, words } = chooseHost(process.argv.slice(2));
  await needPackages();
  await prepareStories(host);
  return runStories(host, words);
}

process.exitCode = await testEndToEnd().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
