/**
 * The one resource that a FHIR server is sent: a DocumentReference with exactly one attachment.
 * Pure: the same note gives the same resource.
 */
import { createHash } from 'node:crypto';
import type { ExportProfile, NeutralNote } from '../../../../shared/model/export/export.ts';
import { titleOf } from '../forms/lines.ts';
import { uuidV5 } from '../forms/uuid-v5.ts';
import type { Content } from '../queue/source.ts';

export const IDENTIFIER_SYSTEM = 'urn:ietf:rfc:3986';
/** Stays the same for a signed note; its HL7 and FHIR documents have the same identifier. */
export const identifierOf = (noteId: string): string => `urn:uuid:${uuidV5(`${noteId} document`)}`;

export type ReferenceDeps = {
  readonly note: NeutralNote;
  readonly content: Content;
  readonly profile: ExportProfile;
  /** The server's id of the patient; undefined where the server has no such patient. */
  readonly patientId: string | undefined;
  /** Id of the signature that this one replaces. */
  readonly replaces: string | undefined;
};

export function documentReference({
  note,
  content,
  profile,
  patientId,
  replaces,
}: ReferenceDeps): Record<string, unknown> {
  const { patient, practitioner } = note;
  const signedAt = instant(note.signedAt ?? note.date);
  const number = (code: string, display: string, system: string | undefined, value: string) => ({
    type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code, display }] },
    ...(system && { system }),
    value,
  });
  const mrn = patient.mrn
    ? { identifier: number('MR', 'Medical record number', profile.mrnSystem, patient.mrn) }
    : {};
  return {
    resourceType: 'DocumentReference',
    language: note.language,
    masterIdentifier: { system: IDENTIFIER_SYSTEM, value: identifierOf(note.id) },
    identifier: [{ system: IDENTIFIER_SYSTEM, value: identifierOf(note.id) }],
    status: 'current',
    docStatus: 'final',
    type: {
      coding: [{ system: 'http://loinc.org', code: '11488-4', display: 'Consult note' }],
      text: 'Consult note',
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
          identifier: number(
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
          target: { identifier: { system: IDENTIFIER_SYSTEM, value: identifierOf(replaces) } },
        },
      ],
    }),
    description: titleOf(note),
    content: [
      {
        attachment: {
          contentType: content.contentType,
          language: note.language,
          data: Buffer.from(content.bytes).toString('base64'),
          size: content.bytes.length,
          hash: createHash('sha1').update(content.bytes).digest('base64'),
          title: titleOf(note),
          creation: signedAt,
        },
      },
    ],
    context: { period: { start: instant(note.date) } },
  };
}

/** With time, seconds and zone: some servers accept nothing else. */
const instant = (date: string) =>
  date.includes('T') ? date.replace(/T(\d{2}:\d{2})(?=Z|[+-])/, 'T$1:00') : `${date}T00:00:00Z`;
