/**
 * The command `entities`: what texts name, with place, status and the codes that are sure. No
 * vault, key store or account.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../../shared/failure.ts';
import { confidentCodes } from '../features/coding/extraction/confident-codes.ts';
import { createExtraction } from '../features/coding/extraction/extraction.ts';
import { dataFolder } from '../hosts/common/data-folder.ts';
import { createTerminology } from '../infrastructure/terminology/terminology.ts';
import { DONE, type Terminal } from './commands.ts';

export const ENTITIES_USAGE = `  entities                      what each line of standard input names: {text, entities: [{text, start, end, kind,
                                status, codes: [{system, code, name}]}]}; a code only where the linker is sure`;

/** Longer lines are no notes; a visit of three hours has less. */
const LONGEST_TEXT = 1_000_000;
const usage = (message: string) => new Failure('invalid', message, { detail: 'usage' });

/** Undefined where the command is another. Throws Failure `invalid` / `usage` with a sentence. */
export function readEntitiesArguments(
  args: readonly string[],
): { readonly data: string | undefined } | undefined {
  const options = {
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const loose = parseArgs({ args: [...args], options, allowPositionals: true, strict: false });
  if (loose.positionals[0] !== 'entities' || loose.values.help === true) return undefined;
  const read = parsed(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  if (read.positionals.length > 1)
    throw usage('entities reads its texts from standard input, one a line.');
  return { data: read.values.data };
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw usage(error instanceof Error ? error.message : 'The arguments are not understood.');
  }
}

/**
 * Returns the exit code. Throws what the terminology throws, `missing` / `no-terminology`, and
 * `invalid` / `usage` with the number of a line.
 */
export async function runEntities(
  { data }: { readonly data: string | undefined },
  terminal: Terminal,
): Promise<number> {
  const terminology = createTerminology({ folder: path.join(dataFolder(data), 'terminology') });
  try {
    // Before anything is read: who has no terminology should not type first.
    if (terminology.status().length === 0)
      throw new Failure(
        'missing',
        'No terminology is installed. Import one first: see terminology import.',
        { detail: 'no-terminology' },
      );
    const extraction = createExtraction({ terminology });
    let number = 0;
    for (
      let text = await terminal.nextLine();
      text !== undefined;
      text = await terminal.nextLine()
    ) {
      number += 1;
      if (text.trim() === '') continue;
      if (text.length > LONGEST_TEXT)
        throw usage(`Line ${number} is too long: ${LONGEST_TEXT} letters at most.`);
      if (text.includes('\u0000') || text.includes('\ufffd'))
        throw usage(`Line ${number} is not text in UTF-8.`);
      const entities = extraction.ofText(text).map((one) => ({
        text: one.text,
        ...one.span,
        kind: one.kind,
        status: one.status,
        codes: confidentCodes(terminology, one),
      }));
      terminal.line({ text, entities });
    }
    return DONE;
  } finally {
    terminology.close();
  }
}
