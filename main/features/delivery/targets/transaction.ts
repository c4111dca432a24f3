/**
 * A document with its surroundings as one transaction: the encounter, the doctor and the clinic
 * become resources, each created unless the server has one with its identifier. Pure.
 *
 * Findings, medicines and orders stay inside the document: as resources of their own they would
 * stay active when the note is signed anew (docs/decisions/0146).
 */
import type { ExportProfile } from '../../../../shared/model/export/export.ts';
import { uuidV5 } from '../forms/uuid-v5.ts';
import type { Source } from '../queue/source.ts';
import { IDENTIFIER_SYSTEM, instant, numberOf } from './document-reference.ts';

export type TransactionDeps = {
  readonly source: Source;
  readonly profile: ExportProfile;
  /** The DocumentReference, as it would go alone. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly identifier: string;
};
type Part = {
  readonly fullUrl: string;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly request: { readonly method: 'POST'; readonly url: string; readonly ifNoneExist: string };
};

export function transactionOf({ source, profile, document, identifier }: TransactionDeps) {
  const { note, visitId } = source;
  const doctor = practitionerPart(source, profile);
  const author = doctor
    ? { reference: doctor.fullUrl, display: note.practitioner.name }
    : { display: note.practitioner.name };
  // Of the visit, not of the signature: a note that is signed anew has the same encounter.
  const visit = `urn:uuid:${uuidV5(`${visitId} encounter`)}`;
  const encounter = part('Encounter', [IDENTIFIER_SYSTEM, visit], {
    identifier: [{ system: IDENTIFIER_SYSTEM, value: visit }],
    status: 'finished',
    class: {
      system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
      code: 'AMB',
      display: 'ambulatory',
    },
    subject: document.subject,
    participant: [{ individual: author }],
    period: { start: instant(note.date) },
    ...(profile.facility && { serviceProvider: { display: profile.facility } }),
  });
  const whole = {
    ...document,
    ...(doctor && { author: [author] }),
    context: { ...(document.context as object), encounter: [{ reference: encounter.fullUrl }] },
  };
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      ...(doctor ? [doctor] : []),
      encounter,
      part('DocumentReference', [IDENTIFIER_SYSTEM, identifier], whole),
    ],
  };
}

function part(
  resourceType: string,
  [system, value]: readonly [string, string],
  members: Readonly<Record<string, unknown>>,
): Part {
  return {
    // Never the identifier itself: a server replaces this text wherever it stands.
    fullUrl: `urn:uuid:${uuidV5(`${system} ${value} entry`)}`,
    resource: { resourceType, ...members },
    request: {
      method: 'POST',
      url: resourceType,
      ifNoneExist: new URLSearchParams({ identifier: `${system}|${value}` }).toString(),
    },
  };
}

/** None without a number and its register: two doctors may have the same number elsewhere. */
function practitionerPart(
  { note: { practitioner } }: Source,
  { registrationSystem: system }: ExportProfile,
): Part | undefined {
  const { id, name } = practitioner;
  if (!id || !system) return undefined;
  return part('Practitioner', [system, id], {
    identifier: [numberOf('MD', 'Medical License number', system, id)],
    name: [{ text: name }],
  });
}
