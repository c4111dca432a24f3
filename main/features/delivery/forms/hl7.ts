/**
 * HL7 v2.5.1 MDM^T02 of a note: one message, one OBX a line, UTF-8 (docs/export.md). The same note
 * gives the same bytes.
 */

import { Failure } from '../../../../shared/failure.ts';
import type { ExportProfile, NeutralNote } from '../../../../shared/model/export/export.ts';
import { linesOf, sectionsOf, titleOf } from './lines.ts';
import { uuidV5 } from './uuid-v5.ts';

const SEGMENT_END = '\r';
const sexes: Record<string, string> = {
  m: 'M',
  male: 'M',
  f: 'F',
  female: 'F',
  o: 'O',
  other: 'O',
};

/**
 * Throws Failure `invalid` / `export-control` for a character that would end a segment or a field
 * somewhere else than we do.
 */
export function hl7Message(note: NeutralNote, profile: ExportProfile): string {
  const { patient, practitioner, draft } = note;
  const at = timestamp(note.signedAt ?? note.date);
  const number = uuidV5(`${note.id} document`);
  const doctor = `${field(practitioner.id ?? '')}^${field(practitioner.name)}`;
  const facility = field(profile.facility ?? '');
  const rows = [
    titleOf(note),
    ...sectionsOf(note).flatMap(({ title, text }) => [
      '',
      ...(title === '' ? [] : [title.toUpperCase()]),
      ...linesOf(text).map((line) => (line.kind === 'item' ? `- ${line.text}` : line.text)),
    ]),
  ];
  const segments = [
    segment('MSH', {
      2: '^~\\&',
      3: 'SCRIBA',
      4: facility,
      7: at,
      9: 'MDM^T02^MDM_T02',
      10: uuidV5(`${note.id} message`).replaceAll('-', '').slice(0, 20),
      11: 'P',
      12: '2.5.1',
      18: 'UNICODE UTF-8',
    }),
    segment('EVN', { 1: 'T02', 2: at }),
    segment('PID', {
      1: '1',
      3: `${field(patient.mrn ?? '')}^^^${facility}^MR`,
      5: field(patient.name),
      7: (patient.birthDate ?? '').replaceAll('-', ''),
      8: patient.gender ? (sexes[patient.gender.toLowerCase()] ?? 'U') : '',
    }),
    segment('PV1', { 1: '1', 2: 'O', 7: doctor }),
    segment('TXA', {
      1: '1',
      2: 'CN',
      3: 'TX',
      4: timestamp(note.date),
      5: doctor,
      6: timestamp(note.date),
      9: doctor,
      12: number,
      17: draft ? 'DO' : 'AU',
      19: 'AV',
      ...(!draft && { 22: `${doctor}^^^^^^^^^^^^^${at}` }),
    }),
    ...rows.map((row, index) =>
      segment('OBX', {
        1: String(index + 1),
        2: 'TX',
        3: '11488-4^Consult note^LN',
        4: String(index + 1),
        5: field(row),
        11: draft ? 'P' : 'F',
      }),
    ),
  ];
  return segments.map((one) => one + SEGMENT_END).join('');
}

/** Fields by their number; those of MSH count from the separator itself. */
function segment(name: string, fields: Readonly<Record<number, string>>): string {
  const last = Math.max(...Object.keys(fields).map(Number));
  const first = name === 'MSH' ? 2 : 1;
  return [
    name,
    ...Array.from({ length: last - first + 1 }, (_, index) => fields[first + index] ?? ''),
  ].join('|');
}

/**
 * ASCII control characters, delete, and line ends of Unicode: each could end a segment at a
 * receiver.
 */
const BREAKING = /(?![\u0080-\u0084\u0086-\u009f])[\p{Cc}\u2028\u2029]/u;
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\E\\',
  '|': '\\F\\',
  '^': '\\S\\',
  '&': '\\T\\',
  '~': '\\R\\',
};

/** Escaped as chapter 2.7 of the standard says. */
function field(text: string): string {
  if (BREAKING.test(text))
    throw new Failure(
      'invalid',
      'A name or number of this note holds a character that HL7 cannot carry (a line break or a control character). Take it out, then export again.',
      { detail: 'export-control' },
    );
  return text.replace(/[\\|^&~]/g, (char) => escapes[char] ?? char);
}

/** `2026-11-21T10:05:00+05:30` as `20261121100500+0530`. */
function timestamp(date: string): string {
  const [day = '', time = ''] = date.split('T');
  const found = /^(\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(Z|[+-]\d{2}:\d{2})$/.exec(time);
  if (!found) return day.replaceAll('-', '');
  const [, hours, minutes, seconds = '00', zone = ''] = found;
  const offset = zone === 'Z' ? '+0000' : zone.replace(':', '');
  return `${day.replaceAll('-', '')}${hours}${minutes}${seconds}${offset}`;
}
