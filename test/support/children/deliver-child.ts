/**
 * Sends a signed note to a drop folder, and kills itself at a step that touches the disk or the
 * list (`dying.ts`): `node deliver-child.ts FILE FOLDER KEY STEP`.
 */
import { createDelivery } from '../../../main/features/delivery/delivery.ts';
import { undiciNet } from '../../../main/hosts/node/node-net.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../main/hosts/node/node-ports.ts';
import { readUrl } from '../../../main/infrastructure/platform/client/address.ts';
import { createStore } from '../../../main/infrastructure/store/store.ts';
import { removePart } from '../../../main/infrastructure/vault/purge.ts';
import { VISIT } from '../../main/features/notes/visits.ts';
import { dying } from '../ports/dying.ts';
import { testCipher } from '../rows.ts';

const [file, folder, key, step] = process.argv.slice(2);
const cipher = testCipher(Buffer.from(key!, 'hex'));
const killed = dying(Number(step) || step!, () => process.kill(process.pid, 'SIGKILL'));
const store = createStore({ file: file!, seal: () => cipher });
const disk = killed.each(nodeDisk);
const notHere = () => {
  throw new Error('not here');
};
const delivery = createDelivery({
  clock: nodeClock,
  random: nodeRandom,
  disk,
  net: undiciNet(),
  store: { ...store, exports: killed.each(store.exports) },
  version: '1',
  readAddress: readUrl,
  backOff: () => 1000,
  windows: false,
  notes: {
    state: () => {
      throw new Error('not here');
    },
    draft: () => {
      throw new Error('not here');
    },
  },
  account: () => ({
    profile: 'clinic',
    baseUrl: '',
    brand: 'svc',
    clientId: 'clinic-17',
    state: 'signed-in',
  }),
  secrets: { get: async () => undefined, set: async () => {}, remove: async () => {} },
  removePart: (name) => removePart(disk, name),
  platformCopy: { visit: notHere, documents: notHere, save: notHere },
  ownFolder: folder!,
  dropFolder: folder!,
  changed: () => {},
  delivered: () => {},
});
await delivery.targets.set({ folder: { on: true, forms: ['fhir'], flavour: 'r4' } });
delivery.start();
killed.begin();
const [receipt] = await delivery.send({ id: VISIT, target: 'folder' });
process.stdout.write(receipt!.state);
process.exit(0);
