/** Help pages of all commands: an overview, and one page a command or family. */
import { EXIT_CODES } from './exit-codes.ts';
import { families } from './families/families.ts';
import type { Family } from './families/operation.ts';
import { type OptionName, optionWords } from './options.ts';

/** One way to use a command. */
type Form = {
  /** Arguments behind the name of the command. */
  readonly usage: string;
  readonly does: string;
};

export type Page = {
  readonly summary: string;
  readonly forms: readonly Form[];
  readonly options: readonly OptionName[];
  readonly notes?: readonly string[];
  /** Arguments alone; the program of a pipe stands before ` | `. */
  readonly examples: readonly string[];
};

const single: Readonly<Record<string, Page>> = {
  practice: {
    summary: 'choose the practice profile: invented patients, no account',
    forms: [{ usage: '', does: 'chooses it, and makes its vault where there is none' }],
    options: [],
    examples: ['practice'],
  },
  'without-platform': {
    summary: 'choose the clinic, and work on this computer: no account',
    forms: [
      {
        usage: '',
        does: 'chooses it, makes its vault where there is none, and has visits worked on here',
      },
    ],
    options: [],
    notes: [
      'The first time it tells the recovery code of the vault on standard error: write it down.',
      'Where the computer has no keychain (a server, a kiosk), add --passphrase: "sign-in --help".',
      '"here --help" tells how engines are set; a later sign-in changes nothing of what is here.',
    ],
    examples: ['without-platform', 'cat passphrase.txt | without-platform --passphrase'],
  },
  'sign-in': {
    summary: 'choose the clinic and sign in',
    forms: [
      {
        usage: '--base URL --brand WORD --client-id ID',
        does: 'the client secret is the first line of standard input; with --passphrase the second',
      },
      {
        usage: '--base URL --brand WORD --user NAME',
        does: 'as a person, where the platform has such accounts; the password is read in the same way and kept nowhere',
      },
      {
        usage: '--base URL --brand WORD --device',
        does: 'tells an address and a code on standard error, and waits until it is entered in a browser',
      },
      {
        usage: '--base URL --brand WORD --oidc --client-id ID',
        does: 'tells the address of the sign-in page on standard error, and waits five minutes for a browser on this computer; ID is that of Scriba at the sign-in server',
      },
    ],
    options: ['base', 'brand', 'client-id', 'user', 'device', 'oidc'],
    notes: [
      'The first time it makes the vault and tells its recovery code on standard error: write it down.',
      'Keys go into the keychain of this computer. Where it has none (a server, a kiosk), add --passphrase: keys then lie in a file behind that passphrase (8 letters at least), which every later command needs in the same way.',
    ],
    examples: [
      'cat secret.txt | sign-in --base https://platform.example --brand svc --client-id CL_0001',
      'sign-in --base https://scribe.hospital.example --brand svc --device',
      'sign-in --base https://scribe.hospital.example --brand svc --oidc --client-id scriba',
      'cat passphrase.txt secret.txt | sign-in --passphrase --base https://platform.example --brand svc --client-id CL_0001',
    ],
  },
  send: {
    summary: 'seal recordings and send them',
    forms: [
      {
        usage: 'FILE...',
        does: 'wav, mp3, m4a, ogg or webm; sealed first, then sent as they are; one visit a file',
      },
    ],
    options: ['patient', 'template', 'language', 'note-language', 'case', 'here', 'wait'],
    notes: [
      'Without --wait it ends when the platform has everything; what becomes of it is told by "result".',
      'With --wait, a recording without speech, or one that the platform cannot make a note of, ends with 1.',
      'With --here the file is WAV of 16 kHz, one channel and 16 bit; "here --help" tells how engines are set.',
      'Names of files stand in the list of processes too: call them without the name of a patient.',
    ],
    examples: [
      'cat name.txt | send visit.wav --patient - --language hi --language en-IN --note-language en-IN --wait',
      'send a.mp3 b.mp3 --patient @/run/scriba/name.txt',
    ],
  },
  status: {
    summary: 'what is on its way, and what is done',
    forms: [{ usage: '', does: 'one line a visit, newest first, with its state and its trouble' }],
    options: [],
    examples: ['status'],
  },
  result: {
    summary: 'the note of one visit',
    forms: [{ usage: 'TRANSACTION', does: 'its state and its note; 3 while there is none yet' }],
    options: ['wait'],
    examples: ['result txn-01J9ZZZZZZZZZZZZZZZZZZZZZZ --wait'],
  },
  retry: {
    summary: 'send a visit again that needs a person',
    forms: [{ usage: 'TRANSACTION', does: 'tries once more; goes on until the platform has it' }],
    options: ['wait'],
    examples: ['retry txn-01J9ZZZZZZZZZZZZZZZZZZZZZZ --wait'],
  },
  'save-all': {
    summary: 'everything of one visit as a zip',
    forms: [
      { usage: 'TRANSACTION FILE', does: 'its sound and its documents; never writes over a file' },
    ],
    options: [],
    examples: ['save-all txn-01J9ZZZZZZZZZZZZZZZZZZZZZZ visit.zip'],
  },
  policy: {
    summary: 'what the organisation has set for this computer',
    forms: [{ usage: '', does: '1 where something in its file is wrong; opens no vault' }],
    options: [],
    examples: ['policy'],
  },
  terminology: {
    summary: 'lists of codes on this computer',
    forms: [
      {
        usage: 'import icd10cm|snomed|loinc|rxnorm FILE|FOLDER|ZIP...',
        does: 'installs a release from its official files: ICD-10-CM (order file, tabular list, index; or CSV), SNOMED CT (RF2 Snapshot, or the Global Patient Set as a table), LOINC (Loinc.csv), RxNorm (RRF); a zip need not be unpacked',
      },
      {
        usage: 'status',
        does: 'what answers for each: ontology, version, codes, terms, bytes, and whether it came with Scriba (boxed; starter-1)',
      },
      {
        usage: 'own FILE | own --show | own --remove',
        does: "the clinic's own list, which comes before all others: takes the rows of a CSV file that are right, in place of the earlier list, and prints {taken, repeated, refused, warnings}; ends with 1 where a row was refused",
      },
    ],
    options: ['dialect', 'show', 'remove'],
    notes: [
      'It opens no vault, and the app may be open meanwhile.',
      'Columns of the own list: words, code, system, and perhaps name; for medicines also generic and strength, each joined by +, in place of a code or beside it. Each code has to be in the list that is in use.',
    ],
    examples: [
      'terminology import icd10cm icd10cm_2026.zip',
      'terminology own our-words.csv',
      'terminology status',
    ],
  },
  link: {
    summary: 'codes for words, from this computer alone',
    forms: [
      {
        usage: '--ontology NAME',
        does: 'codes for each line of standard input: text, or JSON {"query": …, "metadata": {…}}; one line each: {query, results: [{code, name, score, isLinked, why}]}',
      },
    ],
    options: ['ontology', 'top', 'local'],
    notes: ['It opens no vault. "codes link" asks the platform.'],
    examples: ["printf 'fever\\nhtn\\n' | link --ontology icd-10-cm --top 3"],
  },
  note: {
    summary: 'a draft of the note from a transcript or from sound, from this computer alone',
    forms: [
      {
        usage: 'FILE...',
        does: 'for each transcript, or sound file (as for transcribe), {draft, notUnderstood: {places, isWhole}, sections: [{title, lines: [{text, said: [{turn, start, end}], from, to, findings, unsure}]}]}; "-" reads standard input',
      },
    ],
    options: ['section'],
    notes: [
      'A transcript is {"turns": [{"speaker": "Doctor", "text": "Any fever?", "from": 0, "to": 2}]}; the times are seconds, and may be left out, as the speaker may.',
      'Each line is whole sentences as they were said, at the places that "said" names; nothing is worded anew. A section for which nothing was said is there and says so. What no --section takes stands under "Also said".',
      'A title that says too little is written TITLE=HOLDS, as in "What worries you=complaints".',
      'With the words of "transcribe", a line has their times, and "unsure" lists those that the recogniser doubts: listen to them.',
      'A sentence that the built-in engine doubts as a whole is in no section: "notUnderstood" names its place. Where it doubts most of the visit, as with a language that it does not know, nothing is drafted.',
      'It opens no vault and asks no network.',
    ],
    examples: [
      'note visit.wav',
      'npm run -s scriba -- transcribe visit.mp3 | note -',
      'note visit.json --section Complaints --section Plan',
    ],
  },
  transcribe: {
    summary: 'what sound files say, recognised on this computer or by a speech server',
    forms: [
      {
        usage: 'FILE...',
        does: 'for each WAV or MP3 file {engine, draft, turns: [{text, from, to, words: [{text, from, to, confidence}]}], corrections: [{turn, heard, name, from}], unsure}; times are seconds, progress is told on standard error',
      },
      {
        usage: 'FILE... --engine PATH [--language ID]',
        does: 'the same, by a model: a folder in ONNX (Whisper or Moonshine as Hugging Face lays them out, Parakeet or MedASR also as sherpa-onnx does), or a Whisper of whisper.cpp in one file (ggml-*.bin); a Whisper of many languages decides between those that are named',
      },
      {
        usage: 'FILE... --engine server --server URL --model NAME',
        does: 'the same, by a server that answers POST /v1/audio/transcriptions as OpenAI does (whisper.cpp, speaches, LocalAI, vLLM)',
      },
    ],
    options: ['engine', 'server', 'model', 'token', 'language'],
    notes: [
      'A turn is what one speaker says between two pauses; two speakers are told apart by their voices where these are clearly two, and nobody is named else. Times of words are about, from the letters of their turn, unless a server tells them. "unsure" lists the words that the recogniser itself doubts, and numbers where a server does not tell how sure it is.',
      'Where doubted words sound like a medicine that Scriba knows, "name" stands in the text in place of "heard"; it stays in "unsure".',
      'It opens no vault and writes nothing. The built-in engine and a model in a folder ask no network. A server gets the sound between pauses, and nothing else about the visit; over https, or http on this computer.',
      'Its output is a transcript that "note" reads. "cut": true stands in it where an engine failed in the middle, and the command ends with 1. "missing" are the seconds by which a WAV file holds less than it says; "notUnderstood" names the sentences that the built-in engine doubts as a whole, as where another language was spoken.',
    ],
    examples: [
      'transcribe visit.wav',
      'transcribe visit.wav --engine ./whisper-base --language hi --language en',
      'cat token.txt | transcribe visit.mp3 --engine server --server https://speech.hospital.example --model whisper-1 --token - --language en',
    ],
  },
  entities: {
    summary: 'what texts name, from this computer alone',
    forms: [
      {
        usage: '',
        does: 'for each line of standard input {text, entities: [{text, start, end, kind, status, codes}]}; a code only where it is sure',
      },
    ],
    options: [],
    notes: ['It opens no vault.'],
    examples: ["printf 'C/o fever, no chest pain.\\n' | entities"],
  },
};

