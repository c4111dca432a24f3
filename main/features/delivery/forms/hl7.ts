/**
 * HL7 v2.5.1 MDM^T02 of a note, T10 of one that replaces another: one message, one OBX a line,
 * UTF-8 (docs/export.md). The same note gives the same bytes.
 */

import { Failure } from '../../../../shared/failure.ts';
import type { ExportProfile, NeutralNote } from '../../../../shared/model/export/export.ts';
import { documentKindOf, documentTypes } from './document-kind.ts';
import { consentSentence, linesOf, plainLine, sectionsOf, titleOf } from './lines.ts';
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
  const { patient, practitioner, draft, replaces } = note;
  const at = timestamp(note.signedAt ?? note.date);
  const doctor = [field(practitioner.id ?? ''), ...nameParts(practitioner.name)];
  const facility = field(profile.facility ?? '');
  const event = replaces ? 'T10' : 'T02';
  const kind = documentKindOf(note);
  const type = documentTypes[kind];
  const rows = [
    titleOf(note),
    ...consentRow(note),
    ...sectionsOf(note).flatMap(({ title, text }) => [
      '',
      ...(title === '' ? [] : [title.toUpperCase()]),
      ...linesOf(text).map(plainLine),
    ]),
  ].flatMap((row) => pieces(row.replace(BLANKS, ' ')));
  const segments = [
    segment('MSH', {
      2: '^~\\&',
      3: profile.hl7?.sendingApplication || 'SCRIBA',
      4: profile.hl7?.sendingFacility || facility,
      5: profile.hl7?.receivingApplication ?? '',
      6: profile.hl7?.receivingFacility ?? '',
      7: at,
      9: `MDM^${event}^MDM_T02`,
      10: uuidV5(`${note.id} message`).replaceAll('-', '').slice(0, 20),
      11: 'P',
      12: '2.5.1',
      18: 'UNICODE UTF-8',
    }),
    segment('EVN', { 1: event, 2: at }),
    segment('PID', {
      1: '1',
      3: `${field(patient.mrn ?? '')}^^^${facility}^MR`,
      5: components(nameParts(patient.name)),
      7: (patient.birthDate ?? '').replaceAll('-', ''),
      8: patient.gender ? (sexes[patient.gender.toLowerCase()] ?? 'U') : '',
    }),
    segment('PV1', { 1: '1', 2: 'O', 7: components(doctor) }),
    segment('TXA', {
      1: '1',
      2: kind === 'discharge' ? 'DS' : 'CN',
      3: 'TX',
      4: timestamp(note.date),
      5: components(doctor),
      6: timestamp(note.date),
      9: components(doctor),
      12: documentNumber(note.id),
      ...(replaces && { 13: documentNumber(replaces) }),
      17: draft ? 'DO' : 'AU',
      19: 'AV',
      ...(!draft && {
        22: components(Object.assign(Array<string>(15).fill(''), doctor, { 14: at })),
      }),
    }),
    ...rows.map((row, index) =>
      segment('OBX', {
        1: String(index + 1),
        2: 'TX',
        3: `${type.code}^${type.display}^LN`,
        4: String(index + 1),
        5: field(row),
        11: draft ? 'P' : 'F',
      }),
    ),
  ];
  return segments.map((one) => one + SEGMENT_END).join('');
}

function consentRow(note: NeutralNote): string[] {
  const sentence = consentSentence(note);
  return sentence === undefined ? [] : [`Consent to recording: ${sentence}`];
}

/** At most 30 characters (chapter 9.6.3.12); the other forms have the whole of it. */
const documentNumber = (noteId: string): string =>
  uuidV5(`${noteId} document`).replaceAll('-', '').slice(0, 30);

/** Without the empty ones at the end. */
const components = (parts: readonly string[]): string => parts.join('^').replace(/\^+$/, '');

/**
 * Family name, given name, further given names, suffix and prefix, as XPN and XCN have them. A comma
 * alone tells the family name; without one the whole name stands where receivers look first, for a
 * last word may be a father's name, a village or an initial (decision 0208).
 */
function nameParts(name: string): string[] {
  const words = name.split(/ +/).filter((word) => word !== '');
  const prefix = TITLE.test(words[0] ?? '') && words.length > 1 ? (words.shift() ?? '') : '';
  const comma = words.findIndex((word) => word.endsWith(','));
  if (comma < 0 || comma === words.length - 1)
    return [words.join(' ').replace(/,$/, ''), '', '', '', prefix].map(field);
  const family = words
    .splice(0, comma + 1)
    .join(' ')
    .replace(/,$/, '');
  const [given = '', ...further] = words;
  return [family, given, further.join(' '), '', prefix].map(field);
}
const TITLE = /^(?:dr|mr|mrs|ms|miss|prof|master|baby|smt|shri|sri|kumari)\.?$/i;

/** In pasted text these are blanks; elsewhere `field` refuses them. */
const BLANKS = /[\t\v\f\u0085\u2028\u2029]|\r?\n/g;
/** Letters of one OBX: receivers have shorter lines than the standard's 65,536. */
const LONGEST = 1_000;

/** Cut at a blank, which is the end of the piece before it. */
function pieces(row: string): string[] {
  const found: string[] = [];
  let rest = row;
  while (rest.length > LONGEST) {
    const blank = rest.lastIndexOf(' ', LONGEST - 1);
    const cut = blank > LONGEST / 2 ? blank + 1 : wholeLetters(rest, LONGEST);
    found.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...found, rest];
}

/** A cut that does not part a surrogate pair. */
const wholeLetters = (text: string, at: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;

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
