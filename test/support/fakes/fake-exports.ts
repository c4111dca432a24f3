/**
 * Made-up exports: receipts of each kind, a folder and a server, and a record number that is
 * lacking.
 */

import type { Input } from '../../../shared/contract/contract.ts';
import type {
  CertificateAuthority,
  ExportTargets,
  Receipt,
  UnmetRequirement,
} from '../../../shared/model/export/exports.ts';
import type { NoteState } from '../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { MINUTE } from '../../../shared/time.ts';
import { type FakeHandlers, refuse } from './fake-handlers.ts';

/**
 * `none`: nothing is set up. `folder`: a drop folder. `both`. `history`: a folder, and exports of
 * every kind before.
 */
export type FakeExports = 'none' | 'folder' | 'both' | 'history';
type Deps = {
  readonly find: (id: string) => Visit | undefined;
  readonly state: (id: string) => NoteState;
  readonly tell: (name: string, payload: unknown) => void;
  readonly registration: () => string;
};

type ExportState = Deps & {
  readonly now: number;
  readonly scene: FakeExports | undefined;
  /** Newest first. */
  readonly receipts: Receipt[];
  /** Visits whose earlier exports are among the receipts. */
  readonly seeded: Set<string>;
};

export function fakeExports(now: number, scene: FakeExports | undefined, deps: Deps): FakeHandlers {
  const state: ExportState = { ...deps, now, scene, receipts: [], seeded: new Set() };
  const targets = createTargets(scene);
  return { ...receiptHandlers(state), ...sendHandlers(state, targets), ...targetHandlers(targets) };
}

function receiptHandlers(state: ExportState): FakeHandlers {
  const { receipts } = state;
  const change = (id: string, part: Partial<Receipt>) => {
    const at = receipts.findIndex((one) => one.id === id);
    receipts[at] = { ...receipts[at]!, ...part };
    return receipts[at];
  };
  return {
    'exports.list': ({ id }) => {
      seed(state, id);
      return receipts.filter((one) => one.visitId === id);
    },
    'exports.open': () => receipts.filter((one) => one.state !== 'done'),
    'exports.copied': ({ receipt }) => receipts.find(({ id }) => id === receipt),
    'exports.uncopied': ({ receipt }) => receipts.find(({ id }) => id === receipt),
    'exports.retry': ({ receipt }) =>
      change(receipt, { state: 'done', doneAt: Date.now(), trouble: undefined }),
    'exports.giveUp': ({ receipt }) =>
      change(receipt, {
        state: 'failed',
        trouble: { detail: 'given-up', message: 'It is not tried any more.' },
      }),
  };
}

function sendHandlers(state: ExportState, targets: Targets): FakeHandlers {
  return {
    'exports.missing': ({ id, form, flavour, target }) =>
      lacksOf(state, id, target ? 'fhir' : form, flavour),
    'exports.copy': ({ id, section, draft }) => {
      const words = `${draft ? 'Draft - not signed\r\n\r\n' : ''}${textOf(state, id)}`;
      return {
        receipt: addReceipt(state, id, { ...(section !== undefined && { section: 'Plan' }) }),
        copied: false,
        text: words,
        html: `<p>${words.replaceAll('<', '&lt;')}</p>`,
      };
    },
    'exports.save': ({ id, form, flavour }) => ({
      saved: { how: 'saved' },
      receipt: addReceipt(state, id, { form, target: 'file', ...(flavour && { flavour }) }),
    }),
    'exports.send': ({ id, target }) =>
      target === 'folder'
        ? targets.current.folder.forms.map((form) =>
            addReceipt(state, id, {
              form,
              target,
              file: `20261121-1005_1a2b3c4d.${form === 'pdf' ? 'pdf' : 'json'}`,
            }),
          )
        : [
            addReceipt(state, id, {
              form: 'fhir',
              target,
              state: 'waiting',
              waitsUntil: Date.now() + MINUTE,
              trouble: {
                detail: 'emr-unreachable',
                message: 'The FHIR server cannot be reached. It is tried again by itself.',
              },
            }),
          ],
  };
}

