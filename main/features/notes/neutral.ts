/**
 * A version as it is signed and exported: the neutral form of `shared/model/export/export.ts`, and
 * its canonical JSON for the digest.
 */
import { createHash } from 'node:crypto';
import type { Consent } from '../../../shared/model/consent.ts';
import {
  type NeutralEntity,
  type NeutralNote,
  neutralNote,
} from '../../../shared/model/export/export.ts';
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';
import type { Patient } from '../../../shared/model/visit.ts';

export type NeutralInput = {
  readonly id: string;
  readonly title: string;
  readonly language: string;
  readonly patient: Patient;
  readonly practitioner: { readonly name: string; readonly registration: string };
  /** Of the visit; milliseconds since 1970. */
  readonly date: number;
  readonly signedAt: number;
  readonly consent?: Consent | undefined;
  readonly sections: readonly NoteSection[];
  readonly entities: readonly NeutralEntity[];
};

/** Sections without a word are left out. */
export function toNeutral({
  id,
  title,
  language,
  patient,
  practitioner,
  date,
  signedAt,
  consent,
  sections,
  entities,
}: NeutralInput): NeutralNote {
  return neutralNote.parse({
    id,
    title,
    language,
    patient: {
      name: patient.name,
      ...(patient.recordNumber && { mrn: patient.recordNumber }),
      ...(patient.birthDate && { birthDate: patient.birthDate }),
      ...(patient.sex && { gender: patient.sex }),
      ...(patient.abhaNumber && { abhaNumber: patient.abhaNumber }),
      ...(patient.abhaAddress && { abhaAddress: patient.abhaAddress }),
    },
    practitioner: {
      name: practitioner.name,
      ...(practitioner.registration && { id: practitioner.registration }),
    },
    date: localTime(date),
    signedAt: localTime(signedAt),
    ...(consent && { consent: { ...consent, at: localTime(consent.at) } }),
    sections: sections
      .filter(({ text }) => text.trim() !== '')
      .map((section) => ({ title: titleOf(section), text: section.text })),
    entities,
    kinds: 2,
  });
}

/**
 * EMR sections come under the platform's key; an export knows a section by its title
 * (`main/features/delivery/forms/fhir/sections.ts`).
 */
function titleOf({ key, title }: NoteSection): string {
  if (title.trim() !== '') return title;
  return key === undefined ? '' : (titles.get(key) ?? spelled(key));
}

const titles = new Map(
  Object.entries({
    symptoms: 'Chief complaints',
    diagnosis: 'Diagnosis',
    medicalHistory: 'Medical history',
    familyHistory: 'Family history',
    allergies: 'Allergies',
    examinations: 'Physical examination',
    vitals: 'Vital signs',
    medications: 'Medications',
    labTests: 'Investigations',
    procedures: 'Procedures',
    advices: 'Advice',
    notes: 'Notes',
    followup: 'Follow up',
  }),
);
/** `careTeam` as "Care team". */
const spelled = (key: string) => {
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** ISO 8601 with this computer's offset: the printed note shows the local time of day. */
function localTime(at: number): string {
  const offset = -new Date(at).getTimezoneOffset();
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const zone =
    offset === 0
      ? 'Z'
      : `${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
  return `${new Date(at + offset * 60_000).toISOString().slice(0, 19)}${zone}`;
}

/**
 * JSON with sorted keys and no blanks: equal values give equal text. Undefined members are left
 * out.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    // Keys of an object are never equal.
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}

/** Lower-case hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Returns whether two notes have the same content and patient; time and signer do not count. A note
 * that was signed before its entities had their kinds is compared without these.
 */
export function saysTheSame(one: NeutralNote, other: NeutralNote): boolean {
  const whole = one.kinds === other.kinds;
  return canonical(wordsOf(one, whole)) === canonical(wordsOf(other, whole));
}
const wordsOf = (
  { title, language, patient, sections, entities }: NeutralNote,
  whole: boolean,
) => ({
  title,
  language,
  patient,
  sections,
  entities: whole
    ? entities
    : entities.map(({ text, codes, negated }) => ({ text, codes, negated })),
});