const groups: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Begin', ['practice', 'without-platform', 'sign-in', 'account', 'policy']],
  ['Visits', ['send', 'status', 'result', 'retry', 'save-all', 'history']],
  ['Clinic', ['users', 'emr-user', 'orders', 'documents', 'webhooks', 'envelope']],
  ['Codes of the platform', ['codes', 'findings']],
  ['Codes on this computer', ['terminology', 'link', 'entities']],
  ['Notes on this computer', ['transcribe', 'note', 'here']],
];

export const commandNames: readonly string[] = groups.flatMap(([, names]) => names);

/** Undefined where there is no such command. */
export function pageOf(name: string): Page | undefined {
  if (Object.hasOwn(single, name)) return single[name];
  const family = Object.hasOwn(families, name) ? families[name] : undefined;
  return family && pageOfFamily(family);
}

function pageOfFamily({ summary, operations, notes, examples }: Family): Page {
  const all = Object.entries(operations);
  return {
    summary,
    forms: all.map(([operation, { argument, more, options = [], needs = [], does }]) => ({
      usage: [
        operation,
        argument,
        more && `[${more}]`,
        ...needs.map(optionText),
        ...options.filter((name) => !needs.includes(name)).map((name) => `[${optionText(name)}]`),
      ]
        .filter(Boolean)
        .join(' '),
      does,
    })),
    options: [...new Set(all.flatMap(([, { options = [] }]) => options))],
    notes: [
      ...(notes ?? []),
      ...(all.some(([, { isPersonal }]) => isPersonal)
        ? [
            'For ID "-" reads the next line of standard input and "@FILE" the first line of a file: the command line can be read by every user of the computer.',
          ]
        : []),
    ],
    examples,
  };
}

