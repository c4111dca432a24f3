/** Hands the checks of a note the findings of the extraction, and how its context judges words. */
import { createContext } from '../features/coding/extraction/context/context.ts';
import type { Extraction } from '../features/coding/extraction/extraction.ts';
import { statusAsSaid } from '../features/coding/extraction/from-text.ts';
import type { ReadDeps } from '../features/notes/checks/checks.ts';
import { INDIAN } from '../infrastructure/terminology/text/scripts.ts';

/**
 * Medicines, values and orders are no findings: they have comparisons of their own. So have words
 * that are denied and that no list has. Findings in scripts of India are not compared yet: how
 * questions and lists deny them is not read well enough, and each would be a false alarm (decision
 * 0229). Note and visit are compared as they say it, whether or not each word around it is understood.
 */
export const checkDeps = (
  extraction: Pick<Extraction, 'ofText'>,
  isDrug: (word: string) => boolean,
): ReadDeps => ({
  isDrug,
  concepts: (text, title) =>
    extraction
      .ofText(text, title)
      .flatMap(({ kind, concept, status, span, unlisted, unread }) =>
        unlisted ||
        kind === 'medication' ||
        kind === 'vital' ||
        kind === 'order' ||
        INDIAN.test(text.slice(span.start, span.end))
          ? []
          : [{ key: concept, status: statusAsSaid({ status, unread }), ...span }],
      ),
  statuses: (text) => {
    const context = createContext(text);
    return (start, end) => context.judge(start, end).status;
  },
});
