/**
 * The resource that a FHIR server is sent: a DocumentReference with one attachment, or with the PDF
 * beside it. Pure: the same note gives the same resource.
 */
import { createHash } from 'node:crypto';
import type {
  ExportProfile,
  FhirFlavour,
  NeutralNote,
} from '../../../../shared/model/export/export.ts';
import { documentKindOf, documentTypes } from '../forms/document-kind.ts';
import { titleOf } from '../forms/lines.ts';
import { uuidV5 } from '../forms/uuid-v5.ts';
import type { Content } from '../queue/source.ts';

export const IDENTIFIER_SYSTEM = 'urn:ietf:rfc:3986';
/**
 * Stays the same for a signed note; its HL7 and FHIR documents have the same identifier. Its
 * prescription is a document of its own.
 */
export const identifierOf = (noteId: string, flavour?: FhirFlavour): string =>
  `urn:uuid:${uuidV5(`${noteId} ${flavour === 'nrces-prescription' ? 'prescription' : 'document'}`)}`;

/** An identifier with its type. */
export const numberOf = (
  code: string,
  display: string,
  system: string | undefined,
  value: string,
) => ({
  type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code, display }] },
  ...(system && { system }),
  value,
});

export type ReferenceDeps = {
  readonly note: NeutralNote;
  readonly flavour: FhirFlavour | undefined;
  /** One, or the PDF after it. */
  readonly contents: readonly Content[];
  readonly profile: ExportProfile;
  /** The server's id of the patient; undefined where the server has no such patient. */
  readonly patientId: string | undefined;
  /** Signature that this one replaces, and the server's id of its document, where it is known. */
  readonly replaces: { readonly signature: string; readonly id?: string | undefined } | undefined;
};

export function documentReference({
  note,
  flavour,
  contents,
  profile,
  patientId,
  replaces,
}: ReferenceDeps): Record<string, unknown> {
  const { patient, practitioner } = note;
  const kind = flavour === 'nrces-prescription' ? 'prescription' : documentKindOf(note);
  const signedAt = instant(note.signedAt ?? note.date);
  const mrn = patient.mrn
    ? { identifier: numberOf('MR', 'Medical record number', profile.mrnSystem, patient.mrn) }
    : {};
  return {
    resourceType: 'DocumentReference',
    language: note.language,
    masterIdentifier: { system: IDENTIFIER_SYSTEM, value: identifierOf(note.id, flavour) },
    identifier: [{ system: IDENTIFIER_SYSTEM, value: identifierOf(note.id, flavour) }],
    status: 'current',
    docStatus: 'final',
    type: {
      coding: [{ system: 'http://loinc.org', ...documentTypes[kind] }],
      text: documentTypes[kind].display,
    },
    category: [
      {
        coding: [
          {
            system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category',
            code: 'clinical-note',
            display: 'Clinical Note',
          },
        ],
      },
    ],
    subject:
      patientId === undefined
        ? { ...mrn, display: patient.name }
        : { reference: `Patient/${patientId}`, display: patient.name },
    date: signedAt,
    author: [
      {
        ...(practitioner.id && {
          identifier: numberOf(
            'MD',
            'Medical License number',
            profile.registrationSystem,
            practitioner.id,
          ),
        }),
        display: practitioner.name,
      },
    ],
    ...(profile.facility && { custodian: { display: profile.facility } }),
    ...(replaces && {
      relatesTo: [
        {
          code: 'replaces',
          target: {
            ...(replaces.id && { reference: `DocumentReference/${replaces.id}` }),
            identifier: {
              system: IDENTIFIER_SYSTEM,
              value: identifierOf(replaces.signature, flavour),
            },
          },
        },
      ],
    }),
    description: titleOf(note),
    content: contents.map((content) => ({
      attachment: {
        contentType: content.contentType,
        language: note.language,
        data: Buffer.from(content.bytes).toString('base64'),
        size: content.bytes.length,
        hash: createHash('sha1').update(content.bytes).digest('base64'),
        title: titleOf(note),
        creation: signedAt,
      },
    })),
    context: { period: { start: instant(note.date) } },
  };
}

/** With time, seconds and zone: some servers accept nothing else. */
export const instant = (date: string) =>
  date.includes('T') ? date.replace(/T(\d{2}:\d{2})(?=Z|[+-])/, 'T$1:00') : `${date}T00:00:00Z`;
