/**
 * Commands about terminologies: they need no vault, no key store, no account, and no other Scriba
 * to be closed.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../../shared/failure.ts';
import { dataFolder } from '../hosts/common/data-folder.ts';
import {
  createTerminology,
  type Hints,
  type Ontology,
  ontologies,
  type Terminology,
} from '../infrastructure/terminology/terminology.ts';
import { DONE, type Terminal } from './commands.ts';

export const TERMINOLOGY_USAGE = `  terminology import icd10cm|snomed|loinc|rxnorm FILE|FOLDER|ZIP... [--dialect us|gb]
                                installs a release from its official files: ICD-10-CM (order file, tabular list, index; or
                                CSV), SNOMED CT (RF2 Snapshot), LOINC (Loinc.csv), RxNorm (RRF); a zip need not be unpacked
  terminology status            what answers for each: ontology, version (starter-1 until one is imported), codes, terms, bytes
  link --ontology icd-10-cm|snomed|loinc|medication [--top 5] [--local]
                                codes for each line of standard input: text, or JSON {"query": …, "metadata": {…}};
                                one line of JSON each: {query, results: [{code, name, score, isLinked, why}]};
                                always from this computer alone, with --local or without (codes link asks the platform)`;

export type TerminologyCommand =
  | {
      readonly name: 'import';
      readonly importer: string;
      readonly files: readonly string[];
      readonly dialect?: 'us' | 'gb' | undefined;
    }
  | { readonly name: 'status' }
  | { readonly name: 'link'; readonly ontology: Ontology; readonly top: number };

const MOST_RESULTS = 10;
const usage = (message: string) => new Failure('invalid', message, { detail: 'usage' });

/**
 * Undefined where the command is not one of these. Throws Failure `invalid` / `usage` with a
 * sentence.
 */
export function readTerminologyArguments(
  args: readonly string[],
): { readonly data: string | undefined; readonly command: TerminologyCommand } | undefined {
  const options = {
    data: { type: 'string' },
    ontology: { type: 'string' },
    top: { type: 'string' },
    local: { type: 'boolean', default: false },
    dialect: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const loose = parseArgs({ args: [...args], options, allowPositionals: true, strict: false });
  const [first] = loose.positionals;
  if ((first !== 'terminology' && first !== 'link') || loose.values.help === true) return undefined;
  const read = parsed(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  const { values, positionals } = read;
  const [, second, ...rest] = positionals;
  const asked = (command: TerminologyCommand) => ({ data: values.data, command });
  if (first === 'link') {
    if (second !== undefined) throw usage('link reads its questions from standard input.');
    const ontology = ontologies.find((one) => one === values.ontology);
    if (!ontology) throw usage(`link needs --ontology, one of ${ontologies.join(', ')}.`);
    const top = Number(values.top ?? 5);
    if (!Number.isInteger(top) || top < 1 || top > MOST_RESULTS)
      throw usage(`--top is a number from 1 to ${MOST_RESULTS}.`);
    return asked({ name: 'link', ontology, top });
  }
  if (second === 'status' && rest.length === 0) return asked({ name: 'status' });
  if (second === 'import') {
    const [importer, ...files] = rest;
    if (importer === undefined || files.length === 0)
      throw usage(
        'terminology import takes the name of a terminology (icd10cm, snomed, loinc, rxnorm) and its files.',
      );
    const dialect = values.dialect;
    if (dialect !== undefined && dialect !== 'us' && dialect !== 'gb')
      throw usage('--dialect is us or gb.');
    return asked({ name: 'import', importer, files, ...(dialect ? { dialect } : {}) });
  }
  throw usage('terminology takes import or status.');
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw usage(error instanceof Error ? error.message : 'The arguments are not understood.');
  }
}

/** Returns the exit code. Throws what the terminology throws. */
export async function runTerminology(
  { data, command }: NonNullable<ReturnType<typeof readTerminologyArguments>>,
  terminal: Terminal,
): Promise<number> {
  const terminology = createTerminology({ folder: path.join(dataFolder(data), 'terminology') });
  try {
    return await runCommand(terminology, command, terminal);
  } finally {
    terminology.close();
  }
}

async function runCommand(
  terminology: Terminology,
  command: TerminologyCommand,
  terminal: Terminal,
): Promise<number> {
  switch (command.name) {
    case 'status': {
      const installed = terminology.status();
      for (const one of installed) terminal.line(one);
      if (installed.length === 0)
        terminal.word('No terminology is installed. See terminology import.');
      return DONE;
    }
    case 'import': {
      let told = -1;
      const facts = await terminology.import(command.importer, command.files, {
        ...(command.dialect ? { preferences: { dialect: command.dialect } } : {}),
        progress({ stage, share }) {
          const tenth = Math.floor(share * 10) + (stage === 'writing' ? 10 : 0);
          if (tenth !== told && tenth % 5 === 0)
            terminal.word(`${stage} ${Math.round(share * 100)} %`);
          told = tenth;
        },
      });
      terminal.line(facts);
      return DONE;
    }
    case 'link': {
      // Before anything is read: who has no terminology should not type first.
      terminology.link(command.ontology, 'fever', 1);
      let number = 0;
      for (
        let line = await terminal.nextLine();
        line !== undefined;
        line = await terminal.nextLine()
      ) {
        number += 1;
        if (line.includes('\u0000') || line.includes('\ufffd'))
          throw usage(`Line ${number} is not text in UTF-8.`);
        const asked = questionIn(line);
        if (asked === undefined) continue;
        terminal.line({
          query: asked.query,
          results: terminology.link(command.ontology, asked.query, command.top, asked.hints),
        });
      }
      return DONE;
    }
  }
}

/**
 * A line is JSON with `query` and perhaps `metadata` (contract 2.2: texts), or the question itself.
 * Empty lines ask nothing.
 */
export function questionIn(
  line: string,
): { readonly query: string; readonly hints: Hints } | undefined {
  const text = line.trim();
  if (text === '') return undefined;
  if (!text.startsWith('{')) return { query: text, hints: {} };
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw usage('A line that begins with { must be JSON.');
  }
  const { query, metadata } = read as { query?: unknown; metadata?: unknown };
  if (typeof query !== 'string') throw usage('A line of JSON needs "query", a text.');
  const told = typeof metadata === 'object' && metadata !== null ? Object.entries(metadata) : [];
  return {
    query,
    hints: Object.fromEntries(
      told.filter((hint): hint is [string, string] => typeof hint[1] === 'string'),
    ),
  };
}
