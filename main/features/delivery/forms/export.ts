/**
 * The forms of an exported note: one row each, each a pure function of the note (docs/export.md).
 */

import { Failure } from '../../../../shared/failure.ts';
import {
  type ExportForm,
  type ExportProfile,
  type FhirFlavour,
  type NeutralNote,
  neutralNote,
} from '../../../../shared/model/export/export.ts';
import { checkExportable } from './export-requirements.ts';
import { fhirBundle } from './fhir/bundle.ts';
import { breaches } from './fhir/rules.ts';
import { structureBreaches } from './fhir/structure.ts';
import { hl7Message } from './hl7.ts';
import { htmlPage } from './html.ts';
import { markdown } from './markdown.ts';
import { plainText } from './text.ts';

export type Exported = {
  readonly contentType: string;
  readonly extension: string;
  readonly text: string;
};
type Form = {
  readonly contentType: string;
  readonly extension: string;
  make(note: NeutralNote, flavour: FhirFlavour, profile: ExportProfile): string;
};

/** `pdf` is `html`, printed by a host. */
export const forms: Readonly<Record<Exclude<ExportForm, 'pdf'>, Form>> = {
  text: {
    contentType: 'text/plain; charset=utf-8',
    extension: 'txt',
    make: (note) => plainText(note),
  },
  markdown: {
    contentType: 'text/markdown; charset=utf-8',
    extension: 'md',
    make: (note) => markdown(note),
  },
  html: {
    contentType: 'text/html; charset=utf-8',
    extension: 'html',
    make: (note, _flavour, profile) => htmlPage(note, profile),
  },
  fhir: { contentType: 'application/fhir+json', extension: 'json', make: fhir },
  hl7: {
    contentType: 'x-application/hl7-v2+er7; charset=utf-8',
    extension: 'hl7',
    make: (note, _flavour, profile) => hl7Message(note, profile),
  },
};

/**
 * Throws what `checkExportable` and the forms throw, and `broken` / `export-invalid` when the
 * result breaks a rule: then nothing is exported.
 */
export function exportNote(
  note: NeutralNote,
  form: Exclude<ExportForm, 'pdf'>,
  flavour: FhirFlavour,
  profile: ExportProfile,
): Exported {
  checkExportable(note, form, flavour);
  const { contentType, extension, make } = forms[form];
  return { contentType, extension, text: make(note, flavour, profile) };
}

function fhir(note: NeutralNote, flavour: FhirFlavour, profile: ExportProfile): string {
  const bundle = fhirBundle(note, flavour, profile);
  const broken = [...structureBreaches(bundle), ...breaches(bundle, flavour)];
  if (broken.length > 0)
    throw new Failure(
      'broken',
      `This note cannot be written as FHIR: ${broken[0]} Nothing was written.`,
      { detail: 'export-invalid', cause: new Error(broken.join(' ')) },
    );
  return `${JSON.stringify(bundle, undefined, 2)}\n`;
}

/** Reads the neutral form. Throws Failure `invalid` / `export-form` that names the member. */
export function readNeutralNote(value: unknown): NeutralNote {
  const read = neutralNote.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
  throw new Failure(
    'invalid',
    `This is no note in the neutral form: ${where || 'it'} – ${issue?.message ?? 'wrong'}.`,
    { detail: 'export-form' },
  );
}
