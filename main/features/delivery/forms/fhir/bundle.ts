/**
 * FHIR R4 document Bundle of a note, in plain R4 or as a record of India's ABDM (docs/export.md).
 * Pure: the same note gives the same bytes.
 */
import {
  type ExportProfile,
  type FhirFlavour,
  isAbdm,
  type NeutralNote,
} from '../../../../../shared/model/export/export.ts';
import { sectionsAndResources } from './bundle-sections.ts';
import { withConsent } from './consent.ts';
import { contextOf, documentIdOf, idOf, instant, urlOf } from './context.ts';
import {
  compositionOf,
  encounterOf,
  organizationsOf,
  patientOf,
  practitionerOf,
  provenanceOf,
} from './document-resources.ts';
import { type Bundle, type Entry, NRCES } from './types.ts';

/** The note must meet the requirements of the form (`export-requirements.ts`). */
export function fhirBundle(
  given: NeutralNote,
  flavour: FhirFlavour,
  profile: ExportProfile,
): Bundle {
  const context = contextOf(given, flavour, profile);
  const { note } = context;
  const { sections, resources } = withConsent(context, sectionsAndResources(context));
  const all = [
    compositionOf(context, sections),
    patientOf(context),
    practitionerOf(context),
    encounterOf(context),
    ...organizationsOf(context),
    ...resources,
    provenanceOf(context),
  ];
  return clean({
    resourceType: 'Bundle',
    id: idOf(note, flavour === 'nrces-prescription' ? 'prescription bundle' : 'bundle'),
    meta: {
      versionId: '1',
      lastUpdated: instant(note.signedAt ?? note.date),
      ...(isAbdm(flavour) && { profile: [`${NRCES}/DocumentBundle`] }),
    },
    identifier: { system: 'urn:ietf:rfc:3986', value: urlOf(documentIdOf(context)) },
    type: 'document',
    timestamp: instant(note.signedAt ?? note.date),
    entry: all.map((resource): Entry => ({ fullUrl: urlOf(resource.id), resource })),
  });
}

/**
 * Replaces what FHIR or XHTML does not allow in a string: control characters but tab and line ends,
 * lone surrogates, and the last two characters of the plane.
 */
const clean = (bundle: Bundle): Bundle =>
  JSON.parse(JSON.stringify(bundle), (_name, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu, '\ufffd').toWellFormed()
      : value,
  ) as Bundle;
