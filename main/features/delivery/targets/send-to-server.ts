/**
 * One try to send a note to a FHIR server: checks the patient, never makes two documents, and marks
 * the documents that it replaces (docs/export.md, form 4).
 */
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { ServerTarget } from '../../../../shared/model/export/exports.ts';
import type { ExportRow } from '../../../infrastructure/store/tables/exports.ts';
import { mayRetry, superseded } from '../failures.ts';
import type { Source, Sources } from '../queue/source.ts';
import { checkCapability, knowsPatients } from './capability.ts';
import { documentReference, identifierOf } from './document-reference.ts';
import type { EmrServer, Made } from './emr-server.ts';
import { differences } from './same-patient.ts';
import { transactionOf } from './transaction.ts';

/** A document of an earlier signature that this server has. */
type EarlierDocument = {
  readonly signature: string;
  /** Stores that nothing is left to do for it. */
  readonly retired: () => void;
};
export type ServerTryDeps = {
  readonly server: EmrServer;
  readonly sources: Sources;
  readonly source: Source;
  readonly row: ExportRow;
  readonly target: Pick<ServerTarget, 'patients' | 'sendAs' | 'withPdf'>;
  /** Newest first; the newest one is replaced by this note. */
  readonly earlier: readonly EarlierDocument[];
  /** A later signature was sent there meanwhile; `arrived`: and it is there. */
  readonly overtaken: (arrived?: 'arrived') => boolean;
  /**
   * Stores `posted` and the digest before the document is sent. Throws where they cannot be stored.
   */
  readonly before: (sha256: string) => void;
  readonly sha256: (bytes: Uint8Array) => string;
  readonly signal: AbortSignal;
};
export type Arrived = Pick<ExportRow, 'location' | 'trouble' | 'retired'>;

/**
 * Throws what `EmrServer` throws, and `refused` / `emr-fhir-version`, `emr-no-documents`,
 * `emr-no-transactions`, `patient-unknown`, `patient-unclear`, `patient-differs`, `superseded`.
 */
export async function toServer(deps: ServerTryDeps): Promise<Arrived> {
  const { server, source, row, target, overtaken, signal } = deps;
  const identifier = identifierOf(source.note.id, row.flavour);
  const capability = await server.capability(signal);
  checkCapability(capability, target.sendAs);
  // The answer to an earlier try may have been lost.
  const there = row.posted ? await server.document(identifier, signal) : undefined;
  if (!there && overtaken()) throw superseded();
  const made: Arrived = there ? {} : await post(deps, knowsPatients(capability));
  const trouble = await supersedeEarlier(deps);
  if (!overtaken('arrived')) return { ...made, trouble };
  // The later document went while it was not known whether this one had arrived.
  await server.supersede(identifier, signal);
  return { ...made, trouble, retired: true };
}

async function post(
  { server, sources, source, row, target, earlier, before, sha256, signal }: ServerTryDeps,
  asksForPatients: boolean,
): Promise<Arrived> {
  const { note } = source;
  const identifier = identifierOf(note.id, row.flavour);
  const profile = sources.profile();
  const found =
    asksForPatients || target.patients === 'known'
      ? await server.patients(note.patient.mrn ?? '', profile.mrnSystem, signal)
      : [];
  const patientId = checkPatient(note.patient, found, target.patients);
  const content = await sources.content(source, row.form, row);
  const pdf =
    target.withPdf && row.form !== 'pdf' ? [await sources.content(source, 'pdf', row)] : [];
  const replaces = await replacedBy(server, row, earlier, signal);
  before(sha256(content.bytes));
  const contents = [content, ...pdf];
  const document = documentReference({
    note,
    flavour: row.flavour,
    contents,
    profile,
    patientId,
    replaces,
  });
  const made: Made =
    target.sendAs === 'transaction'
      ? await server.transact(transactionOf({ source, profile, document, identifier }), signal)
      : await server.create(document, identifier, signal);
  if (made.kind === 'made') return { location: made.location };
  if (await server.document(identifier, signal)) return {};
  throw notFoundThere(row.attempts);
}
const MOST_DOUBTS = 5;

/** The server refuses a second document, and does not find the first: its index may be late. */
const notFoundThere = (attempts: number) =>
  attempts < MOST_DOUBTS
    ? new Failure(
        'busy',
        'The FHIR server says that it has this note already, but does not find it yet. It is asked again by itself.',
        { detail: 'emr-busy' },
      )
    : new Failure(
        'refused',
        'The FHIR server says that it has this note already, but does not find it. Look for it in the EMR.',
        { detail: 'emr-refused' },
      );

/** With the server's own id, as far as it finds the document. */
async function replacedBy(
  server: EmrServer,
  { flavour }: ExportRow,
  [newest]: readonly EarlierDocument[],
  signal: AbortSignal,
): Promise<{ readonly signature: string; readonly id?: string | undefined } | undefined> {
  if (!newest) return undefined;
  const there = await server.document(identifierOf(newest.signature, flavour), signal);
  return { signature: newest.signature, id: there?.id };
}

/**
 * Returns the trouble of a server that does not let a document be changed: the new one is there all
 * the same. Throws what a later try may cure.
 */
async function supersedeEarlier({
  server,
  row,
  earlier,
  signal,
}: ServerTryDeps): Promise<ExportRow['trouble']> {
  for (const { signature, retired } of earlier) {
    try {
      await server.supersede(identifierOf(signature, row.flavour), signal);
      retired();
    } catch (error) {
      if (mayRetry(error)) throw error;
      return {
        detail: 'emr-not-superseded',
        message: `The note is on the FHIR server, but the earlier version stands there as current, too. Have it marked as superseded in the EMR. ${asFailure(error).message}`,
      };
    }
  }
  return undefined;
}

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