const textOf = ({ state }: ExportState, id: string) =>
  state(id)
    .branches[0]!.sections.map((section) => `${section.title.toUpperCase()}\r\n${section.text}`)
    .join('\r\n\r\n');

function addReceipt(
  { receipts, state, tell }: ExportState,
  id: string,
  part: Partial<Receipt>,
): Receipt {
  const signed = state(id).signed;
  const made: Receipt = {
    id: `00000000-0000-4000-9000-${String(receipts.length + 1).padStart(12, '0')}`,
    visitId: id,
    ...(signed && { signature: signed.id }),
    branch: 'b'.repeat(32),
    version: signed?.version ?? 1,
    at: Date.now(),
    who: 'clinic-17',
    form: 'text',
    target: 'clipboard',
    where: '',
    sha256: 'a'.repeat(64),
    state: 'done',
    attempts: 1,
    changedSince: false,
    ...part,
  };
  const receipt = { ...made, ...(made.state === 'done' && { doneAt: made.at }) };
  receipts.unshift(receipt);
  tell('exports.changed', { id });
  return receipt;
}

/** Exports of every kind before now, in the scene `history`. */
function seed(state: ExportState, id: string): void {
  if (state.scene !== 'history' || state.seeded.has(id)) return;
  state.seeded.add(id);
  addReceipt(state, id, {
    at: state.now - 50 * MINUTE,
    form: 'pdf',
    target: 'file',
    version: 1,
    changedSince: true,
  });
  addReceipt(state, id, {
    at: state.now - 12 * MINUTE,
    form: 'fhir',
    flavour: 'r4',
    target: 'server',
    where: 'https://emr.hospital.example/fhir',
    version: 2,
    state: 'failed',
    attempts: 3,
    trouble: {
      detail: 'patient-unknown',
      message:
        'The FHIR server has no patient with this record number. Look at the number, or have the patient entered there, then send it again.',
    },
  });
  addReceipt(state, id, {
    at: state.now - 8 * MINUTE,
    form: 'hl7',
    target: 'folder',
    file: '20261121-1005_1a2b3c4d.hl7',
    version: 2,
    state: 'waiting',
    attempts: 2,
    waitsUntil: state.now + 4 * MINUTE,
    trouble: {
      detail: 'folder-missing',
      message:
        'The drop folder is not there. Connect its disk, or choose another folder in Settings; it is tried again by itself.',
    },
  });
  addReceipt(state, id, {
    at: state.now - 9 * MINUTE,
    form: 'text',
    target: 'clipboard',
    section: 'Plan',
    version: 2,
  });
  addReceipt(state, id, {
    at: state.now - 3 * MINUTE,
    form: 'pdf',
    target: 'folder',
    file: '20261121-1005_1a2b3c4d.pdf',
    version: 2,
  });
}

function lacksOf(
  state: ExportState,
  id: string,
  form: string | undefined,
  flavour: string | undefined,
): UnmetRequirement[] {
  return [
    ...(state.find(id)?.patient.recordNumber === undefined && form !== 'pdf'
      ? [
          {
            detail: 'export-record-number',
            message:
              'This patient has no record number: FHIR export needs one. Enter it with the visit.',
            place: 'visit',
            field: 'recordNumber',
          } as const,
        ]
      : []),
    ...(flavour === 'nrces' && state.registration() === ''
      ? [
          {
            detail: 'export-registration',
            message:
              'The doctor has no registration number: FHIR export for ABDM needs one. Enter it in Settings.',
            place: 'profile',
            field: 'registrationNumber',
          } as const,
        ]
      : []),
  ];
}

type Targets = { current: ExportTargets };

