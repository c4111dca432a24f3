/** Options of all commands: how each is read, and its line in the help. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { Failure } from '../../shared/failure.ts';

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
  user: { type: 'string' },
  device: { type: 'boolean', default: false },
  oidc: { type: 'boolean', default: false },
  rx: { type: 'string' },
  task: { type: 'string' },
  event: { type: 'string', multiple: true },
  ontology: { type: 'string' },
  release: { type: 'string' },
  legacy: { type: 'boolean', default: false },
  kind: { type: 'string' },
  top: { type: 'string' },
  local: { type: 'boolean', default: false },
  dialect: { type: 'string' },
  show: { type: 'boolean', default: false },
  remove: { type: 'boolean', default: false },
  section: { type: 'string', multiple: true },
  engine: { type: 'string' },
  server: { type: 'string' },
  model: { type: 'string' },
  token: { type: 'string' },
  here: { type: 'boolean', default: false },
} satisfies ParseArgsOptionsConfig;

export type OptionName = keyof typeof options;

/** Options that every command takes. */
const common: readonly OptionName[] = ['data', 'passphrase', 'help'];

/** Value's name, empty for a switch, and the words of the help. */
export const optionWords: Readonly<Record<OptionName, readonly [value: string, words: string]>> = {
  data: [
    'FOLDER',
    'where Scriba keeps everything (else SCRIBA_DATA, else the usual place of the system)',
  ],
  passphrase: [
    '',
    'the vault has a passphrase; it is the first line of standard input, before all others',
  ],
  help: ['', 'this page; also -h, and "help COMMAND"'],
  wait: ['', 'go on until the result is there, however long it takes'],
  template: ['ID', 'a document that is wanted; may be repeated (see "account offer")'],
  language: ['ID', 'a language that is spoken; may be repeated (see "account offer")'],
  'note-language': ['ID', 'the language of the note'],
  patient: [
    'NAME',
    'the name of the patient. "-" reads it from standard input, "@FILE" from the first line of a file: what stands on the command line can be read by every user of the computer',
  ],
  case: ['ID', 'practice only: which written visit answers'],
  base: ['URL', 'https address of the platform'],
  brand: ['WORD', 'the brand word of the platform'],
  'client-id': ['ID', 'the client id of the platform'],
  user: ['NAME', 'the name of a person who has an account there'],
  device: ['', 'shows a code that a person approves in a browser'],
  oidc: ['', 'a person signs in on the page of the hospital, in a browser on this computer'],
  rx: ['ID', 'the prescription; "-" and "@FILE" as with a patient\'s name'],
  task: ['WORD', 'what the platform does with the document: smart (default), pii, classification'],
  event: [
    'NAME',
    'an event to be told of; may be repeated; all that Scriba acts on where left out',
  ],
  ontology: ['NAME', 'snomed, loinc, medication or icd-10-cm'],
  release: ['NAME', 'a version of the list (see "codes registry"); the first where left out'],
  legacy: ['', 'asks the older call of the platform; SNOMED CT only'],
  kind: ['WORD', 'symptom or diagnosis; both where left out'],
  top: ['NUMBER', 'how many results for each question, 1 to 10 (5)'],
  local: ['', 'this computer alone, as it is without'],
  dialect: ['WORD', 'us or gb: whose names of SNOMED CT are preferred'],
  show: ['', 'each row that is kept, one a line'],
  remove: ['', 'the list is used no more'],
  section: ['TITLE', 'a section of your template, or TITLE=HOLDS; may be repeated, in their order'],
  engine: [
    'WORD',
    'what recognises the speech: built-in (the default), server, or the folder of a model, such as ./whisper-base',
  ],
  server: ['URL', 'the speech server: https, or http on this computer'],
  model: ['NAME', 'its model, as the server calls it'],
  token: [
    'WORD',
    'its token: "-" reads it from standard input, "@FILE" from the first line of a file; not on the command line itself, which every user of the computer can read',
  ],
  here: ['', 'speech and note are made on this computer; no platform is told of the visit'],
};

export const usage = (message: string) => new Failure('invalid', message, { detail: 'usage' });

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options, allowPositionals: true });

/** Values of all options as they are read; absent ones are undefined or false. */
export type Values = ReturnType<typeof parse>['values'];

/** Throws Failure `invalid` / `usage` with a sentence that says what is wrong. */
export function readLine(args: readonly string[]): ReturnType<typeof parse> {
  try {
    return parse(args);
  } catch (error) {
    throw usage(sentenceFor(error));
  }
}

/** Node's own sentences speak of positional arguments. */
function sentenceFor(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const name = /'(?:-\w, )?(--?[^\s']+)/.exec(message ?? '')?.[1];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${name}.`;
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && name !== undefined) {
    const option = name.replace(/^--/, '') as OptionName;
    return options[option]?.type === 'boolean'
      ? `${name} takes no value.`
      : `${name} needs a value: ${name} ${optionWords[option]?.[0] ?? 'VALUE'}. Write ${name}=VALUE where it begins with "-".`;
  }
  return 'The arguments are not understood.';
}

/**
 * `command`: its words as they were given. Throws Failure `invalid` / `usage` for an option that
 * this command does not take: it would do nothing, in silence.
 */
export function checkOptions(
  command: string,
  values: Values,
  taken: readonly OptionName[] = [],
): void {
  for (const name of Object.keys(values) as OptionName[]) {
    const isGiven = values[name] !== undefined && values[name] !== false;
    if (isGiven && !common.includes(name) && !taken.includes(name))
      throw usage(`${command} takes no --${name}.`);
  }
}
