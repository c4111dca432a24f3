/** Reads what a FHIR server says of itself: what it refuses, and what it does not promise. */
import { Failure } from '../../../../shared/failure.ts';
import type { ServerTarget, TargetTrial } from '../../../../shared/model/export/exports.ts';
import type { EmrCapability } from '../../../../shared/wire/fhir-emr.ts';
import type { EmrServer } from './emr-server.ts';

const resourcesOf = ({ rest }: EmrCapability) => rest.flatMap(({ resource }) => resource);

/**
 * A server that does not describe its resources may still accept documents; one that excludes them
 * is believed.
 */
export function checkCapability(capability: EmrCapability, sendAs: ServerTarget['sendAs']): void {
  const { fhirVersion, rest } = capability;
  if (fhirVersion !== undefined && !fhirVersion.startsWith('4.'))
    throw new Failure(
      'refused',
      `The FHIR server speaks version ${fhirVersion.slice(0, 20)}; Scriba needs R4 (4.0).`,
      { detail: 'emr-fhir-version' },
    );
  const resources = resourcesOf(capability);
  const documents = resources.find(({ type }) => type === 'DocumentReference');
  const says =
    resources.length > 0 &&
    (!documents ||
      (documents.interaction.length > 0 &&
        !documents.interaction.some(({ code }) => code === 'create')));
  if (says)
    throw new Failure(
      'refused',
      'The FHIR server says that it takes no documents (DocumentReference).',
      { detail: 'emr-no-documents' },
    );
  const named = rest.flatMap(({ interaction }) => interaction);
  if (sendAs === 'transaction' && named.length > 0 && !takesTransactions(capability))
    throw new Failure(
      'refused',
      'The FHIR server says that it takes no transactions. Choose the other way to send in Settings.',
      { detail: 'emr-no-transactions' },
    );
}

const takesTransactions = ({ rest }: EmrCapability) =>
  rest.some(({ interaction }) => interaction.some(({ code }) => code === 'transaction'));

export const knowsPatients = ({ rest }: EmrCapability) =>
  rest.length === 0 || rest.some(({ resource }) => resource.some(({ type }) => type === 'Patient'));

/**
 * Tests a server before the first note is sent: does what sending does, with numbers that no
 * patient and no document has, and creates nothing. Throws like `toServer`.
 */
export async function tryServer(
  server: EmrServer,
  { sendAs, patients }: Pick<ServerTarget, 'sendAs' | 'patients'>,
  { number, identifier, system }: TrialNumbers,
): Promise<TargetTrial> {
  const capability = await server.capability();
  checkCapability(capability, sendAs);
  if (knowsPatients(capability) || patients === 'known') await server.patients(number, system);
  await server.document(identifier);
  const { name = '', version = '' } = capability.software ?? {};
  return {
    software: `${name} ${version}`.trim().slice(0, 200),
    doubts: doubtsOf(capability, sendAs),
  };
}
/** Of nobody and of nothing. */
type TrialNumbers = {
  readonly number: string;
  readonly identifier: string;
  readonly system: string | undefined;
};

function doubtsOf(capability: EmrCapability, sendAs: ServerTarget['sendAs']): string[] {
  const of = (name: string) => resourcesOf(capability).find(({ type }) => type === name);
  const documents = of('DocumentReference');
  const searches = (name: string) =>
    of(name)?.searchParam.some((one) => one.name === 'identifier') ?? false;
  const changes = documents?.interaction.some(({ code }) => code === 'update') ?? false;
  return [
    ...(documents ? [] : ['create']),
    ...(documents?.conditionalCreate ? [] : ['conditionalCreate']),
    ...(searches('DocumentReference') ? [] : ['searchIdentifier']),
    ...(searches('Patient') ? [] : ['patientSearch']),
    ...(changes ? [] : ['supersede']),
    ...(sendAs === 'document' || takesTransactions(capability) ? [] : ['transaction']),
  ];
}
