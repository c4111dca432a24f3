/** How the decided medicines, tests and procedures of a version leave. */
import { linesNaming } from '../../../../shared/model/export/acts/act-status.ts';
import { withSignedActs, withSignedValues } from '../../../../shared/model/export/acts/acts.ts';
import type { NeutralEntity } from '../../../../shared/model/export/export.ts';
import type {
  DecidedEntity,
  Leaving,
  LeavingRow,
} from '../../../../shared/model/export/leaving.ts';
import { leavingOf } from '../../../../shared/model/export/leaving-rules.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';

type Signed = {
  /** As they leave: the doctor's word goes before the words of the version. */
  readonly entities: readonly DecidedEntity[];
  /** The same ones as the words of the version are read. */
  readonly reads: readonly NeutralEntity[];
};

export function asSigned(
  decided: readonly DecidedEntity[],
  sections: readonly NoteSection[],
): Signed {
  const reads = withSignedActs(
    decided.map((one) => (one.origin?.isSaid ? one.origin.read : one)),
    sections,
  );
  const entities = decided.map((one, at) => {
    const { origin } = one;
    const read = reads[at] ?? one;
    if (origin?.isSaid && (one.decision === 'pending' || isSaidOf(origin.saidOf, read)))
      return withSignedValues(one, linesNaming(sections, one.text));
    return { ...read, ...(origin && { origin: { ...origin, isSaid: false } }) };
  });
  return { entities, reads };
}

/** "Start aspirin" became "stop aspirin": that is another thing. What is not clear contradicts nobody. */
function isSaidOf(saidOf: Leaving | undefined, read: NeutralEntity): boolean {
  const now = leavingOf(read);
  return saidOf === undefined || now === saidOf || now === 'unclear';
}

const MOST_LINES = 3;
const LONGEST_LINE = 300;

/** Those that are not clear first, then the orders, each in the order of the note. */
export function leavingRows(
  { entities, reads }: Signed,
  {
    sections,
    without,
  }: { readonly sections: readonly NoteSection[]; readonly without: readonly string[] },
): LeavingRow[] {
  const rows = new Map<string, LeavingRow>();
  const named = new Map<string, string[]>();
  for (const { origin, text } of entities)
    if (origin) named.set(origin.entityId, [...(named.get(origin.entityId) ?? []), text]);
  for (const [at, entity] of entities.entries()) {
    const { origin, text: own } = entity;
    const asRead = reads[at];
    if (!origin || !asRead || without.includes(own)) continue;
    const { of, entityId } = origin;
    // Operations of one finding leave as one: what is said of it is said of all of them.
    const text = named.get(entityId)?.join(', ') ?? own;
    const [read, as] = [leavingOf(asRead), leavingOf(entity)];
    const key = JSON.stringify([of, text.toLowerCase(), read, as]);
    const same = rows.get(key);
    const lines = same?.lines ?? shortLines(linesNaming(sections, own));
    const known = same?.entities.filter((id) => id !== entityId) ?? [];
    rows.set(key, {
      entities: [...known, entityId],
      of,
      text: same?.text ?? text,
      read,
      as,
      lines,
    });
  }
  // By what was read: a row stays in its place when the doctor says something else.
  return [...rows.values()].sort((one, other) => rankOf(one.read) - rankOf(other.read));
}

const FIRST: readonly Leaving[] = ['unclear', 'ordered'];
const rankOf = (read: Leaving) => (FIRST.indexOf(read) + FIRST.length + 1) % (FIRST.length + 1);

const shortLines = (lines: readonly string[]) =>
  [...new Set(lines.map((line) => line.trim()))]
    .slice(0, MOST_LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line));
