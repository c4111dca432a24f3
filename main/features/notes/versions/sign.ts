/** Conditions for signing, and the note in the form that is signed. */

import { Failure } from '../../../../shared/failure.ts';
import type { AccountState } from '../../../../shared/model/account/account.ts';
import type { NeutralEntity, NeutralNote } from '../../../../shared/model/export/export.ts';
import { certainOf, type Difference } from '../../../../shared/model/note/checks.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import type { Hindrance } from '../../../../shared/model/note/note-versions.ts';
import type { Settings } from '../../../../shared/model/settings.ts';
import { allows } from '../../../../shared/model/visit-state.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import type { VersionRow } from '../../../infrastructure/store/tables/note-versions.ts';
import { noteFailures } from '../failures.ts';
import { toNeutral } from '../neutral.ts';
import { nothingSaid } from '../speech.ts';
import { type Branch, isFallback } from './branches.ts';

export function hindrancesOf({
  note,
  row,
  version,
  account,
  profile,
}: {
  note: Note;
  row: VisitRow;
  version: VersionRow;
  account: AccountState;
  profile: Settings['exportProfile'];
}): Hindrance[] {
  return [
    ...(nothingSaid(note, row.details) ? ['no-speech' as const] : []),
    ...(version.sections.every(({ text }) => text.trim() === '') ? ['empty' as const] : []),
    ...(needsAccount(row) && account.state !== 'signed-in' ? ['sign-in' as const] : []),
    ...(profile.doctorName === '' ? ['doctor-name' as const] : []),
  ];
}

/** A visit that was worked on here has nothing to do with a platform's account. */
const needsAccount = ({ details }: VisitRow): boolean => details.worksHere !== true;

/** Stands with the signature: the account, or the same word as in the audit log. */
export const signerOf = ({ state, clientId }: AccountState): string =>
  state === 'signed-in' ? clientId : 'person';

const hindranceFailures: Readonly<Record<Hindrance, () => Failure>> = {
  'no-speech': () =>
    new Failure(
      'refused',
      'Nothing was said in this recording, so this note was not written from it. It cannot be signed.',
      { detail: 'no-speech' },
    ),
  empty: () =>
    new Failure('refused', 'This note has no words. There is nothing to sign.', {
      detail: 'note-empty',
    }),
  'sign-in': () =>
    new Failure('signed-out', 'Nobody is signed in. Sign in, then sign the note.', {
      detail: 'sign-in-needed',
    }),
  'doctor-name': () =>
    new Failure(
      'invalid',
      'The doctor’s name is not set. Enter it in Settings, then sign the note.',
      { detail: 'export-doctor-name' },
    ),
};

/** Throws the Failure of the first hindrance. */
export function checkSignable({
  row,
  branch,
  version,
  hindrances,
  differences,
  looked,
}: {
  readonly row: VisitRow;
  readonly branch: Branch;
  readonly version: VersionRow;
  readonly hindrances: readonly Hindrance[];
  readonly differences: readonly Difference[];
  readonly looked: readonly string[];
}): void {
  if (isFallback(branch)) throw noteFailures.draftOfThisComputer();
  // In other states the platform may still send another note.
  if (!allows(row.state, 'signed'))
    throw new Failure(
      'refused',
      'The note of this visit is not whole yet. Sign it when it is here.',
      { detail: 'no-note-yet' },
    );
  if (branch.root.purpose !== 'note') throw noteFailures.notTheNote();
  if (branch.head.number !== version.number)
    throw new Failure(
      'busy',
      'There is a newer version of this note. Look at it, then sign that.',
      { detail: 'stale' },
    );
  const [hindrance] = hindrances;
  if (hindrance) throw hindranceFailures[hindrance]();
  if (row.details.patient.name.trim() === '')
    throw new Failure('invalid', 'This visit has no patient. Enter the name, then sign the note.', {
      detail: 'export-patient-name',
    });
  const missed = certainOf(differences).filter(({ id }) => !looked.includes(id));
  if (missed.length > 0)
    throw new Failure(
      'refused',
      `This note has ${missed.length} places that nobody has looked at, where it and the transcript differ or speech was not recognised surely. Look at them, then sign.`,
      { detail: 'not-looked-at' },
    );
}

/** The note in its neutral form, as it would be signed now. */
export const neutralOf = ({
  id,
  row,
  branch,
  version,
  entities,
  profile,
  signedAt,
}: {
  readonly id: string;
  readonly row: VisitRow;
  readonly branch: Branch;
  readonly version: VersionRow;
  readonly entities: readonly NeutralEntity[];
  readonly profile: Settings['exportProfile'];
  readonly signedAt: number;
}): NeutralNote =>
  toNeutral({
    id,
    entities,
    signedAt,
    sections: version.sections,
    // The platform's own id of a template is no title.
    title: branch.root.name === branch.root.templateId ? '' : branch.root.name,
    language: branch.root.language,
    patient: row.details.patient,
    practitioner: { name: profile.doctorName, registration: profile.registrationNumber },
    consent: row.details.consent,
    date: row.details.startedAt ?? row.details.createdAt,
  });

/**
 * Returns whether the note was signed under this name and registration number. Both are part of the
 * signed text, so a change asks for a new signature.
 */
export const signedAs = (
  { practitioner }: NeutralNote,
  { doctorName, registrationNumber }: Settings['exportProfile'],
): boolean => practitioner.name === doctorName && (practitioner.id ?? '') === registrationNumber;
