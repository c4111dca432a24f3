/**
 * Scriba without a page: `npm run scriba -- <command>`. The same core, vault and outbox; see
 * `--help`.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder } from '../hosts/common/data-folder.ts';
import { nodeProcess, startPractice } from '../hosts/common/practice.ts';
import type { OpenProfile } from '../hosts/common/profiles.ts';
import { nodeClock } from '../hosts/node/node-ports.ts';
import { openNodeProfile } from '../hosts/node/node-profile.ts';
import { saveTo } from '../hosts/node/save-file.ts';
import { lockFolder } from '../infrastructure/store/folder-lock.ts';
import { readArguments } from './arguments.ts';
import { type ProfileCommand, runCommand } from './commands.ts';
import { DONE, FAILED } from './exit-codes.ts';
import { explain } from './explain.ts';
import { runEntities } from './linking-commands.ts';
import { usage } from './options.ts';
import { runPolicy } from './policy-command.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { runTerminology } from './terminology-commands.ts';

const closing: (() => Promise<unknown>)[] = [];
let ending: Promise<void> | undefined;
/** The data folder in use, for messages. */
let folder = '';

function end(code: number) {
  ending ??= (async () => {
    for (const close of closing.reverse()) await close().catch(() => {});
    process.exit(code);
  })();
  return ending;
}

async function run(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  const { command, data } = asked;
  if (command.name === 'help') {
    console.log(command.text);
    return DONE;
  }
  folder = dataFolder(data);
  const terminal = processTerminal();
  const secret = asked.passphrase ? await passphrase(terminal) : undefined;
  if (command.name === 'policy') return runPolicy(terminal);
  if (command.name === 'terminology') return runTerminology(data, command.operation, terminal);
  if (command.name === 'entities') return runEntities(data, terminal);
  return runCommand(await openCore(command, folder), command, secret, terminal);
}

async function passphrase(terminal: Terminal): Promise<string> {
  const line = await terminal.nextLine('the passphrase');
  if (line) return line;
  throw usage('--passphrase: the first line of standard input is the passphrase, and it is empty.');
}

async function openCore(command: ProfileCommand, folder: string): Promise<OpenProfile> {
  const unlock = lockFolder(folder);
  closing.push(async () => unlock());
  const practice = meetsPractice(command, folder)
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
    save: command.name === 'save-all' ? saveTo(path.resolve(command.file)) : undefined,
  });
  closing.push(() => core.close());
  return core;
}

/**
 * The practice platform is started only where the practice profile is, or is about to be, chosen.
 */
function meetsPractice(command: ProfileCommand, folder: string): boolean {
  if (command.name === 'practice') return true;
  const file = path.join(folder, 'profile.json');
  return (
    command.name !== 'sign-in' &&
    existsSync(file) &&
    readFileSync(file, 'utf8').includes('"practice"')
  );
}

// The core's timers do not keep a process alive; this one does while it waits for them.
setInterval(() => {}, 60_000);
process.once('SIGINT', () => void end(FAILED)).once('SIGTERM', () => void end(FAILED));
run().then(end, (error: unknown) => {
  const { message, code } = explain(error, folder);
  console.error(message);
  return end(code);
});
