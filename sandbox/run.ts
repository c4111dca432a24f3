/**
 * The practice platform as a process: reads its arguments, opens its door, says where in one line
 * of JSON.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSandboxArguments, type SandboxAsked, USAGE } from './arguments.ts';
import { startServer } from './server.ts';

const WRONG_USAGE = 2;
const asked = read();
const folder = asked.data ?? mkdtempSync(join(tmpdir(), 'scriba-practice-'));
const removeFolder = () =>
  void (asked.data === undefined && rmSync(folder, { recursive: true, force: true }));

const sandbox = await startServer(
  { folder, ...asked.options },
  {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    bytes: (count) => randomBytes(count),
  },
).catch((error: unknown) => {
  removeFolder();
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    code === 'EADDRINUSE'
      ? `port ${asked.options.port} is taken by another program. Choose another with --port.`
      : message;
  process.stderr.write(`The practice platform did not start: ${why}\n`);
  process.exit(1);
});

/** Ends here where the help page is asked for, and for wrong usage. */
function read(): SandboxAsked {
  try {
    const found = readSandboxArguments(process.argv.slice(2));
    if (found) return found;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message.split('. To specify')[0]}\n\nSee --help.\n`);
    process.exit(WRONG_USAGE);
  }
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  await sandbox.close();
  removeFolder();
  process.exit(0);
}
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
if (asked.withParent)
  process.stdin
    .on('end', () => void end())
    .on('error', () => void end())
    .resume();

// Last: whoever reads this line may end us at once.
const { url, brand, clientId, clientSecret, envelopeKeys } = sandbox;
process.stdout.write(`${JSON.stringify({ url, brand, clientId, clientSecret, envelopeKeys })}\n`);
