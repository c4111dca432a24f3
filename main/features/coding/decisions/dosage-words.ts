/** Words of the note that say how a medicine is taken: what stands behind it in its line. */
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';

const LEAD = /^[\s,;:)–-]+/;
const TRAIL = /(?:[\s,;:+&(–-]+|(?<![\p{L}])(?:and|then|add|start|with|or|plus)\s*)+$/iu;

/** "OD x3 2)" of "1) amoxicillin OD x3 2) paracetamol": the number of the next item, and what follows. */
const NEXT_NUMBER = /^((?:[^()]|\([^()]*\))*?)\s\d{1,2}\)(?=\s|$).*$/s;

/** "75 mg OD, stop" of "aspirin 75 mg OD, stop atenolol": that is said of the next one. */
const OF_NEXT =
  /(?:[,;&]|(?<![\p{L}])(?:and|but|then))\s*(?:(?:to|also|please|pls)\s+)*(?:stop|avoid|hold|omit|withhold|discontinue|continue|repeat|check|send|give|increase|reduce|change|no|do|get|now)(?:\s+(?:on|off|with|the|his|her|all|taking|any|other|further|more))*\s*$/iu;

/** `others`: entities of the note; the words of another medicine or order are not this one's. */
export function dosageWords(
  { span, section, document }: NoteEntity,
  { text, key }: Pick<NoteSection, 'text' | 'key'>,
  others: readonly NoteEntity[],
): string | undefined {
  const next = others
    .filter(
      (one) =>
        one.document === document &&
        one.section === section &&
        one.span.start >= span.end &&
        ['medication', 'order', 'procedure'].includes(one.kind),
    )
    .map((one) => one.span.start);
  const line = text.slice(span.end).search(/\n|$/) + span.end;
  const behind = text.slice(span.end, Math.min(line, ...next));
  // An item of the platform is one line; in a text, a sentence ends it.
  const own = (key === undefined ? behind.replace(/(?:;|[.!?](?=\s|$)).*$/s, '') : behind).replace(
    NEXT_NUMBER,
    '$1',
  );
  const isCut = next.some((start) => start < line);
  const words = (isCut ? own.replace(OF_NEXT, '') : own)
    .replace(LEAD, '')
    .replace(TRAIL, '')
    .trim();
  return /[\p{L}\d]/u.test(words) ? words : undefined;
}
