/** What the place of words in a note says: a plan orders, a history and an allergy list do not. */
import type { NoteSection } from '../../note/note-sections.ts';
import { type Role, words } from './act-words.ts';

const headings = words.roles.map(({ role, headings: all }) => ({
  role,
  pattern: new RegExp(`^(?:${all.join('|')})$`, 'i'),
}));

/** Sections of the platform's prescription that order; its other keys are no plan. */
const ORDERING_KEYS = ['medications', 'labTests', 'procedures', 'advices', 'followup'];

/** Undefined: the heading is none that is known. */
function roleOf(heading: string): Exclude<Role, 'other'> | undefined {
  const plain = heading
    .normalize('NFC')
    .replace(/[*#_]/g, '')
    .replace(/^\s*\d+[.)]?\s*/, '')
    .replace(/\s*[:.।–-]*\s*$/, '')
    .trim();
  const found = headings.find(({ pattern }) => pattern.test(plain))?.role;
  if (found !== undefined) return found;
  // "योजना (Plan)": the same in two languages, and only if both say it.
  const [, outer = '', inner = ''] = /^([^()]+)\(([^()]+)\)$/.exec(plain) ?? [];
  const role = outer === '' ? undefined : roleOf(outer);
  return role !== undefined && role === roleOf(inner) ? role : undefined;
}

export type Section = Pick<NoteSection, 'title' | 'text' | 'key'>;

export function roleOfSection({ key, title }: Section): Role {
  if (key !== undefined && ORDERING_KEYS.includes(key)) return 'plan';
  return roleOf(key ?? title) ?? 'other';
}

const LABEL = /^[\s*#\-–•>\d.)]*([\p{L}][\p{L}\p{M}/&'’ ]{0,40}?)\s*:(?!\d)/u;

/** The label of the line counts, then a label that stands alone above it, then the heading. */
export function roleAt(section: Section, start: number): Role {
  const lines = section.text.slice(0, start).split('\n');
  const own = LABEL.exec(lines.pop() ?? '')?.[1];
  const said = own === undefined ? undefined : roleOf(own);
  if (said) return said;
  for (const line of lines.reverse()) {
    const alone = /^[\s*#_]*([\p{L}][\p{L}\p{M}/&'’ ]{0,40}?)\s*:?[\s*_]*$/u.exec(line);
    const role =
      alone?.[1] !== undefined && (line.includes(':') || alone[1].length < 30)
        ? roleOf(alone[1])
        : undefined;
    if (role) return role;
  }
  return roleOfSection(section);
}
