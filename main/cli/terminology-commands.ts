/**
 * Commands about terminologies: they need no vault, no key store, no account, and no other Scriba
 * to be closed.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LARGEST_OWN_LIST } from '../../shared/model/coding/own-list.ts';
import { dataFolder } from '../hosts/common/data-folder.ts';
import {
  createTerminology,
  type Hints,
  type Ontology,
  ontologies,
  type Terminology,
} from '../infrastructure/terminology/terminology.ts';
import { DONE, FAILED } from './exit-codes.ts';
import { numberOf } from './families/operation.ts';
import { checkOptions, usage, type Values } from './options.ts';
import { readableFile } from './readable-file.ts';
import type { Terminal } from './terminal.ts';

export type TerminologyCommand =
  | {
      readonly name: 'import';
      readonly importer: string;
      readonly files: readonly string[];
      readonly dialect?: 'us' | 'gb' | undefined;
    }
  | { readonly name: 'status' }
  | { readonly name: 'own'; readonly file: string }
  | { readonly name: 'own-show' }
  | { readonly name: 'own-remove' }
  | { readonly name: 'link'; readonly ontology: Ontology; readonly top: number };

/** `name`: `terminology` or `link`. Throws Failure `invalid` / `usage` with a sentence. */
export function readTerminologyCommand(
  name: string,
  [operation, ...rest]: readonly string[],
  values: Values,
): TerminologyCommand {
  if (name === 'link') {
    if (operation !== undefined) throw usage('link reads its questions from standard input.');
    const ontology = ontologies.find((one) => one === values.ontology);
    if (!ontology) throw usage(`link needs --ontology, one of ${ontologies.join(', ')}.`);
    return { name: 'link', ontology, top: numberOf(values.top, 5) };
  }
  if (operation === 'status' && rest.length === 0) {
    checkOptions('terminology status', values);
    return { name: 'status' };
  }
  if (operation === 'import') {
    const [importer, ...files] = rest;
    if (importer === undefined || files.length === 0)
      throw usage(
        'terminology import takes the name of a terminology (icd10cm, snomed, loinc, rxnorm) and its files.',
      );
    const { dialect } = values;
    if (dialect !== undefined && dialect !== 'us' && dialect !== 'gb')
      throw usage('--dialect is us or gb.');
    return { name: 'import', importer, files, ...(dialect ? { dialect } : {}) };
  }
  if (operation === 'own') return readOwnCommand(rest, values);
  throw usage('terminology takes import, own or status.');
}

function readOwnCommand([file, ...more]: readonly string[], values: Values): TerminologyCommand {
  const { show, remove } = values;
  checkOptions('terminology own', values, ['show', 'remove']);
  const asked = [file !== undefined, show === true, remove === true].filter(Boolean);
  if (asked.length !== 1 || more.length > 0)
    throw usage('terminology own takes one file, or --show, or --remove.');
  if (file !== undefined) return { name: 'own', file };
  return { name: show ? 'own-show' : 'own-remove' };
}

/** Returns the exit code. Throws what the terminology throws. */
export async function runTerminology(
  data: string | undefined,
  command: TerminologyCommand,
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
      const own = terminology.own.list();
      if (own.rows > 0 || own.trouble) terminal.line({ own });
      return DONE;
    }
    case 'own':
      return takeOwn(terminology, command.file, terminal);
    case 'own-show':
      for (const row of terminology.own.rows()) terminal.line(row);
      return DONE;
    case 'own-remove':
      terminology.own.remove();
      return DONE;
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
        let line = await terminal.nextLine('questions, one a line, then end of input');
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

/** Throws what `readableFile` and `Own.take` throw. */
async function takeOwn({ own }: Terminology, file: string, terminal: Terminal): Promise<number> {
  // A larger file is refused by its size, not read.
  const size = await readableFile(file);
  const outcome = await own.take(
    size > LARGEST_OWN_LIST ? new Uint8Array(LARGEST_OWN_LIST + 1) : await readFile(file),
  );
  terminal.line(outcome);
  if (outcome.taken === 0)
    terminal.word('No row is right, so nothing was changed: the earlier list stays.');
  if (outcome.refused.length === 0) return DONE;
  terminal.word(`Rows that were not taken: ${outcome.refused.length}. See "refused".`);
  return FAILED;
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
