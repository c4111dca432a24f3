/** Made-up exports: receipts of each kind, a folder and a server, and a record number that is lacking. */

import type { Input } from '../../../shared/contract/contract.ts';
import type { ExportTargets, Lack, Receipt } from '../../../shared/model/export/exports.ts';
import type { NoteState } from '../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { FakeHandlers } from './fake-handlers.ts';
import { MINUTE } from './fake-visits.ts';

/** `none`: nothing is set up. `folder`: a drop folder. `both`. `history`: a folder, and exports of every kind before. */
export type FakeExports = 'none' | 'folder' | 'both' | 'history';
type Deps = {
  readonly find: (id: string) => Visit | undefined;
  readonly state: (id: string) => NoteState;
  readonly tell: (name: string, payload: unknown) => void;
  readonly registration: () => string;
};

const refuse = (code: string, detail: string) => {
  throw { code, detail, message: '' };
};

function changedServer(
  { token, ...rest }: NonNullable<Input<'exports.targets.set'>['server']>,
  hadToken: boolean,
): ExportTargets['server'] {
  return { ...rest, hasToken: token ? true : hadToken && rest.address !== '' };
}

export function fakeExports(
  now: number,
  scene: FakeExports | undefined,
  { find, state, tell, registration }: Deps,
): FakeHandlers {
  let targets: ExportTargets = {
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
    },
  };
  const text = (id: string) =>
    state(id)
      .branches[0]!.sections.map((section) => `${section.title.toUpperCase()}\r\n${section.text}`)
      .join('\r\n\r\n');
  const receipts: Receipt[] = [];
  let next = 1;
  const receipt = (id: string, part: Partial<Receipt>): Receipt => {
    const signed = state(id).signed;
    const made: Receipt = {
      id: `00000000-0000-4000-9000-${String(next++).padStart(12, '0')}`,
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
    receipts.unshift({ ...made, ...(made.state === 'done' && { doneAt: made.at }) });
    tell('exports.changed', { id });
    return receipts[0]!;
  };
  const seeded = new Set<string>();
  const seed = (id: string) => {
    if (scene !== 'history' || seeded.has(id)) return;
    seeded.add(id);
    receipt(id, {
      at: now - 50 * MINUTE,
      form: 'pdf',
      target: 'file',
      version: 1,
      changedSince: true,
    });
    receipt(id, {
      at: now - 12 * MINUTE,
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
    receipt(id, {
      at: now - 8 * MINUTE,
      form: 'hl7',
      target: 'folder',
      file: '20261121-1005_1a2b3c4d.hl7',
      version: 2,
      state: 'waiting',
      attempts: 2,
      waitsUntil: now + 4 * MINUTE,
      trouble: {
        detail: 'folder-missing',
        message:
          'The drop folder is not there. Connect its disk, or choose another folder in Settings; it is tried again by itself.',
      },
    });
    receipt(id, {
      at: now - 9 * MINUTE,
      form: 'text',
      target: 'clipboard',
      section: 'Plan',
      version: 2,
    });
    receipt(id, {
      at: now - 3 * MINUTE,
      form: 'pdf',
      target: 'folder',
      file: '20261121-1005_1a2b3c4d.pdf',
      version: 2,
    });
  };
  const lacks = (id: string, form: string | undefined, flavour: string | undefined): Lack[] => [
    ...(find(id)?.patient.recordNumber === undefined && form !== 'pdf'
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
    ...(flavour === 'nrces' && registration() === ''
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
  return {
    'exports.list': ({ id }) => {
      seed(id);
      return receipts.filter((one) => one.visitId === id);
    },
    'exports.open': () => receipts.filter(({ state: how }) => how !== 'done'),
    'exports.missing': ({ id, form, flavour, target }) =>
      lacks(id, target ? 'fhir' : form, flavour),
    'exports.copy': ({ id, section, draft }) => {
      const words = `${draft ? 'Draft - not signed\r\n\r\n' : ''}${text(id)}`;
      return {
        receipt: receipt(id, { ...(section !== undefined && { section: 'Plan' }) }),
        copied: false,
        text: words,
        html: `<p>${words.replaceAll('<', '&lt;')}</p>`,
      };
    },
    'exports.uncopied': ({ receipt: one }) => receipts.find(({ id }) => id === one),
    'exports.save': ({ id, form, flavour }) => ({
      saved: { how: 'saved' },
      receipt: receipt(id, { form, target: 'file', ...(flavour && { flavour }) }),
    }),
    'exports.send': ({ id, target }) =>
      target === 'folder'
        ? targets.folder.forms.map((form) =>
            receipt(id, {
              form,
              target,
              file: `20261121-1005_1a2b3c4d.${form === 'pdf' ? 'pdf' : 'json'}`,
            }),
          )
        : [
            receipt(id, {
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
    'exports.retry': ({ receipt: one }) => {
      const at = receipts.findIndex(({ id }) => id === one);
      receipts[at] = { ...receipts[at]!, state: 'done', doneAt: Date.now(), trouble: undefined };
      return receipts[at];
    },
    'exports.giveUp': ({ receipt: one }) => {
      const at = receipts.findIndex(({ id }) => id === one);
      receipts[at] = {
        ...receipts[at]!,
        state: 'failed',
        trouble: { detail: 'given-up', message: 'It is not tried any more.' },
      };
      return receipts[at];
    },
    'exports.targets.get': () => targets,
    'exports.targets.set': ({ newlines, folder, server }) => {
      if (server?.address.startsWith('http:')) refuse('invalid', 'address-insecure');
      targets = {
        ...targets,
        ...(newlines && { newlines }),
        ...(folder && { folder: { ...targets.folder, ...folder } }),
        ...(server && { server: changedServer(server, targets.server.hasToken) }),
      };
      return targets;
    },
    'exports.targets.chooseFolder': () => refuse('missing', 'cannot-choose'),
    'exports.targets.test': ({ target }) =>
      target === 'folder'
        ? { software: '', doubts: [] }
        : { software: 'HAPI FHIR 7.4', doubts: ['conditionalCreate'] },
  };
}
