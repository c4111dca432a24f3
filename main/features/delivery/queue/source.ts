/** What leaves: the signed snapshot, or a draft that says so of itself. Never anything else, and never for another patient than the visit's. */

import { createHash } from 'node:crypto';
import { Failure } from '../../../../shared/failure.ts';
import type {
  ExportForm,
  ExportProfile,
  FhirFlavour,
  NeutralNote,
} from '../../../../shared/model/export/export.ts';
import type { Patient } from '../../../../shared/model/visit.ts';
import { presentSigned } from '../../../infrastructure/store/tables/signatures.ts';
import { type DeliveryDeps, noVisit } from '../deps.ts';
import { exportNote, forms } from '../forms/export.ts';
import { checkExportable } from '../forms/export-requirements.ts';

export type Source = {
  readonly visitId: string;
  readonly signature?: string | undefined;
  readonly branch: string;
  readonly version: number;
  readonly note: NeutralNote;
  /** Digest of the words of a draft. */
  readonly ground?: string | undefined;
};
export type Content = {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly extension: string;
};

export type Sources = {
  /** The last signature, or what stands in the editor. Throws Failure `missing` / `no-consultation`, `refused` / `not-signed`, `signed-for-other`, and what the note's own part throws. */
  of(id: string, draft: boolean): Source;
  /** One certain signature. Throws the same, and `missing` / `no-signature`. */
  signed(id: string, signature: string): Source;
  profile(): ExportProfile;
  /** Throws what `exportNote` and the printer throw. */
  content(source: Source, form: ExportForm, flavour: FhirFlavour): Promise<Content>;
  /** `20261121-1005_1a2b3c4d.json`: the visit's time and an id; nothing of a patient. */
  fileName(source: Source, form: ExportForm): string;
  /** CRLF or LF. */
  newline(): '\r\n' | '\n';
};

export function createSources({
  store,
  notes,
  version,
  print,
  windows,
  newlines,
}: Pick<DeliveryDeps, 'store' | 'notes' | 'version' | 'print' | 'windows'> & {
  readonly newlines: () => 'system' | 'lf' | 'crlf';
}): Sources {
  const newline = () =>
    newlines() === 'crlf' || (newlines() === 'system' && windows) ? '\r\n' : '\n';
  const profile = (): ExportProfile => {
    const { facility, mrnSystem, registrationSystem, addressLines, facilityRegistration } =
      store.settings.get().exportProfile;
    return {
      version,
      facility: facility || undefined,
      mrnSystem: mrnSystem || undefined,
      registrationSystem: registrationSystem || undefined,
      addressLines: addressLines?.filter((line) => line !== ''),
      facilityRegistration: facilityRegistration || undefined,
    };
  };

  function signed(id: string, signature: string | undefined): Source {
    const row = store.visits.get(id);
    if (!row) throw noVisit();
    if (row.state === 'discarded')
      throw new Failure('refused', 'This visit was discarded. Nothing of it leaves.', {
        detail: 'visit-discarded',
      });
    const kept =
      signature === undefined ? store.signatures.list(id)[0] : store.signatures.get(signature);
    if (!kept || kept.visitId !== id) {
      throw signature === undefined
        ? new Failure(
            'refused',
            'This note is not signed. Sign it first; until then it leaves as a marked draft only: copied, or as PDF.',
            { detail: 'not-signed' },
          )
        : new Failure('missing', 'What was to be exported is no longer signed here.', {
            detail: 'no-signature',
          });
    }
    const { note, ...found } = presentSigned(kept);
    if (!isOf(note, row.details.patient))
      throw new Failure(
        'refused',
        'This note was signed for another patient than the visit has now. Sign it again, then export it.',
        { detail: 'signed-for-other' },
      );
    return {
      visitId: id,
      signature: found.id,
      branch: found.branch,
      version: found.version,
      note,
    };
  }

  return {
    newline,
    profile,
    signed,
    of(id, draft) {
      if (!draft) return signed(id, undefined);
      const row = store.visits.get(id);
      if (!row) throw noVisit();
      const { branch, version: number, note } = notes.draft(id);
      return { visitId: id, branch, version: number, note, ground: groundOf(note) };
    },
    async content({ note }, form, flavour) {
      if (form === 'pdf') {
        checkExportable(note, 'pdf', flavour);
        if (!print)
          throw new Failure(
            'missing',
            'A PDF is printed by Chromium, Chrome or Edge, and none of them is here. Install one, or export HTML.',
            { detail: 'no-browser' },
          );
        return {
          bytes: await print(exportNote(note, 'html', flavour, profile()).text),
          contentType: 'application/pdf',
          extension: 'pdf',
        };
      }
      const { text, contentType, extension } = exportNote(note, form, flavour, profile());
      const lines =
        form === 'text' || form === 'markdown' ? text.replaceAll('\n', newline()) : text;
      return { bytes: Buffer.from(lines), contentType, extension };
    },
    fileName({ signature, visitId, note }, form) {
      const [day, time = ''] = note.date.split('T');
      const name = `${day!.replaceAll('-', '')}-${time.slice(0, 5).replace(':', '') || '0000'}_${(signature ?? visitId).slice(0, 8)}`;
      return `${name}${note.draft ? '-draft' : ''}.${form === 'pdf' ? 'pdf' : forms[form].extension}`;
    },
  };
}

export const groundOf = (note: NeutralNote): string =>
  createHash('sha256')
    .update(JSON.stringify([note.title, note.patient, note.sections, note.entities]))
    .digest('hex');

/** The note names the visit's patient: name, number, birth date and sex, as they were signed. */
const isOf = ({ patient }: NeutralNote, { name, recordNumber, birthDate, sex }: Patient): boolean =>
  patient.name === name.trim() &&
  (patient.mrn ?? '') === (recordNumber ?? '') &&
  (patient.birthDate ?? '') === (birthDate ?? '') &&
  (patient.gender ?? '') === (sex ?? '');
