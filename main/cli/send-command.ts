/** `send`: recordings in files become visits. All that can be refused is refused before the first. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../shared/failure.ts';
import { type Offer, templatesToAsk } from '../../shared/model/account/account.ts';
import type { Visit, VisitSetup } from '../../shared/model/visit.ts';
import { visitSetup } from '../../shared/model/visit-setup.ts';
import { templatesHere } from '../../shared/model/work-here.ts';
import type { App } from '../app/app.ts';
import type { OpenProfile } from '../hosts/common/profiles.ts';
import type { Command } from './arguments.ts';
import { DONE, FAILED, NOT_YET } from './exit-codes.ts';
import { readAs } from './input-words.ts';
import { usage } from './options.ts';
import { personalWord } from './personal-words.ts';
import { cutShort, readableFile } from './readable-file.ts';
import type { Terminal } from './terminal.ts';
import { HOLD_COUNTS_AFTER, handedOver, holdReason, settled, shown, until } from './visits.ts';

type SendCommand = Extract<Command, { name: 'send' }>;

/** Returns the exit code. Throws Failure `invalid` / `usage` before anything is taken in. */
export async function send(
  core: OpenProfile,
  { files, wait, ...wish }: SendCommand,
  terminal: Terminal,
): Promise<number> {
  const patient = await personalWord(wish.patient, '--patient', terminal);
  const setup = await setupFor(core, { ...wish, patient });
  const sent = new Map<string, string>();
  for (const file of files) {
    try {
      const visit = await takeIn(core, setup, file);
      sent.set(visit.id, file);
      terminal.line({ file: path.basename(file), ...shown(visit) });
      const { missingSeconds = 0 } = visit;
      if (missingSeconds > 0)
        terminal.word(
          `${cutShort(file, missingSeconds)} What is there was taken in; look for the whole file.`,
        );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      terminal.line({ file: path.basename(file), error: error.detail ?? error.code });
      terminal.word(`${file}: ${error.message} Nothing of it was taken in.`);
    }
  }
  const after = await Promise.all([...sent.keys()].map((id) => wentOn(core, id, wait, terminal)));
  for (const visit of after) {
    terminal.line(shown(visit));
    if (visit.state === 'attention')
      terminal.word(`${sent.get(visit.id)}: ${troubleOf(visit)} See "retry --help".`);
  }
  if (sent.size < files.length || after.some(({ state }) => state === 'attention')) return FAILED;
  return toldOfHolds(core, after, terminal);
}

export const troubleOf = ({ trouble }: Visit): string => trouble?.message ?? 'It needs a person.';

/** Waits until the platform has it or it is held; with `wait` until nothing more comes of it. */
export function wentOn(
  core: OpenProfile,
  id: string,
  wait: boolean,
  terminal: Terminal,
): Promise<Visit> {
  return until(
    core,
    id,
    wait
      ? {
          is: settled,
          held: (hold) =>
            void holdReason(core, hold).then((why) =>
              terminal.word(`A visit is kept here and waits: ${why}`),
            ),
        }
      : { is: handedOver, orHeldFor: HOLD_COUNTS_AFTER },
  );
}

/** Returns the exit code. */
export async function toldOfHolds(
  core: OpenProfile,
  visits: readonly Visit[],
  terminal: Terminal,
): Promise<number> {
  const waiting = visits.flatMap(({ hold }) => hold ?? []);
  const [first] = waiting;
  if (first === undefined) return DONE;
  terminal.word(
    `${waiting.length === 1 ? '1 visit waits' : `${waiting.length} visits wait`} here, sealed, and go on with the next command: ${await holdReason(core, first)}`,
  );
  return NOT_YET;
}

async function takeIn(core: OpenProfile, setup: VisitSetup, file: string): Promise<Visit> {
  const size = await readableFile(file);
  return appOf(core).importFile(setup, {
    name: path.basename(file),
    size,
    read: () => createReadStream(file),
  });
}

function appOf(core: OpenProfile): App {
  const app = core.app();
  if (!app) throw new Error('The profile is not open.');
  return app;
}

async function setupFor(
  core: OpenProfile,
  wish: Omit<SendCommand, 'name' | 'files' | 'wait'>,
): Promise<VisitSetup> {
  const { visit } = await core.handlers['settings.get'](undefined);
  const here = wish.here || (await core.handlers['here.get'](undefined)).usual;
  const practiceCase = here ? undefined : (wish.practiceCase ?? visit.practiceCase);
  const offer = await core.handlers['account.offer'](undefined);
  const asked = here ? [...templatesHere] : templatesToAsk(visit.templates, offer);
  const setup = readAs(visitSetup, {
    patient: { name: wish.patient },
    mode: visit.mode,
    modelType: visit.modelType,
    templates: wish.templates ?? asked,
    ...(here && { worksHere: true }),
    inputLanguages: wish.inputLanguages ?? visit.inputLanguages,
    outputLanguage: wish.outputLanguage ?? visit.outputLanguage,
    codify: visit.codify,
    ...(practiceCase === undefined ? {} : { practiceCase }),
  });
  checkOffer(wish, offer);
  return setup;
}

/**
 * Checks the choices of the command line alone: settings were checked where they were made.
 * Throws Failure `invalid` / `usage` with what there is.
 */
function checkOffer(
  {
    templates = [],
    inputLanguages = [],
    outputLanguage,
    practiceCase,
  }: Pick<SendCommand, 'templates' | 'inputLanguages' | 'outputLanguage' | 'practiceCase'>,
  { languages, limits, practiceCases }: Offer,
): void {
  const known = (option: string, ids: readonly string[], offered: readonly { id: string }[]) => {
    const unknown = ids.find((id) => offered.every((one) => one.id !== id));
    if (unknown !== undefined)
      throw usage(
        `--${option} ${unknown} is not known; nothing was taken in. There are ${offered.map(({ id }) => id).join(', ')}.`,
      );
  };
  known('language', inputLanguages, languages);
  known('note-language', outputLanguage === undefined ? [] : [outputLanguage], languages);
  if (practiceCases.length > 0)
    known('case', practiceCase === undefined ? [] : [practiceCase], practiceCases);
  const most = (option: string, given: number, limit: number) => {
    if (given > limit)
      throw usage(
        `--${option} may be given ${limit} times at most on this platform; nothing was taken in.`,
      );
  };
  most('language', inputLanguages.length, limits.inputLanguages);
  most('template', templates.length, limits.templates);
}
