/**
 * Signed notes on their way into an EMR: where to, what became of each, and what is lacking before
 * one can go (docs/export.md).
 */
import { type ExportForm, exportForms, type FhirFlavour, fhirFlavours } from './export-forms.ts';

/** Targets to which a note can be sent: one drop folder, one FHIR server, one HL7 receiver. */
export const targetNames = ['folder', 'server', 'mllp'] as const;
export type TargetName = (typeof targetNames)[number];
export const isTargetName = (name: string): name is TargetName =>
  targetNames.some((known) => known === name);
/** `platform`: the one that wrote the note; signed notes are saved there by themselves. */
export type SentTarget = TargetName | 'platform';

/** Forms that an EMR takes out of a folder. */
export const folderForms = ['fhir', 'hl7', 'pdf'] as const satisfies readonly ExportForm[];
/** Forms that may be the one attachment of a DocumentReference. */
export const serverForms = ['fhir', 'pdf', 'html', 'text'] as const satisfies readonly ExportForm[];
/** Signatures that SMART servers must take; the first is the one that is proposed. */
export const smartAlgorithms = ['ES384', 'RS384'] as const;
export type SmartAlgorithm = (typeof smartAlgorithms)[number];
export const serverAuths = ['token', 'smart'] as const;
export const serverWays = ['document', 'transaction'] as const;
/** `system`: CRLF on Windows, else LF. HL7 has ends of its own. */
export const newlines = ['system', 'lf', 'crlf'] as const;

/** A certificate authority that is trusted for one target alone, besides the public ones. */
export type CertificateAuthority = {
  /** As it calls itself. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /** SHA-256 of the certificate, in pairs of hexadecimal digits with colons. */
  readonly fingerprint: string;
};

export type FolderTarget = {
  /** No note is sent there while it is off. */
  readonly on: boolean;
  /** `chosen` in a dialog; `named` when Scriba was started; `own`: inside Scriba's data folder. */
  readonly from: 'chosen' | 'named' | 'own';
  /** For a person to find it; a page never names one. */
  readonly where: string;
  /** Each becomes a file. */
  readonly forms: readonly (typeof folderForms)[number][];
  readonly flavour: FhirFlavour;
};
export type ServerTarget = {
  /** Empty: none. */
  readonly address: string;
  /** The token itself never comes out. */
  readonly hasToken: boolean;
  readonly form: (typeof serverForms)[number];
  readonly flavour: FhirFlavour;
  /**
   * `known`: a patient that the server does not have is refused. `any`: then the document goes with
   * the record number alone. A patient that it has under that number must be the note's in both.
   */
  readonly patients: 'known' | 'any';
  /**
   * `document`: one DocumentReference. `transaction`: the same in a transaction Bundle, with the
   * encounter and the doctor as resources, each created unless the server has it.
   */
  readonly sendAs: (typeof serverWays)[number];
  /** The PDF goes beside the form, as a second attachment of the same document. */
  readonly withPdf: boolean;
  /** Record numbers may stand in addresses, where the server takes no search by POST. */
  readonly searchInAddress: boolean;
  /**
   * `token`: one that was entered, or none. `smart`: SMART backend services, with a key that was made
   * here and is registered with the server.
   */
  readonly auth: (typeof serverAuths)[number];
  /** Under which the key is registered there. */
  readonly clientId: string;
  /** Scopes that are asked for, with blanks between them. */
  readonly scope: string;
  /** Public half of the key as a JWK Set; empty: there is no key. The other half never comes out. */
  readonly jwks: string;
  /** Absent: the public authorities alone. */
  readonly authority?: CertificateAuthority | undefined;
};
/** An HL7 v2 receiver over MLLP. */
export type ReceiverTarget = {
  /** Name or address; empty: none. */
  readonly host: string;
  readonly port: number;
  /** TLS. */
  readonly secure: boolean;
  /** Without TLS to another computer: a person allowed it. */
  readonly allowPlain: boolean;
  /** Absent: the public authorities alone. */
  readonly authority?: CertificateAuthority | undefined;
};
/** Who sends and who receives, as the interface of an EMR tells messages apart (MSH-3 to MSH-6). */
export type Hl7Names = {
  /** Empty: SCRIBA. */
  readonly sendingApplication: string;
  /** Empty: the clinic. */
  readonly sendingFacility: string;
  readonly receivingApplication: string;
  readonly receivingFacility: string;
};
export type ExportTargets = {
  readonly newlines: (typeof newlines)[number];
  /** The host can ask for a folder in a dialog (`exports.targets.chooseFolder`). */
  readonly canChoose: boolean;
  /** The host can print a PDF. */
  readonly canPrint: boolean;
  readonly folder: FolderTarget;
  readonly server: ServerTarget;
  readonly mllp: ReceiverTarget;
  /** Of HL7 files and messages. */
  readonly hl7: Hl7Names;
  /** `on`: each note that is signed from then on is saved on the platform that wrote it. */
  readonly platform: { readonly on: boolean };
};

