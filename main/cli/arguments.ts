/** Reads the command line of the headless host into one command; pure. */
import { type FamilyCommand, isFamily, readFamilyCommand } from './families/families.ts';
import type { NoteWords } from './note-command.ts';
import { checkOptions, type OptionName, readLine, usage, type Values } from './options.ts';
import { commandNames, overview, pageOf, pageText } from './pages.ts';
import { readTerminologyCommand, type TerminologyCommand } from './terminology-commands.ts';
import type { TranscribeWords } from './transcribe-command.ts';

export type Command =
  | FamilyCommand
  | { readonly name: 'help'; readonly text: string }
  | { readonly name: 'status' }
  | { readonly name: 'practice' }
  | { readonly name: 'without-platform' }
  | { readonly name: 'policy' }
  | { readonly name: 'entities' }
  | ({ readonly name: 'note' } & NoteWords)
  | ({ readonly name: 'transcribe' } & TranscribeWords)
  | { readonly name: 'terminology'; readonly operation: TerminologyCommand }
  | { readonly name: 'result' | 'retry'; readonly transactionId: string; readonly wait: boolean }
  | { readonly name: 'save-all'; readonly transactionId: string; readonly file: string }
  | {
      readonly name: 'sign-in';
      readonly baseUrl: string;
      readonly brand: string;
      /**
       * A client id, or the name of a person; `device`: by a code that a person approves; `oidc`: on
       * a page of the hospital.
       */
      readonly by: 'client' | 'person' | 'device' | 'oidc';
      readonly clientId: string;
    }
  | {
      readonly name: 'send';
      readonly files: readonly string[];
      readonly templates?: readonly string[] | undefined;
      readonly inputLanguages?: readonly string[] | undefined;
      readonly outputLanguage?: string | undefined;
      /** As it was given: `-` and `@FILE` are still to be read. */
      readonly patient: string;
      readonly practiceCase?: string | undefined;
      readonly here: boolean;
      readonly wait: boolean;
    };

/** `passphrase`: the first line of standard input opens (or, for a new clinic, makes) the vault. */
export type Asked = {
  readonly data?: string | undefined;
  readonly passphrase: boolean;
  readonly command: Command;
};

const UNNAMED = 'Imported recording';

/** Throws Failure `invalid` / `usage` with a sentence that says what is wrong. */
export function readArguments(args: readonly string[]): Asked {
  const { values, positionals } = readLine(args);
  const asked = (command: Command): Asked => ({
    data: values.data,
    passphrase: values.passphrase,
    command,
  });
  const [name, ...rest] = positionals;
  if (name === undefined) return asked({ name: 'help', text: overview() });
  if (name === 'help') return asked(help(rest[0]));
  if (values.help) return asked(help(name));
  const page = pageOf(name);
  if (!page) throw usage(`There is no command ${name}. There are ${commandNames.join(', ')}.`);
  return asked(
    isFamily(name)
      ? readFamilyCommand(name, rest, values)
      : readSingle(name, rest, values, page.options),
  );
}

function help(about: string | undefined): Command {
  if (about === undefined) return { name: 'help', text: overview() };
  const page = pageOf(about);
  if (!page) throw usage(`There is no command ${about}. There are ${commandNames.join(', ')}.`);
  return { name: 'help', text: pageText(about, page) };
}

function readSingle(
  name: string,
  rest: readonly string[],
  values: Values,
  options: readonly OptionName[],
): Command {
  checkOptions(name, values, options);
  switch (name) {
    case 'status':
    case 'practice':
    case 'without-platform':
    case 'policy':
      none(name, rest);
      return { name };
    case 'entities':
      if (rest.length > 0) throw usage('entities reads its texts from standard input, one a line.');
      return { name };
    case 'note':
      if (rest.length === 0) throw usage('note needs at least one transcript, or "-".');
      return { name, files: rest, sections: values.section };
    case 'transcribe':
      return readTranscribe(rest, values);
    case 'result':
    case 'retry':
      return { name, transactionId: oneTransaction(name, rest), wait: values.wait };
    case 'save-all': {
      const [transactionId, file, ...more] = rest;
      if (transactionId === undefined || file === undefined || more.length > 0)
        throw usage('save-all takes one transaction id and one file.');
      return { name, transactionId, file };
    }
    case 'sign-in': {
      none(name, rest);
      const { base: baseUrl, brand } = values;
      const by = waysToSignIn.filter((way) => values[way]);
      const [way] = by;
      if (!baseUrl || !brand || !way || by.length > 1)
        throw usage('sign-in needs --base, --brand and one of --client-id, --user and --device.');
      if (values.oidc && way !== 'client-id')
        throw usage('sign-in --oidc needs --client-id, the id of Scriba at the sign-in server.');
      return {
        name,
        baseUrl,
        brand,
        by: values.oidc ? 'oidc' : byWay[way],
        clientId: values['client-id'] ?? values.user ?? 'device',
      };
    }
    case 'send':
      return readSend(rest, values);
    default:
      return { name: 'terminology', operation: readTerminologyCommand(name, rest, values) };
  }
}

function readTranscribe(files: readonly string[], values: Values): Command {
  if (files.length === 0) throw usage('transcribe needs at least one sound file.');
  const { engine = 'built-in', server, model, token, language } = values;
  if (language?.some((one) => !/^[a-z]{2,3}$/.test(one)))
    throw usage('--language is a language of two letters, such as en.');
  if (engine === 'built-in') {
    if (server ?? model ?? token ?? language)
      throw usage('--server, --model, --token and --language are for other engines: see --engine.');
    return { name: 'transcribe', files };
  }
  if (engine !== 'server') {
    if (!/[/\\.]/.test(engine))
      throw usage(
        '--engine is built-in, server, or the folder of a model, such as ./whisper-base.',
      );
    if (server ?? model ?? token)
      throw usage('--server, --model and --token are for --engine server.');
    return { name: 'transcribe', files, added: { folder: engine, languages: language ?? [] } };
  }
  if (!server || !model) throw usage('--engine server needs --server and --model.');
  if (token !== undefined && token !== '-' && !token.startsWith('@'))
    throw usage('--token is "-" or "@FILE": the command line can be read by every user.');
  if (language && language.length > 1) throw usage('A speech server takes one --language.');
  return {
    name: 'transcribe',
    files,
    server: { address: server, model, token, language: language?.[0] },
  };
}

const waysToSignIn = ['client-id', 'user', 'device'] as const;
const byWay = { 'client-id': 'client', user: 'person', device: 'device' } as const;

function none(name: string, rest: readonly string[]): void {
  if (rest.length > 0) throw usage(`${name} takes no ${rest[0]}.`);
}

function oneTransaction(name: string, [transactionId, ...more]: readonly string[]): string {
  if (transactionId === undefined || more.length > 0)
    throw usage(`${name} takes one transaction id. "status" shows them.`);
  return transactionId;
}

function readSend(files: readonly string[], values: Values): Command {
  if (files.length === 0) throw usage('send needs at least one file.');
  return {
    name: 'send',
    files,
    templates: values.template,
    inputLanguages: values.language,
    outputLanguage: values['note-language'],
    patient: values.patient ?? UNNAMED,
    practiceCase: values.case,
    here: values.here,
    wait: values.wait,
  };
}
