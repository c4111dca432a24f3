/** What each command of the headless host does, on an opened profile. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { requests } from '../../shared/contract/contract.ts';
import { Failure } from '../../shared/failure.ts';
import type { Visit, VisitSetup } from '../../shared/model/visit.ts';
import { visitSetup } from '../../shared/model/visit-setup.ts';
import type { App } from '../app/app.ts';
import type { OpenProfile } from '../hosts/common/profiles.ts';
import type { Asked, Command } from './arguments.ts';
import { runClinicCommand } from './clinic-commands.ts';
import { runPolicy } from './policy-command.ts';

export const DONE = 0;
export const FAILED = 1;
const NOT_YET = 3;

export type Terminal = {
  /** One line of JSON on standard output. */
  line(value: object): void;
  /** Words for a person on standard error. */
  word(sentence: string): void;
  /** The next line of standard input; undefined at its end. */
  nextLine(): Promise<string | undefined>;
};

const finished = ({ state }: Visit) => ['ready', 'partial', 'reviewed', 'purged'].includes(state);
/** The platform has it all. */
const handedOver = (visit: Visit) => visit.state === 'processing' || settled(visit);
/** Nothing more comes of it by itself. */
const settled = (visit: Visit) =>
  finished(visit) || visit.state === 'attention' || visit.state === 'discarded';

const shown = ({
  id,
  transactionId,
  state,
  hold,
  trouble,
  patient,
  createdAt,
  waitsUntil,
  parts,
}: Visit) => ({
  transaction: transactionId,
  id,
  patient: patient.name,
  state,
  hold,
  trouble,
  parts,
  createdAt: new Date(createdAt).toISOString(),
  waitsUntil: waitsUntil === undefined ? undefined : new Date(waitsUntil).toISOString(),
});

/** A hold that lasts longer is not one that the start itself resolves, such as signing in again. */
const HOLD_COUNTS_AFTER = 5_000;

/** Returns the exit code. Throws what the handlers throw. */
export async function runCommand(
  core: OpenProfile,
  { command, passphrase }: Asked,
  terminal: Terminal,
): Promise<number> {
  const secret = passphrase ? await terminal.nextLine() : undefined;
  switch (command.name) {
    case 'help':
      return DONE;
    case 'policy':
      return runPolicy(terminal, core.policy);
    case 'practice':
      await enter(core, 'practice', undefined, terminal);
      terminal.line({ profile: 'practice' });
      return DONE;
    case 'sign-in':
      return signIn(core, command, secret, terminal);
    case 'status':
      await unlock(core, secret);
      for (const visit of await core.handlers['visits.list'](undefined))
        terminal.line(shown(visit));
      return DONE;
    case 'result':
      await unlock(core, secret);
      return result(core, command, terminal);
    case 'save-all':
      await unlock(core, secret);
      return saveAll(core, command, terminal);
    case 'clinic':
      await unlock(core, secret);
      for (const one of await runClinicCommand(core, command, terminal.nextLine))
        terminal.line(one as object);
      return DONE;
    case 'send':
      await unlock(core, secret);
      return send(core, command, terminal);
  }
}

/**
 * Chooses the profile and makes its first key where there is none; a clinic's recovery code is told
 * this once.
 */
async function enter(
  core: OpenProfile,
  profile: 'practice' | 'clinic',
  passphrase: string | undefined,
  terminal: Terminal,
) {
  await core.handlers['profile.choose']({ profile });
  const { state } = await core.handlers['vault.state'](undefined);
  if (state !== 'none') return unlock(core, passphrase);
  const clinicKind = passphrase === undefined ? 'keychain' : 'passphrase';
  const kind = profile === 'practice' ? 'practice' : clinicKind;
  const { recoveryCode } = await core.handlers['vault.create'](
    requests['vault.create'].input.parse({ kind, passphrase }) as never,
  );
  if (profile === 'clinic')
    terminal.word(
      `Write this recovery code down and keep it away from this computer. It opens the vault when its key is lost, and is not shown again:\n${recoveryCode}`,
    );
}

async function unlock(core: OpenProfile, passphrase: string | undefined) {
  const { state, cause } = await core.handlers['vault.state'](undefined);
  if (state === 'open') return;
  if (state === 'none')
    throw new Failure('missing', 'There is no vault yet. Use "practice" or "sign-in" first.', {
      detail: 'no-vault',
    });
  const opened = await core.handlers['vault.unlock']({ passphrase });
  if (opened.state !== 'open')
    throw new Failure('locked', 'The vault is locked.', { detail: cause ?? 'key-missing' });
}

async function signIn(
  core: OpenProfile,
  { baseUrl, brand, clientId }: Extract<Command, { name: 'sign-in' }>,
  passphrase: string | undefined,
  terminal: Terminal,
) {
  const clientSecret = await terminal.nextLine();
  if (!clientSecret)
    throw new Failure('invalid', 'sign-in reads the client secret from standard input.', {
      detail: 'usage',
    });
  await enter(core, 'clinic', passphrase, terminal);
  const { state } = await core.handlers['account.signIn']({
    baseUrl,
    brand,
    clientId,
    clientSecret,
  });
  terminal.line({ profile: 'clinic', state });
  return state === 'signed-in' ? DONE : FAILED;
}

