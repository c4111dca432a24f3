/**
 * The command `entities`: what texts name, with place, status and the codes that are sure. No
 * vault, key store or account.
 */
import path from 'node:path';
import { Failure } from '../../shared/failure.ts';
import { confidentCodes } from '../features/coding/extraction/confident-codes.ts';
import { createExtraction } from '../features/coding/extraction/extraction.ts';
import { dataFolder } from '../hosts/common/data-folder.ts';
import { createTerminology } from '../infrastructure/terminology/terminology.ts';
import { DONE } from './exit-codes.ts';
import { usage } from './options.ts';
import type { Terminal } from './terminal.ts';

/** Longer lines are no notes; a visit of three hours has less. */
const LONGEST_TEXT = 1_000_000;
/**
 * Returns the exit code. Throws what the terminology throws, `missing` / `no-terminology`, and
 * `invalid` / `usage` with the number of a line.
 */
export async function runEntities(data: string | undefined, terminal: Terminal): Promise<number> {
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
      let text = await terminal.nextLine('texts, one a line, then end of input');
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