const WIDTH = 100;
const INDENT = 26;
const PROGRAM = 'npm run -s scriba --';

/** The overview of all commands. */
export function overview(): string {
  const lines = groups.flatMap(([title, names]) => [
    '',
    `${title}:`,
    ...names.map((name) => {
      const page = pageOf(name);
      return entry(name, `${page?.summary ?? ''}${operationsOf(name)}`);
    }),
  ]);
  return [
    `Usage: ${PROGRAM} [--data FOLDER] [--passphrase] COMMAND [ARGUMENTS]`,
    '',
    `"${PROGRAM} COMMAND --help" shows the arguments, options and an example of each command.`,
    ...lines,
    '',
    'Options of every command:',
    ...optionLines(['data', 'passphrase', 'help']),
    '',
    'Results are lines of JSON on standard output; words for a person go to standard error.',
    'Close the app first, or name another --data: one Scriba works with a data folder at a time.',
    '',
    EXIT_CODES,
  ].join('\n');
}

function operationsOf(name: string): string {
  const family = Object.hasOwn(families, name) ? families[name] : undefined;
  return family ? `: ${Object.keys(family.operations).join(', ')}` : '';
}

/** The page of one command. */
export function pageText(name: string, { summary, forms, options, notes = [], examples }: Page) {
  return [
    `${name}: ${summary}`,
    '',
    'Usage:',
    ...forms.flatMap(({ usage, does }) => [
      `  ${[PROGRAM, name, usage].filter(Boolean).join(' ')}`,
      ...wrapped(does, WIDTH - 6).map((line) => `      ${line}`),
    ]),
    '',
    'Options:',
    ...optionLines([...options, 'data', 'passphrase', 'help']),
    ...(notes.length > 0 ? ['', ...notes.flatMap((note) => wrapped(note, WIDTH))] : []),
    '',
    examples.length > 1 ? 'Examples:' : 'Example:',
    ...examples.map((example) => `  ${exampleLine(example)}`),
    '',
    EXIT_CODES,
  ].join('\n');
}

function exampleLine(example: string): string {
  const at = example.lastIndexOf(' | ');
  return at === -1
    ? `${PROGRAM} ${example}`
    : `${example.slice(0, at)} | ${PROGRAM} ${example.slice(at + 3)}`;
}

const optionText = (name: OptionName) => `--${name} ${optionWords[name][0]}`.trim();

const optionLines = (names: readonly OptionName[]) =>
  names.map((name) => entry(optionText(name), optionWords[name][1]));

function entry(head: string, words: string): string {
  const [first = '', ...rest] = wrapped(words, WIDTH - INDENT);
  return [
    `  ${head.padEnd(INDENT - 4)}  ${first}`,
    ...rest.map((line) => `${' '.repeat(INDENT)}${line}`),
  ].join('\n');
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
