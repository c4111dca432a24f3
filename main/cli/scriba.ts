/**
 * Scriba without a page: `npm run scriba -- <command>`. The same core, vault and outbox; see
 * `--help`.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { asFailure } from '../../shared/failure.ts';
import { dataFolder } from '../hosts/common/data-folder.ts';
import { nodeProcess, startPractice } from '../hosts/common/practice.ts';
import { nodeClock } from '../hosts/node/node-ports.ts';
import { openNodeProfile } from '../hosts/node/node-profile.ts';
import { saveTo } from '../hosts/node/save-file.ts';
import { lockFolder } from '../infrastructure/store/folder-lock.ts';
import { type Asked, readArguments, USAGE } from './arguments.ts';
import { FAILED, runCommand, type Terminal } from './commands.ts';
import { readEntitiesArguments, runEntities } from './linking-commands.ts';
import { runPolicy } from './policy-command.ts';
import { readTerminologyArguments, runTerminology } from './terminology-commands.ts';

const WRONG_USAGE = 2;
const closing: (() => Promise<unknown>)[] = [];
let ending: Promise<void> | undefined;

function end(code: number) {
  ending ??= (async () => {
    for (const close of closing.reverse()) await close().catch(() => {});
    process.exit(code);
  })();
  return ending;
}

async function run(): Promise<number> {
  const terminology = readTerminologyArguments(process.argv.slice(2));
  if (terminology) return runTerminology(terminology, processTerminal());
  const entities = readEntitiesArguments(process.argv.slice(2));
  if (entities) return runEntities(entities, processTerminal());
  const asked = readArguments(process.argv.slice(2));
  if (asked.command.name === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (asked.command.name === 'policy') return runPolicy(processTerminal());
  const folder = dataFolder(asked.data);
  const unlock = lockFolder(folder);
  closing.push(async () => unlock());
  const practice = meetsPractice(asked, folder)
    ? startPractice({ dataFolder: folder, start: nodeProcess, clock: nodeClock })
    : undefined;
  if (practice) closing.push(() => practice.stop());
  const version = (
    JSON.parse(
      readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
    ) as { version: string }
  ).version;
  const core = await openNodeProfile({
    host: 'headless',
    version,
    dataFolder: folder,
    // A command does what it says at once: it waits for the platform that it needs.
    practice: await practice?.access,
    save: asked.command.name === 'save-all' ? saveTo(path.resolve(asked.command.file)) : undefined,
  });
  closing.push(() => core.close());
  return runCommand(core, asked, processTerminal());
}

/**
 * The practice platform is started only where the practice profile is, or is about to be, chosen.
 */
function meetsPractice({ command }: Asked, folder: string): boolean {
  if (command.name === 'practice') return true;
  const file = path.join(folder, 'profile.json');
  return (
    command.name !== 'sign-in' &&
    existsSync(file) &&
    readFileSync(file, 'utf8').includes('"practice"')
  );
}

function processTerminal(): Terminal {
  let lines: AsyncIterator<string> | undefined;
  return {
    line: (value) => process.stdout.write(`${JSON.stringify(value)}\n`),
    word: (sentence) => process.stderr.write(`${sentence}\n`),
    async nextLine() {
      lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
      const { done, value } = await lines.next();
      return done ? undefined : value;
    },
  };
}

// The core's timers do not keep a process alive; this one does while it waits for them.
setInterval(() => {}, 60_000);
process.once('SIGINT', () => void end(FAILED)).once('SIGTERM', () => void end(FAILED));
run().then(end, (error: unknown) => {
  const { message, detail } = asFailure(error);
  console.error(
    detail === 'already-open'
      ? 'Another Scriba has this data folder open. Close it first, or choose another folder with --data.'
      : message,
  );
  if (detail === 'usage') console.error('\nSee --help.');
  return end(detail === 'usage' ? WRONG_USAGE : FAILED);
});
