/** Reads a section line by line. All forms share this reading, so that all have the same words. */
import type { NeutralEntity, NeutralNote } from '../../../../shared/model/export/export.ts';
import { blocksOf, type Run, runsOf } from '../../../../shared/model/note/note-layout.ts';

export type Line = { readonly kind: 'text' | 'item'; readonly text: string };
/** A line as it was written, its bold in runs; or a table. */
export type Part =
  | { readonly kind: Line['kind']; readonly runs: readonly Run[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Run[])[])[] };

/**
 * Without empty lines and the marks that Markdown puts around words. Digits, signs and words all
 * stay: "# NOF", "5) weeks" and "- 5 mmol/L" are what the doctor wrote.
 */
export function partsOf(text: string): Part[] {
  const clean = text
    .split(/\r\n?|\n/)
    .map((line) => line.replace(CONTROL, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
  if (clean === '') return [];
  return blocksOf(clean).map((block): Part => {
    if (block.kind === 'table')
      return { kind: 'table', rows: block.rows.map((row) => row.map(runsIn)) };
    const line = block.mark + block.text;
    const [, item] = BULLET.exec(line) ?? [];
    return item !== undefined
      ? { kind: 'item', runs: runsIn(item) }
      : { kind: 'text', runs: runsIn(line.replace(HEADING, '')) };
  });
}

const wordsOf = (runs: readonly Run[]) => runs.map(({ text }) => text).join('');
const runsIn = (text: string): Run[] =>
  runsOf(text.trim()).map(({ text: words, bold }) => ({ text: withoutTicks(words), bold }));

/** The same without bold; a row of a table is a line. */
export const linesOf = (text: string): Line[] =>
  partsOf(text).flatMap((part): Line[] =>
    part.kind === 'table'
      ? part.rows.map((row) => ({
          kind: 'text',
          text: row.map(wordsOf).filter(Boolean).join(': '),
        }))
      : [{ kind: part.kind, text: wordsOf(part.runs).trim() }],
  );

/** A line of plain text. A dash before a digit or a sign would be a minus. */
export const plainLine = ({ kind, text }: Line): string =>
  kind === 'item' ? `${/^[\p{L}\p{M}(“"'`]/u.test(text) ? '-' : '*'} ${text}` : text;

/** A dash before a digit, a sign or "ve" may be a minus; one "#" may be a fracture. */
const BULLET = /^(?:•\s+|[-*]\s+(?!ve(?![\p{L}\p{M}]))(?=[`*]{0,2}[\p{L}\p{M}]))(\S.*)$/iu;
const HEADING = /^#{2,6}\s+(?=[\p{L}\p{M}])/u;

/**
 * Control characters but tab, separators of lines and paragraphs, and characters that change the
 * direction of the text.
 */
const CONTROL = /(?!\t)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const withoutTicks = (text: string) =>
  text.replace(/(?<![\p{L}\p{N}`])`(?=\p{L})([^`]+)`(?![\p{L}\p{N}`])/gu, '$1');

/** Sentence of an entity that no section names. */
export function sentenceOf({
  text,
  negated,
  suspected,
  dosage,
  components,
}: NeutralEntity): string {
  const measured = components
    .map(([, name, value, unit]) => `${name} ${value}${unit && ` ${unit}`}`.trim())
    .join(', ');
  const more = [dosage, measured].filter(Boolean).join('; ');
  return `${negated ? 'No ' : ''}${text}${suspected ? ' (suspected)' : ''}${more && ` – ${more}`}`;
}

/** The heading of a note without one. */
export const titleOf = ({ title }: NeutralNote) => (title === '' ? 'Consultation note' : title);

/**
 * Undefined where no answer was kept. `dictation only` also tells a reader that the note rests on
 * the doctor's words alone.
 */
export function consentSentence({ consent }: Pick<NeutralNote, 'consent'>): string | undefined {
  if (!consent) return undefined;
  if (consent.kind === 'declined') return 'Declined. Dictation only: the doctor’s own words.';
  const { name = '', relation } = consent.guardian ?? {};
  const by = relation ? `${name} (${relation})` : name;
  return consentSentences[consent.kind].replace('{by}', () => by);
}
const consentSentences = {
  verbal: 'Given verbally',
  written: 'Given in writing',
  guardian: 'Given for the patient by {by}',
} as const;

/** Patient, doctor and date as label and value; unknown values are left out. */
export function headOf({
  patient,
  practitioner,
  date,
  consent,
}: NeutralNote): (readonly [string, string])[] {
  const rows: (readonly [string, string | undefined])[] = [
    ['Patient', patient.name],
    ['Record number', patient.mrn],
    ['Born', patient.birthDate],
    ['Sex', patient.gender],
    ['Doctor', practitioner.name],
    ['Registration', practitioner.id],
    ['Date', date.replace('T', ' ')],
    ['Consent to recording', consentSentence({ consent })],
  ];
  return rows
    .filter((row): row is readonly [string, string] => row[1] !== undefined && row[1] !== '')
    .map(([label, value]) => [label, value.replace(CONTROL, ' ')]);
}

/**
 * The note's sections; for a note without text, sections made of its accepted entities, so that no
 * decision is missing from a page.
 */
export function sectionsOf({
  sections,
  entities,
}: NeutralNote): readonly { readonly title: string; readonly text: string }[] {
  if (sections.some(({ text }) => text.trim() !== '')) return sections;
  const titles = [...new Set(entities.map(({ kind }) => headings[kind]))];
  return titles
    .map((title) => ({
      title,
      text: entities
        .filter(
          (one) =>
            headings[one.kind] === title &&
            (one.decision === 'accepted' || one.decision === 'changed'),
        )
        .map((one) => `- ${sentenceOf(one)}`)
        .join('\n'),
    }))
    .filter(({ text }) => text !== '');
}
const headings: Record<NeutralEntity['kind'], string> = {
  symptom: 'Chief complaints',
  diagnosis: 'Diagnosis',
  history: 'Medical history',
  examination: 'Physical examination',
  vital: 'Vital signs',
  medication: 'Medications',
  prescription: 'Medications',
  order: 'Investigations',
  procedure: 'Procedures',
  history_procedure: 'Medical history',
  allergy: 'Allergies',
  advice: 'Advice',
  followup: 'Follow up',
};
