/**
 * `npm run dev [-- --open] [--port N] [--data FOLDER]`: Scriba for those who change it.
 *
 * The page comes from Vite with hot module replacement, the core and its practice platform start
 * again after each change of main/, sandbox/ or shared/. The data folder is .scriba/dev, never the
 * one of real work (decision 0110).
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject, needNode, root } from './lib/project.mjs';
import { endWithParent } from './lib/run.mjs';
import { needPackages } from './lib/set-up.mjs';

async function dev() {
  const { values: asked } = parseArgs({
    options: {
      open: { type: 'boolean', default: false },
      port: { type: 'string', default: '5173' },
      data: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (asked.help) return console.log('npm run dev [-- --open] [--port N] [--data FOLDER]');
  await needPackages();
  const data =
    asked.data === undefined
      ? inProject('.scriba', 'dev')
      : path.resolve(process.env.INIT_CWD ?? root, asked.data);
  const { command, flags } = needNode();
  const serve = inProject('scripts', 'dev', 'serve.mjs');
  // In our own group: Ctrl+C reaches both, and we wait for its orderly end.
  const child = spawn(
    command,
    [...flags, serve, '--data', data, '--port', asked.port, ...(asked.open ? ['--open'] : [])],
    { cwd: root, stdio: 'inherit' },
  );
  endWithParent(() => child.kill('SIGTERM'));
  child.once('error', ({ message }) => {
    console.error(message);
    process.exitCode = 1;
  });
  child.once('close', (code) => process.exit(code ?? 1));
}

dev().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
