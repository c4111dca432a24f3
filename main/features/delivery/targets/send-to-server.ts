/**
 * One try to send a note to a FHIR server: checks the patient, and never makes two documents
 * (docs/export.md, form 4).
 */
import { Failure } from '../../../../shared/failure.ts';
import type { ServerTarget, TargetTrial } from '../../../../shared/model/export/exports.ts';
import type { EmrCapability } from '../../../../shared/wire/fhir-emr.ts';
import type { ExportRow } from '../../../infrastructure/store/tables/exports.ts';
import { superseded } from '../failures.ts';
import type { Source, Sources } from '../queue/source.ts';
import { documentReference, identifierOf } from './document-reference.ts';
import type { EmrServer, Made } from './emr-server.ts';
import { differences } from './same-patient.ts';

export type ServerTryDeps = {
  readonly server: EmrServer;
  readonly sources: Sources;
  readonly source: Source;
  readonly row: ExportRow;
  readonly patients: ServerTarget['patients'];
  /** An earlier signature of this note that the server has; it is replaced. */
  readonly replaces: string | undefined;
  /** A later signature was sent there meanwhile. */
  readonly overtaken: () => boolean;
  /**
   * Stores `posted` and the digest before the document is sent. Throws where they cannot be stored.
   */
  readonly before: (sha256: string) => void;
  readonly sha256: (bytes: Uint8Array) => string;
  readonly signal: AbortSignal;
};
export type Arrived = { readonly location?: string | undefined };

/**
 * Throws what `EmrServer` throws, and `refused` / `emr-fhir-version`, `emr-no-documents`,
 * `patient-unknown`, `patient-unclear`, `patient-differs`, `superseded`.
 */
export async function toServer({
  server,
  sources,
  source,
  row,
  patients,
  replaces,
  overtaken,
  before,
  sha256,
  signal,
}: ServerTryDeps): Promise<Arrived> {
  const { note } = source;
  const identifier = identifierOf(note.id);
  const capability = await server.capability(signal);
  checkCapability(capability);
  // The answer to an earlier try may have been lost.
  if (row.posted && (await server.hasDocument(identifier, signal))) return {};
  if (overtaken()) throw superseded();
  const profile = sources.profile();
  const found =
    knowsPatients(capability) || patients === 'known'
      ? await server.patients(note.patient.mrn ?? '', profile.mrnSystem, signal)
      : [];
  const patientId = checkPatient(note.patient, found, patients);
  const content = await sources.content(source, row.form, row.flavour ?? 'r4');
  before(sha256(content.bytes));
  const made: Made = await server.create(
    documentReference({ note, content, profile, patientId, replaces }),
    identifier,
    signal,
  );
  if (made.kind === 'made') return { location: made.location };
  if (await server.hasDocument(identifier, signal)) return {};
  // The server refuses a second document, and does not find the first: its index may be late.
  if (row.attempts < MOST_DOUBTS)
    throw new Failure(
      'busy',
      'The FHIR server says that it has this note already, but does not find it yet. It is asked again by itself.',
      { detail: 'emr-busy' },
    );
  throw new Failure(
    'refused',
    'The FHIR server says that it has this note already, but does not find it. Look for it in the EMR.',
    { detail: 'emr-refused' },
  );
}
const MOST_DOUBTS = 5;

function checkPatient(
  patient: Source['note']['patient'],
  found: Awaited<ReturnType<EmrServer['patients']>>,
  patients: ServerTarget['patients'],
): string | undefined {
  const [there, another] = found;
  if (another)
    throw new Failure(
      'refused',
      'The FHIR server has several patients under this record number, so that nobody can tell whose note this is. Have it put right there, then send it again.',
      { detail: 'patient-unclear' },
    );
  if (!there) {
    if (patients === 'any') return undefined;
    throw new Failure(
      'refused',
      'The FHIR server has no patient with this record number. Look at the number, or have the patient entered there, then send it again.',
      { detail: 'patient-unknown' },
    );
  }
  const wrong = differences(patient, there);
  if (wrong.length > 0)
    throw new Failure(
      'refused',
      `The FHIR server has another patient under this record number: the ${wrong.join(' and the ')} differ${wrong.length > 1 ? '' : 's'}. Nothing was sent.`,
      { detail: 'patient-differs' },
    );
  return there.id;
}

/**
 * A server that does not describe its resources may still accept documents; one that excludes them
 * is believed.
 */
function checkCapability({ fhirVersion, rest }: EmrCapability): void {
  if (fhirVersion !== undefined && !fhirVersion.startsWith('4.'))
    throw new Failure(
      'refused',
      `The FHIR server speaks version ${fhirVersion.slice(0, 20)}; Scriba needs R4 (4.0).`,
      { detail: 'emr-fhir-version' },
    );
  const resources = rest.flatMap(({ resource }) => resource);
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
}
const knowsPatients = ({ rest }: EmrCapability) =>
  rest.length === 0 || rest.some(({ resource }) => resource.some(({ type }) => type === 'Patient'));

/**
 * Tests a server before the first note is sent: its software, and doubts about what it can do.
 * Throws like `toServer`.
 */
export async function tryServer(server: EmrServer): Promise<TargetTrial> {
  const capability = await server.capability();
  checkCapability(capability);
  const resources = capability.rest.flatMap(({ resource }) => resource);
  const of = (name: string) => resources.find(({ type }) => type === name);
  const documents = of('DocumentReference');
  const searches = (name: string) =>
    of(name)?.searchParam.some((one) => one.name === 'identifier') ?? false;
  const doubts = [
    ...(documents ? [] : ['create']),
    ...(documents?.conditionalCreate ? [] : ['conditionalCreate']),
    ...(searches('DocumentReference') ? [] : ['searchIdentifier']),
    ...(searches('Patient') ? [] : ['patientSearch']),
  ];
  const { name = '', version = '' } = capability.software ?? {};
  return { software: `${name} ${version}`.trim().slice(0, 200), doubts };
}
