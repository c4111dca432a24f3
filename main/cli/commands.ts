/** Runs each command of the headless host on an opened profile. */
import path from 'node:path';
import type { Visit } from '../../shared/model/visit.ts';
import type { OpenProfile } from '../hosts/common/profiles.ts';
import type { Command } from './arguments.ts';
import { DONE, FAILED, NOT_YET } from './exit-codes.ts';
import { runFamilyCommand } from './families/families.ts';
import { beginHere, practise, signIn, unlock } from './open-vault.ts';
import { send, toldOfHolds, troubleOf, wentOn } from './send-command.ts';
import type { Terminal } from './terminal.ts';
import { findVisit, shown } from './visits.ts';

/** Commands on a profile; the others open none. */
export type ProfileCommand = Exclude<
  Command,
  { name: 'help' | 'policy' | 'entities' | 'note' | 'transcribe' | 'terminology' }
>;

/** Returns the exit code. Throws what the handlers throw. `secret`: the passphrase, where given. */
export async function runCommand(
  core: OpenProfile,
  command: ProfileCommand,
  secret: string | undefined,
  terminal: Terminal,
): Promise<number> {
  if (command.name === 'practice') return practise(core, terminal);
  if (command.name === 'without-platform') return beginHere(core, secret, terminal);
  if (command.name === 'sign-in') return signIn(core, command, secret, terminal);
  await unlock(core, secret);
  switch (command.name) {
    case 'status':
      for (const visit of await core.handlers['visits.list'](undefined))
        terminal.line(shown(visit));
      return DONE;
    case 'result':
      return result(core, command, terminal);
    case 'retry':
      return retry(core, command, terminal);
    case 'save-all':
      return saveAll(core, command, terminal);
    case 'family':
      return runFamilyCommand(core, command, terminal);
    case 'send':
      return send(core, command, terminal);
  }
}

type OfVisit = Extract<Command, { name: 'result' | 'retry' }>;

async function result(core: OpenProfile, { transactionId, wait }: OfVisit, terminal: Terminal) {
  const found = await findVisit(core, transactionId);
  const visit = wait ? await wentOn(core, found.id, true, terminal) : found;
  const note = await core.handlers['notes.get']({ id: visit.id });
  terminal.line({ ...shown(visit), note });
  if (note) return DONE;
  const needsPerson = visit.state === 'attention';
  terminal.word(
    needsPerson
      ? `There is no note. ${troubleOf(visit)} See "retry --help".`
      : `There is no note yet. What was recorded is safe; ask again later, or with --wait.${draftOf(visit)}`,
  );
  return needsPerson ? FAILED : NOT_YET;
}

/** Of this computer: it is read where it can be edited and compared. */
const draftOf = ({ fallback }: Visit): string =>
  fallback?.state === 'made'
    ? ' A draft of this computer can be read in the window of Scriba.'
    : '';

async function retry(core: OpenProfile, { transactionId, wait }: OfVisit, terminal: Terminal) {
  const { id } = await findVisit(core, transactionId);
  await core.handlers['outbox.retry']({ id });
  const visit = await wentOn(core, id, wait, terminal);
  terminal.line(shown(visit));
  if (visit.state !== 'attention') return toldOfHolds(core, [visit], terminal);
  terminal.word(troubleOf(visit));
  return FAILED;
}

async function saveAll(
  core: OpenProfile,
  { transactionId, file }: Extract<Command, { name: 'save-all' }>,
  terminal: Terminal,
) {
  const { id } = await findVisit(core, transactionId);
  const { how } = await core.handlers['visits.saveAll']({ id });
  terminal.line({ id, how, file: path.basename(file) });
  return how === 'saved' ? DONE : FAILED;
}
