/** What leaves of operations for one line of a note. */
import { bundleOf, resourcesIn } from './accepted-note.ts';
import type { Loose } from './notes.ts';

const shown = ({ resourceType, code, status, performedDateTime = '' }: Loose) =>
  `${resourceType} ${status} ${code?.text} ${performedDateTime}`.trim();

/** Procedures and orders that leave for one line under this heading. */
export function actsLeaving(section: string, line: string, flavour: 'r4' | 'nrces'): string {
  const content = section.startsWith('emr ')
    ? { prescription: { [section.slice(4)]: [{ name: line }] } }
    : `## ${section}\n- ${line}`;
  return resourcesIn(bundleOf(content, flavour))
    .filter(({ resourceType }) => ['Procedure', 'ServiceRequest'].includes(resourceType))
    .map(shown)
    .sort()
    .join('; ');
}
