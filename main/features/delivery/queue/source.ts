/**
 * Sources of an export: the signed snapshot, or a draft marked as such; always of the visit's own
 * patient.
 */
import { createHash } from 'node:crypto';
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import {
  type ExportForm,
  type ExportProfile,
  type FhirFlavour,
  isAbdm,
  type NeutralNote,
} from '../../../../shared/model/export/export.ts';
import type { Hl7Names } from '../../../../shared/model/export/exports.ts';
import type { Patient } from '../../../../shared/model/visit.ts';
import type { ExportRow } from '../../../infrastructure/store/tables/exports.ts';
import { presentSigned } from '../../../infrastructure/store/tables/signatures.ts';
import type { DeliveryDeps } from '../deps.ts';
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

/** Where a note goes, and the flavour of its FHIR. */
type Destination = Pick<ExportRow, 'target' | 'where' | 'flavour'>;

export type Sources = {
  /**
   * The last signature, or the draft in the editor. Throws Failure `missing` / `no-consultation`,
   * `refused` / `not-signed`, `signed-for-other`, and what `main/features/notes` throws.
   */
  of(id: string, draft: boolean): Source;
  /** One certain signature. Throws the same, and `missing` / `no-signature`. */
  signed(id: string, signature: string): Source;
  profile(): ExportProfile;
  /**
   * `to`: the document that it replaces is one that this target has. Throws what `exportNote` and
   * the printer throw.
   */
  content(source: Source, form: ExportForm, to: Destination): Promise<Content>;
  /** `20261121-1005_1a2b3c4d.json`: the visit's time and an id; nothing of a patient. */
  fileName(source: Source, form: ExportForm, flavour?: FhirFlavour): string;
  /** CRLF or LF. */
  newline(): '\r\n' | '\n';
};

type SourceDeps = Pick<DeliveryDeps, 'store' | 'notes' | 'version' | 'print' | 'windows'> & {
  readonly newlines: () => 'system' | 'lf' | 'crlf';
  readonly hl7: () => Hl7Names;
};

export function createSources(deps: SourceDeps): Sources {
  return {
    of: (id, draft) => (draft ? draftSource(deps, id) : signedSource(deps, id)),
    signed: (id, signature) => signedSource(deps, id, signature),
    profile: () => profileOf(deps),
    content: (source, form, to) => contentOf(deps, source, form, to),
    fileName,
    newline: () => newline(deps),
  };
}

function newline({ newlines, windows }: SourceDeps): '\r\n' | '\n' {
  const chosen = newlines();
  return chosen === 'crlf' || (chosen === 'system' && windows) ? '\r\n' : '\n';
}

function profileOf({ store, version, hl7 }: SourceDeps): ExportProfile {
  const {
    facility,
    mrnSystem,
    registrationSystem,
    addressLines,
    facilityRegistration,
    hfrId,
    hprId,
  } = store.settings.get().exportProfile;
  return {
    version,
    hl7: hl7(),
    facility: facility || undefined,
    mrnSystem: mrnSystem || undefined,
    registrationSystem: registrationSystem || undefined,
    addressLines: addressLines?.filter((line) => line !== ''),
    facilityRegistration: facilityRegistration || undefined,
    hfrId: hfrId || undefined,
    hprId: hprId || undefined,
  };
}

function draftSource({ store, notes }: SourceDeps, id: string): Source {
  if (!store.visits.get(id)) throw failures.noVisit();
  const { branch, version, note } = notes.draft(id);
  return { visitId: id, branch, version, note, ground: groundOf(note) };
}

/** `signature`: undefined for the last one. */
function signedSource({ store }: SourceDeps, id: string, signature?: string): Source {
  const row = store.visits.get(id);
  if (!row) throw failures.noVisit();
  if (row.state === 'discarded')
    throw new Failure('refused', 'This visit was discarded. It cannot be exported.', {
      detail: 'visit-discarded',
    });
  const [last] = signature === undefined ? store.signatures.list(id) : [];
  const stored = signature === undefined ? last : store.signatures.get(signature);
  if (!stored || stored.visitId !== id) throw notSigned(signature);
  const { note, ...signed } = presentSigned(stored);
  if (!isOf(note, row.details.patient))
    throw new Failure(
      'refused',
      'This note was signed for another patient than the visit has now. Sign it again, then export it.',
      { detail: 'signed-for-other' },
    );
  const { branch, version } = signed;
  return { visitId: id, signature: signed.id, branch, version, note };
}

