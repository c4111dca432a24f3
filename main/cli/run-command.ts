/** One command, from its words to its exit code; the process around it is the caller's. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder } from '../hosts/common/data-folder.ts';
import { nodeProcess, startPractice } from '../hosts/common/practice.ts';
import type { OpenProfile } from '../hosts/common/profiles.ts';
import { nodeClock } from '../hosts/node/node-ports.ts';
import { saveTo } from '../hosts/node/save-file.ts';
import { lockFolder } from '../infrastructure/store/folder-lock.ts';
import { readArguments } from './arguments.ts';
import type { ProfileCommand } from './commands.ts';
import { DONE } from './exit-codes.ts';
import { explain } from './explain.ts';
import { usage } from './options.ts';
import { runPolicy } from './policy-command.ts';
import type { Terminal } from './terminal.ts';
import { runTerminology } from './terminology-commands.ts';

export type CommandRun = {
  /** Exit code, when the command is over and everything that it opened is closed. */
  readonly ended: Promise<number>;
  /** Closes what the command has open, in the middle of its work. */
  close(): Promise<void>;
};

type Opened = {
  readonly closing: (() => Promise<unknown>)[];
  closed: Promise<void> | undefined;
  /** The data folder in use, for messages. */
  folder: string;
};

export function startCommand(words: readonly string[], terminal: Terminal): CommandRun {
  const opened: Opened = { closing: [], closed: undefined, folder: '' };
  const ended = run(opened, words, terminal)
    .catch((error: unknown) => {
      const { message, code } = explain(error, opened.folder);
      terminal.word(message);
      return code;
    })
    .then(async (code) => {
      await close(opened);
      return code;
    });
  return { ended, close: () => close(opened) };
}

function close(opened: Opened): Promise<void> {
  opened.closed ??= (async () => {
    for (const one of opened.closing.reverse()) await one().catch(() => {});
  })();
  return opened.closed;
}

async function run(opened: Opened, words: readonly string[], terminal: Terminal): Promise<number> {
  const asked = readArguments([...words]);
  const { command, data } = asked;
  if (command.name === 'help') {
    terminal.print(command.text);
    return DONE;
  }
  opened.folder = dataFolder(data);
  const secret = asked.passphrase ? await passphrase(terminal) : undefined;
  if (command.name === 'policy') return runPolicy(terminal);
  if (command.name === 'terminology') return runTerminology(data, command.operation, terminal);
  // What a command does is loaded for it alone: the core would be 50 MB beside the model of speech.
  if (command.name === 'entities')
    return (await import('./linking-commands.ts')).runEntities(data, terminal);
  if (command.name === 'note')
    return (await import('./note-command.ts')).runNote(data, command, terminal);
  if (command.name === 'transcribe')
    return (await import('./transcribe-command.ts')).runTranscribe(command, terminal);
  const { runCommand } = await import('./commands.ts');
  return runCommand(await openCore(opened, command), command, secret, terminal);
}

async function passphrase(terminal: Terminal): Promise<string> {
  const line = await terminal.nextLine('the passphrase');
  if (line) return line;
  throw usage('--passphrase: the first line of standard input is the passphrase, and it is empty.');
}

async function openCore(
  { closing, folder }: Opened,
  command: ProfileCommand,
): Promise<OpenProfile> {
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
  const { openNodeProfile } = await import('../hosts/node/node-profile.ts');
  const core = await openNodeProfile({
    host: 'headless',
    version,
    dataFolder: folder,
    // A command does what it says at once: it waits for the platform that it needs.
    practice: await practice?.access,
    save: command.name === 'save-all' ? saveTo(path.resolve(command.file)) : undefined,
    chooseFolder: chosenFolder(command),
  });
  closing.push(() => core.close());
  return core;
}

/** A command was told the folder that a dialog asks for. */
function chosenFolder(command: ProfileCommand): (() => Promise<string>) | undefined {
  if (command.name !== 'family' || !command.operation.isFolder) return undefined;
  return () => Promise.resolve(path.resolve(command.argument));
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
