/**
 * A delivery over a real store, a real folder and a real server, with a visit whose note can be
 * signed.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  createDelivery,
  type DeliveryFeature,
} from '../../../../main/features/delivery/delivery.ts';
import type { DeliveryDeps } from '../../../../main/features/delivery/deps.ts';
import { backOff } from '../../../../main/features/outbox/schedule.ts';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { nodeTcp } from '../../../../main/hosts/node/node-tcp.ts';
import { readUrl } from '../../../../main/infrastructure/platform/client/address.ts';
import { removePart } from '../../../../main/infrastructure/vault/purge.ts';
import type { FhirFlavour } from '../../../../shared/model/export/export-forms.ts';
import type { Signed } from '../../../../shared/model/note/note-versions.ts';
import type { Patient } from '../../../../shared/model/visit.ts';
import { seenIn } from '../../../support/seen.ts';
import { type Rig, ready, VISIT } from '../notes/support.ts';

export { VISIT };
export const patient: Patient = {
  name: 'Asha Rao',
  recordNumber: 'MR-77',
  birthDate: '1988-02-29',
  sex: 'female',
};
export const profile = {
  doctorName: 'Dr Meera Nair',
  registrationNumber: 'KMC-12345',
  registrationSystem: '',
  facility: 'Sunrise Clinic',
  mrnSystem: 'urn:clinic:mrn',
  addressLines: ['12 MG Road', 'Bengaluru'],
  facilityRegistration: 'KA-77',
};

export type DeliveryRig = {
  readonly rig: Rig;
  readonly delivery: DeliveryFeature;
  readonly folder: string;
  readonly secrets: Map<string, string>;
  readonly arrived: string[];
  sign(): Signed;
  edit(text: string): void;
  /** Words for the whole of the note's patient. */
  correct(change: Partial<Patient>): void;
  /** As after a kill: everything anew over the same files. */
  again(over?: Partial<DeliveryDeps>): DeliveryRig;
};

const notHere = () => {
  throw new Error('not here');
};
/** For deliveries that never meet the platform. */
const noPlatform = { visit: notHere, documents: notHere, save: notHere };

export function deliveryRig(
  over: Partial<DeliveryDeps> = {},
  given: Rig = ready(),
  secrets = new Map<string, string>(),
): DeliveryRig {
  const { store, clock, notes, file } = given;
  const base = path.dirname(file);
  const folder = path.join(base, 'drop');
  mkdirSync(folder, { recursive: true });
  const row = store.visits.get(VISIT)!;
  if (row.details.patient.name === 'Asha Practice') {
    store.visits.change(VISIT, row.rev, { details: { ...row.details, patient } });
    store.settings.change({ exportProfile: profile });
  }
  const arrived: string[] = [];
  const delivery = createDelivery({
    clock,
    random: { ...nodeRandom, fraction: () => 0 },
    disk: nodeDisk,
    net: undiciNet(),
    tcp: nodeTcp(),
    store,
    version: '1.2.3',
    readAddress: readUrl,
    backOff,
    windows: false,
    notes: { state: (id) => notes.state(id), draft: (id) => notes.draft(id) },
    account: () => ({
      profile: 'clinic',
      baseUrl: '',
      brand: 'svc',
      clientId: 'clinic-17',
      state: 'signed-in',
    }),
    secrets: {
      get: async (name) => secrets.get(name),
      set: async (name, secret) => void secrets.set(name, secret),
      remove: async (name) => void secrets.delete(name),
    },
    removePart: (name) => removePart(nodeDisk, name),
    platformCopy: noPlatform,
    ownFolder: path.join(base, 'to-emr'),
    dropFolder: folder,
    print: async (html) => Buffer.from(`%PDF ${html}`),
    save: async () => ({ how: 'saved' }),
    changed: () => {},
    delivered: (id) => void arrived.push(id),
    ...over,
  });
  const self: DeliveryRig = {
    rig: given,
    delivery,
    folder,
    secrets,
    arrived,
    sign() {
      const state = notes.state(VISIT);
      const branch = state.branches.find(({ id }) => id === state.note)!;
      return notes.sign({
        id: VISIT,
        branch: branch.id,
        version: branch.head,
        seen: seenIn(state),
        looked: [],
      });
    },
    edit(text) {
      const state = notes.state(VISIT);
      const branch = state.branches.find(({ id }) => id === state.note)!;
      notes.edit({
        id: VISIT,
        branch: branch.id,
        rev: branch.rev,
        sections: [{ id: '0', title: 'Plan', text }],
      });
    },
    correct: (change) => void notes.correctPatient(VISIT, { ...patient, ...change }),
    again(change = {}) {
      delivery.stop();
      return deliveryRig({ ...over, ...change }, given.reopen(), secrets);
    },
  };
  delivery.start();
  return self;
}

export const dropOn = (
  delivery: DeliveryFeature,
  forms: readonly ('fhir' | 'hl7' | 'pdf')[] = ['fhir'],
  flavour: FhirFlavour = 'r4',
) => delivery.targets.set({ folder: { on: true, forms: [...forms], flavour } });
export const serverOn = (
  delivery: DeliveryFeature,
  address: string,
  more: Partial<{
    token: string;
    form: 'fhir' | 'pdf' | 'html' | 'text';
    flavour: FhirFlavour;
    patients: 'known' | 'any';
    sendAs: 'document' | 'transaction';
    withPdf: boolean;
    searchInAddress: boolean;
    auth: 'token' | 'smart';
    clientId: string;
    scope: string;
  }> = {},
) =>
  delivery.targets.set({
    server: { address, form: 'fhir', flavour: 'r4', patients: 'known', ...more },
  });
