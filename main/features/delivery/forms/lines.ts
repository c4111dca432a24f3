/** Reads a section line by line. All forms share this reading, so that all have the same words. */
import type { NeutralEntity, NeutralNote } from '../../../../shared/model/export/export.ts';

export type Line = { readonly kind: 'text' | 'item'; readonly text: string };

/** Without Markdown signs and empty lines; bullets become items. */
export function linesOf(text: string): Line[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replace(CONTROL, ' ').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, item] = /^(?:[-*•]|\d{1,2}[.)])\s+(.*)$/.exec(line) ?? [];
      return item !== undefined
        ? { kind: 'item', text: plain(item) }
        : { kind: 'text', text: plain(line.replace(/^#{1,6}\s+/, '')) };
    });
}

/** Control characters but tab and line feed, and those that change the direction of the text. */
const CONTROL = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const plain = (text: string) =>
  text
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])/g, '$1')
    .replace(/`([^`]+)`/g, '$1')
    .trim();

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

/** Patient, doctor and date as label and value; unknown values are left out. */
export function headOf({
  patient,
  practitioner,
  date,
}: NeutralNote): (readonly [string, string])[] {
  const rows: (readonly [string, string | undefined])[] = [
    ['Patient', patient.name],
    ['Record number', patient.mrn],
    ['Born', patient.birthDate],
    ['Sex', patient.gender],
    ['Doctor', practitioner.name],
    ['Registration', practitioner.id],
    ['Date', date.replace('T', ' ')],
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
