/** Reads the command line of the headless host into one command; pure. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { Failure } from '../../shared/failure.ts';
import {
  CLINIC_USAGE,
  type ClinicCommand,
  isClinicCommand,
  readClinicCommand,
} from './clinic-commands.ts';
import { ENTITIES_USAGE } from './linking-commands.ts';
import { POLICY_USAGE } from './policy-command.ts';
import { TERMINOLOGY_USAGE } from './terminology-commands.ts';

export type Command =
  | ClinicCommand
  | { readonly name: 'help' }
  | { readonly name: 'status' }
  | { readonly name: 'practice' }
  | { readonly name: 'policy' }
  | { readonly name: 'result'; readonly transactionId: string; readonly wait: boolean }
  | { readonly name: 'save-all'; readonly transactionId: string; readonly file: string }
  | {
      readonly name: 'sign-in';
      readonly baseUrl: string;
      readonly brand: string;
      readonly clientId: string;
    }
  | {
      readonly name: 'send';
      readonly files: readonly string[];
      readonly templates?: readonly string[] | undefined;
      readonly inputLanguages?: readonly string[] | undefined;
      readonly outputLanguage?: string | undefined;
      readonly patient: string;
      readonly practiceCase?: string | undefined;
      readonly wait: boolean;
    };

/** `passphrase`: the first line of standard input opens (or, for a new clinic, makes) the vault. */
export type Asked = {
  readonly data?: string | undefined;
  readonly passphrase: boolean;
  readonly command: Command;
};

export const USAGE = `Usage: npm run scriba -- [--data FOLDER] [--passphrase] COMMAND

  practice                      choose the practice profile: invented patients, no account
  sign-in --base URL --brand WORD --client-id ID
                                choose the clinic and sign in; the client secret is read from standard input
  send FILE... [--patient NAME] [--template ID]... [--language ID]... [--note-language ID]
               [--case ID] [--wait]
                                seal recordings (wav, mp3, m4a, ogg, webm) and send them as they are
  status                        what is on its way, and what is done
  result TRANSACTION [--wait]   the note of one visit
  save-all TRANSACTION FILE     everything of one visit as a zip: its sound, its documents
${POLICY_USAGE}
${CLINIC_USAGE}
${TERMINOLOGY_USAGE}
${ENTITIES_USAGE}

  --data FOLDER   where Scriba keeps everything (else SCRIBA_DATA, else the system's usual place)
  --passphrase    the vault has a passphrase; it is the first line of standard input
  --wait          go on until the note is there, however long it takes

Results are lines of JSON on standard output, words go to standard error.
Exit code: 0 done, 1 failed, 2 wrong usage, 3 not there yet (it is kept and goes on the next time).`;

const options = {
  data: { type: 'string' },
  passphrase: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  wait: { type: 'boolean', default: false },
  template: { type: 'string', multiple: true },
  language: { type: 'string', multiple: true },
  'note-language': { type: 'string' },
  patient: { type: 'string' },
  case: { type: 'string' },
  base: { type: 'string' },
  brand: { type: 'string' },
  'client-id': { type: 'string' },
  rx: { type: 'string' },
  task: { type: 'string' },
  event: { type: 'string', multiple: true },
  ontology: { type: 'string' },
  top: { type: 'string' },
} satisfies ParseArgsOptionsConfig;

/** Throws Failure `invalid` / `usage` with a sentence that says what is wrong. */
export function readArguments(args: readonly string[]): Asked {
  const { values, positionals } = parsed(args);
  const [name, ...rest] = positionals;
  const asked = (command: Command): Asked => ({
    data: values.data,
    passphrase: values.passphrase,
    command,
  });
  if (values.help || name === undefined || name === 'help') return asked({ name: 'help' });
  const none = () => {
    if (rest.length > 0) throw usage(`${name} takes no ${rest[0]}.`);
  };
  switch (name) {
    case 'status':
    case 'practice':
    case 'policy':
      none();
      return asked({ name });
    case 'result': {
      const [transactionId, ...more] = rest;
      if (transactionId === undefined || more.length > 0)
        throw usage('result takes one transaction id.');
      return asked({ name, transactionId, wait: values.wait });
    }
    case 'save-all': {
      const [transactionId, file, ...more] = rest;
      if (transactionId === undefined || file === undefined || more.length > 0)
        throw usage('save-all takes one transaction id and one file.');
      return asked({ name, transactionId, file });
    }
    case 'sign-in': {
      none();
      const { base: baseUrl, brand, 'client-id': clientId } = values;
      if (!baseUrl || !brand || !clientId)
        throw usage('sign-in needs --base, --brand and --client-id.');
      return asked({ name, baseUrl, brand, clientId });
    }
    case 'send':
      if (rest.length === 0) throw usage('send needs at least one file.');
      return asked({
        name,
        files: rest,
        templates: values.template,
        inputLanguages: values.language,
        outputLanguage: values['note-language'],
        patient: values.patient ?? 'Imported recording',
        practiceCase: values.case,
        wait: values.wait,
      });
    default: {
      const { rx, task, event, ontology, top, wait } = values;
      if (isClinicCommand(name))
        return asked(readClinicCommand(name, rest, { rx, task, event, ontology, top, wait }));
      throw usage(`There is no command ${name}.`);
    }
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw usage(error instanceof Error ? error.message : 'The arguments are not understood.');
  }
}

const usage = (message: string) => new Failure('invalid', message, { detail: 'usage' });
