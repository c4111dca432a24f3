/** How the visits of a day stand, in numbers; each visit counts in one group. */
import type { Visit } from '../../../../shared/model/visit.ts';
import { isActive } from '../../../../shared/model/visit-state.ts';
import { hasNote } from '../../visits/state/visit-format.ts';

type Group = 'signed' | 'review' | 'sending' | 'attention';
type DayCount = { readonly what: Group | 'visits'; readonly count: number };

/** Without the groups that nobody is in. */
export function dayCounts(visits: readonly Visit[]): DayCount[] {
  const groups = visits.map(groupOf);
  const counts = (['signed', 'review', 'sending', 'attention'] as const).map((what) => ({
    what,
    count: groups.filter((group) => group === what).length,
  }));
  return [{ what: 'visits', count: visits.length }, ...counts.filter(({ count }) => count > 0)];
}

/** A line that is too long breaks between its parts alone, and behind a dot. */
export const asLine = (parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll(' ', '\u00a0')).join('\u00a0· ');

function groupOf(visit: Visit): Group | undefined {
  if (visit.state === 'attention') return 'attention';
  if (isActive(visit.state)) return 'sending';
  if (visit.signedAt !== undefined) return 'signed';
  return hasNote(visit) ? 'review' : undefined;
}