const createTargets = (scene: FakeExports | undefined): Targets => ({
  current: {
    newlines: 'system',
    canChoose: false,
    canPrint: true,
    folder: {
      on: scene !== undefined && scene !== 'none',
      from: 'own',
      where: '/home/clinic/.local/share/scriba/to-emr',
      forms: ['pdf', 'fhir'],
      flavour: 'r4',
    },
    server: {
      address: scene === 'both' ? 'https://emr.hospital.example/fhir' : '',
      hasToken: scene === 'both',
      form: 'fhir',
      flavour: 'r4',
      patients: 'known',
      sendAs: 'document',
      withPdf: false,
      searchInAddress: false,
      auth: 'token',
      clientId: '',
      scope: 'system/Patient.rs system/DocumentReference.crus',
      jwks: '',
    },
    mllp: { host: '', port: 2575, secure: true, allowPlain: false },
    hl7: {
      sendingApplication: '',
      sendingFacility: '',
      receivingApplication: '',
      receivingFacility: '',
    },
    platform: { on: false },
  },
});

/** A public key, as the core shows it. */
const JWKS = JSON.stringify(
  {
    keys: [
      {
        kty: 'EC',
        crv: 'P-384',
        x: 'wcE8O55ro6aOuTf5Ty1k_IG4mTcuLiVercHouge1G5Ri-leevhev4uJzlHpi3U8r',
        y: 'mLRgz8Giu6XA_AqG8bywqbygShmd8jowflrdx0KQtM5X4s4aqDeCRfcpexykp3aI',
        kid: 'example',
        alg: 'ES384',
        use: 'sig',
      },
    ],
  },
  undefined,
  2,
);

function targetHandlers(targets: Targets): FakeHandlers {
  return {
    'exports.targets.get': () => targets.current,
    'exports.targets.set': ({ newlines, folder, server, mllp, hl7, platform }) => {
      if (server?.address.startsWith('http:')) refuse('invalid', 'address-insecure');
      const before = targets.current;
      targets.current = {
        ...before,
        ...(newlines && { newlines }),
        ...(mllp && {
          mllp: { ...mllp, authority: authorityFrom(mllp.authority, before.mllp.authority) },
        }),
        ...(hl7 && { hl7 }),
        ...(platform && { platform }),
        ...(folder && { folder: { ...before.folder, ...folder } }),
        ...(server && { server: serverFrom(server, before.server) }),
      };
      return targets.current;
    },
    'exports.targets.chooseFolder': () => refuse('missing', 'cannot-choose'),
    'exports.targets.makeKey': () => {
      const before = targets.current;
      targets.current = { ...before, server: { ...before.server, jwks: JWKS } };
      return targets.current;
    },
    'exports.targets.test': ({ target }) =>
      target === 'folder'
        ? { software: '', doubts: [] }
        : { software: 'HAPI FHIR 7.4', doubts: ['conditionalCreate'] },
  };
}

/** As the core shows the authority in a file. */
const authorityFrom = (
  pem: string | undefined,
  before: CertificateAuthority | undefined,
): CertificateAuthority | undefined => {
  if (pem === undefined) return before;
  if (pem === '') return undefined;
  if (!pem.includes('BEGIN CERTIFICATE')) refuse('invalid', 'authority-invalid');
  return {
    name: 'Sunrise Hospital Root CA',
    from: Date.UTC(2024, 0, 1),
    until: Date.UTC(2034, 0, 1),
    fingerprint: Array.from({ length: 32 }, (_, at) => (at * 7 + 16).toString(16)).join(':'),
  };
};

type ServerInput = NonNullable<Input<'exports.targets.set'>['server']>;

const serverFrom = (
  { token, authority, ...rest }: ServerInput,
  before: ExportTargets['server'],
): ExportTargets['server'] => ({
  ...before,
  ...(Object.fromEntries(
    Object.entries(rest).filter(([, member]) => member !== undefined),
  ) as Partial<ExportTargets['server']>),
  hasToken: token ? true : before.hasToken && rest.address !== '',
  authority: authorityFrom(authority, before.authority),
});
