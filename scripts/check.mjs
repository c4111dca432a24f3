/**
 * `npm run check [-- --fix]`: format and lint (Biome), types (TypeScript), dead files and exports (knip), side by side.
 *
 * Seconds, no build, no tests; the exit code tells. `--fix` first lets Biome write what it can cure
 * by itself.
 */
import { inProject, needNode } from './lib/project.mjs';
import { listen, show } from './lib/run.mjs';
import { needPackages } from './lib/set-up.mjs';

const tools = {
  'format and lint': ['@biomejs/biome/bin/biome', 'check', '--max-diagnostics=40'],
  types: ['typescript/bin/tsc', '--noEmit'],
  'dead code': ['knip/bin/knip.js'],
};

async function check() {
  await needPackages();
  const { command } = needNode();
  const line = ([file, ...args]) => [inProject('node_modules', ...file.split('/')), ...args];
  if (process.argv.includes('--fix'))
    await show(
      command,
      line(['@biomejs/biome/bin/biome', 'check', '--write', '--max-diagnostics=0']),
    );

  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const results = await Promise.all(
    Object.entries(tools).map(async ([name, tool]) => {
      const started = performance.now();
      const { code, said } = await listen(command, line(tool), {
        env: { ...process.env, ...colours },
      });
      return { name, code, said, seconds: (performance.now() - started) / 1000 };
    }),
  );
  for (const { name, said } of results.filter(({ code }) => code !== 0))
    console.log(`\n== ${name}\n${said.trim()}`);
  console.log('');
  for (const { name, code, seconds } of results)
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  return results.every(({ code }) => code === 0);
}

process.exitCode = (await check().catch((error) => console.error(error.message))) ? 0 : 1;