const notSigned = (signature: string | undefined) =>
  signature === undefined
    ? new Failure(
        'refused',
        'This note is not signed. Sign it first. A draft can only be copied or saved as PDF.',
        { detail: 'not-signed' },
      )
    : new Failure('missing', 'The text to export is no longer signed here.', {
        detail: 'no-signature',
      });

/**
 * The newest earlier signature that arrived at the same target in this form: its document is
 * replaced. What another target has is none of this one's.
 */
function replacedBy(
  { store }: SourceDeps,
  { visitId, signature }: Source,
  form: ExportForm,
  to: Destination,
): string | undefined {
  if (signature === undefined || (form !== 'hl7' && form !== 'fhir')) return undefined;
  const signed = store.signatures.list(visitId).map(({ id }) => id);
  const earlier = signed.slice(signed.indexOf(signature) + 1);
  const left = store.exports
    .list(visitId)
    .filter(
      (row) =>
        row.form === form &&
        row.state === 'done' &&
        row.target === to.target &&
        isPrescription(row) === isPrescription(to) &&
        row.where === to.where,
    );
  return earlier.find((id) => left.some((row) => row.signature === id));
}

/** A document of its own beside the note. */
export const isPrescription = ({ flavour }: Pick<ExportRow, 'flavour'>): boolean =>
  flavour === 'nrces-prescription';

async function contentOf(
  deps: SourceDeps,
  source: Source,
  form: ExportForm,
  to: Destination,
): Promise<Content> {
  const { flavour = 'r4' } = to;
  const replaces = replacedBy(deps, source, form, to);
  const note = { ...source.note, ...(replaces && { replaces }) };
  if (form === 'pdf') return pdfOf(deps, note, flavour);
  const { text, contentType, extension } = exportNote(note, form, flavour, profileOf(deps));
  const hasLines = form === 'text' || form === 'markdown';
  const lines = hasLines ? text.replaceAll('\n', newline(deps)) : text;
  return { bytes: Buffer.from(lines), contentType, extension };
}

async function pdfOf(deps: SourceDeps, note: NeutralNote, flavour: FhirFlavour): Promise<Content> {
  checkExportable(note, 'pdf', flavour);
  if (!deps.print)
    throw new Failure(
      'missing',
      'A PDF is printed by Chromium, Chrome or Edge, and none of them is here. Install one, or export HTML.',
      { detail: 'no-browser' },
    );
  return {
    bytes: await deps.print(exportNote(note, 'html', flavour, profileOf(deps)).text),
    contentType: 'application/pdf',
    extension: 'pdf',
  };
}

function fileName(
  { signature, visitId, note }: Source,
  form: ExportForm,
  flavour?: FhirFlavour,
): string {
  const [day = '', time = ''] = note.date.split('T');
  const minutes = time.slice(0, 5).replace(':', '') || '0000';
  const name = `${day.replaceAll('-', '')}-${minutes}_${(signature ?? visitId).slice(0, 8)}`;
  const extension = form === 'pdf' ? 'pdf' : forms[form].extension;
  // Several flavours of one note may lie in the same folder.
  const other = form === 'fhir' && flavour && isAbdm(flavour) ? `-${flavour}` : '';
  return `${name}${other}${note.draft ? '-draft' : ''}.${extension}`;
}

/** Digest of what a draft says, to see later whether it changed. */
export const groundOf = (note: NeutralNote): string =>
  createHash('sha256')
    .update(JSON.stringify([note.title, note.patient, note.sections, note.entities]))
    .digest('hex');

/** The note names the visit's patient, with all that was known of them when it was signed. */
const isOf = ({ patient: signed }: NeutralNote, patient: Patient): boolean =>
  signed.name === patient.name.trim() &&
  (signed.mrn ?? '') === (patient.recordNumber ?? '') &&
  (signed.birthDate ?? '') === (patient.birthDate ?? '') &&
  (signed.gender ?? '') === (patient.sex ?? '') &&
  (signed.abhaNumber ?? '') === (patient.abhaNumber ?? '') &&
  (signed.abhaAddress ?? '') === (patient.abhaAddress ?? '');