/** Answer of a target when it was tried with words that are no patient's. */
export type TargetTrial = {
  /** The server's own name and version; empty for the others. */
  readonly software: string;
  /**
   * Features that a note needs and the server's own description does not promise: `create`,
   * `conditionalCreate`, `searchIdentifier`, `patientSearch`, `supersede`, `transaction`.
   */
  readonly doubts: readonly string[];
};

export const receiptStates = ['waiting', 'done', 'failed'] as const;
/** One export: a row that stays as long as the visit does. */
export type Receipt = {
  /** UUID. */
  readonly id: string;
  readonly visitId: string;
  /** Signature that was exported (`notes.signed`). Absent for a draft. */
  readonly signature?: string | undefined;
  readonly branch: string;
  readonly version: number;
  /** When a person asked for it; milliseconds since 1970. */
  readonly at: number;
  /** The account that was signed in. */
  readonly who: string;
  readonly form: ExportForm;
  readonly flavour?: FhirFlavour | undefined;
  /** Title of the one section that was copied. */
  readonly section?: string | undefined;
  readonly target: 'clipboard' | 'file' | SentTarget;
  /** The folder, or the address of the server or receiver; empty for the others. Never a patient's. */
  readonly where: string;
  /** Of the file: `20261121-1005_1a2b3c4d.json`. */
  readonly file?: string | undefined;
  /** Of the bytes that left; lower-case hex. Empty before there are any. */
  readonly sha256: string;
  /** `waiting` goes on by itself; `failed` waits for a person. */
  readonly state: (typeof receiptStates)[number];
  readonly attempts: number;
  /** Not tried again before; milliseconds since 1970. */
  readonly waitsUntil?: number | undefined;
  /** When it arrived; milliseconds since 1970. */
  readonly doneAt?: number | undefined;
  /**
   * Why it waits or failed, or what is left to do although it arrived: a stable word, and a sentence
   * with what the other side said.
   */
  readonly trouble?: { readonly detail: string; readonly message: string } | undefined;
  /** The note is no longer what left: it was edited or signed anew since. */
  readonly changedSince: boolean;
};

/**
 * Requirement to be met before a note can leave in a form, in words, and the place where it is
 * entered.
 */
export type UnmetRequirement = {
  /** `export-record-number`, `not-signed` … as the Failure would say. */
  readonly detail: string;
  readonly message: string;
  /**
   * `visit`: patient of the visit (`visits.rename`, `notes.correctPatient`). `profile`: settings,
   * `exportProfile`. `note`: its words. `codes`: the code desk. `sign`: sign it. `targets`: where
   * it goes.
   */
  readonly place: 'visit' | 'profile' | 'note' | 'codes' | 'sign' | 'targets';
  /**
   * The member of that place: `recordNumber`, `name`, `doctorName`, `registrationNumber`, `folder`,
   * `address` …
   */
  readonly field?: string | undefined;
};

export { exportForms, fhirFlavours };