async function send(
  core: OpenProfile,
  { files, wait, ...wish }: Extract<Command, { name: 'send' }>,
  terminal: Terminal,
) {
  const setup = await setupFor(core, wish);
  const sent: string[] = [];
  let failed = 0;
  for (const file of files) {
    try {
      const { size } = await stat(file).catch(() =>
        Promise.reject(new Failure('missing', 'There is no such file.', { detail: 'no-file' })),
      );
      const visit = await appOf(core).importFile(setup, {
        name: path.basename(file),
        size,
        read: () => createReadStream(file),
      });
      sent.push(visit.id);
      terminal.line({ file: path.basename(file), ...shown(visit) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failed += 1;
      terminal.line({ file: path.basename(file), error: error.detail ?? error.code });
      terminal.word(`${file}: ${error.message}`);
    }
  }
  const after = await Promise.all(
    sent.map((id) =>
      until(core, id, wait ? { is: settled } : { is: handedOver, orHeldFor: HOLD_COUNTS_AFTER }),
    ),
  );
  for (const visit of after) terminal.line(shown(visit));
  if (failed > 0 || after.some(({ state }) => state === 'attention')) return FAILED;
  const waiting = after.filter(({ hold }) => hold !== undefined);
  const [first] = waiting;
  if (!first) return DONE;
  terminal.word(
    `${waiting.length} wait here (${first.hold}); they are kept and go on the next time.`,
  );
  return NOT_YET;
}

function appOf(core: OpenProfile): App {
  const app = core.app();
  if (!app) throw new Error('The profile is not open.');
  return app;
}

async function setupFor(
  core: OpenProfile,
  wish: Omit<Extract<Command, { name: 'send' }>, 'name' | 'files' | 'wait'>,
): Promise<VisitSetup> {
  const { visit } = await core.handlers['settings.get'](undefined);
  const { practiceCase = visit.practiceCase } = wish;
  const inputLanguages = wish.inputLanguages ?? visit.inputLanguages;
  const read = visitSetup.safeParse({
    patient: { name: wish.patient },
    mode: visit.mode,
    modelType: visit.modelType,
    templates: wish.templates ?? visit.templates,
    inputLanguages,
    outputLanguage: wish.outputLanguage ?? visit.outputLanguage,
    codify: visit.codify,
    ...(practiceCase === undefined ? {} : { practiceCase }),
  });
  if (!read.success)
    throw new Failure(
      'invalid',
      `${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`,
      { detail: 'usage' },
    );
  return read.data;
}

async function result(
  core: OpenProfile,
  { transactionId, wait }: Extract<Command, { name: 'result' }>,
  terminal: Terminal,
) {
  const found = await findVisit(core, transactionId);
  const visit = wait ? await until(core, found.id, { is: settled }) : found;
  const note = await core.handlers['notes.get']({ id: visit.id });
  terminal.line({ ...shown(visit), note });
  if (note) return DONE;
  terminal.word(
    visit.state === 'attention' ? 'It needs a person: see its trouble.' : 'There is no note yet.',
  );
  return visit.state === 'attention' ? FAILED : NOT_YET;
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

async function findVisit(core: OpenProfile, transactionId: string): Promise<Visit> {
  const list = await core.handlers['visits.list'](undefined);
  const found = list.find(
    (visit) => visit.transactionId === transactionId || visit.id === transactionId,
  );
  if (!found)
    throw new Failure('missing', 'There is no visit of that transaction on this computer.', {
      detail: 'no-consultation',
    });
  return found;
}

/**
 * Resolves when the visit is as wished, or, where that is asked for, is on hold for so many
 * milliseconds.
 */
function until(
  core: OpenProfile,
  id: string,
  { is, orHeldFor }: { is(visit: Visit): boolean; orHeldFor?: number },
): Promise<Visit> {
  return new Promise((resolve, reject) => {
    let giveUp: NodeJS.Timeout | undefined;
    const stop = core.onNotice((name, payload) => {
      if (name === 'visits.changed') look(payload as Visit);
    });
    const done = (visit: Visit) => {
      stop();
      clearTimeout(giveUp);
      resolve(visit);
    };
    const look = (visit: Visit) => {
      if (visit.id !== id) return;
      if (is(visit)) return done(visit);
      if (visit.hold === undefined) {
        clearTimeout(giveUp);
        giveUp = undefined;
      } else if (orHeldFor !== undefined) giveUp ??= setTimeout(() => done(visit), orHeldFor);
    };
    // It may be so already, before we listened.
    Promise.resolve(core.handlers['visits.get']({ id })).then(look, reject);
  });
}
