/** A try that is under way when the vault is locked, and calls that a server does not need. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDrop } from '../../../../../main/features/delivery/targets/drop-folder.ts';
import { toReceiver } from '../../../../../main/features/delivery/targets/mllp/send-to-receiver.ts';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { nodeDisk } from '../../../../../main/hosts/node/node-ports.ts';
import { nodeTcp } from '../../../../../main/hosts/node/node-tcp.ts';
import type { Net } from '../../../../../main/infrastructure/ports.ts';
import { temporaryFolder } from '../../../../support/rows.ts';
import {
  asha,
  capability,
  type EmrServer,
  startEmr,
} from '../../../../support/servers/emr-server.ts';
import { type DeliveryRig, deliveryRig, serverOn, VISIT } from '../support.ts';

let emr: EmrServer;
beforeAll(async () => {
  emr = await startEmr();
});
afterAll(() => emr.stop());
beforeEach(() => {
  Object.assign(emr, { patients: [asha], faults: [], searches: [], metadata: capability });
  for (const list of [emr.documents, emr.log, emr.bodies]) list.length = 0;
});

/** The network of this computer; `then` runs when a document was answered. */
const netWith = (then: (cancel: AbortSignal | undefined) => void): Net => {
  const net = undiciNet();
  return async (request) => {
    const answer = await net(request);
    if (request.url.pathname.endsWith('/DocumentReference')) then(request.cancel);
    return answer;
  };
};

describe('a vault that is locked while a document is under way', () => {
  test('gets nothing written from then on; unlocked, the document is found and is one', async () => {
    const made: DeliveryRig = deliveryRig({ net: netWith(() => made.delivery.stop()) });
    made.sign();
    await serverOn(made.delivery, emr.url);
    const [receipt] = await made.delivery.send({ id: VISIT, target: 'server' });
    expect(emr.documents).toHaveLength(1);
    expect(receipt).toMatchObject({ state: 'waiting', attempts: 0 });
    expect([receipt!.trouble, receipt!.doneAt, made.arrived]).toEqual([undefined, undefined, []]);
    const later = made.again({ net: undiciNet() });
    await later.delivery.idle();
    expect(later.delivery.list(VISIT)).toMatchObject([{ state: 'done', attempts: 1 }]);
    expect(later.arrived).toEqual([VISIT]);
    expect(emr.documents).toHaveLength(1);
  });

  test('ends the call itself', async () => {
    const seen: boolean[] = [];
    const made: DeliveryRig = deliveryRig({
      net: netWith((cancel) => {
        made.delivery.stop();
        seen.push(cancel?.aborted === true);
      }),
    });
    made.sign();
    await serverOn(made.delivery, emr.url);
    await made.delivery.send({ id: VISIT, target: 'server' });
    expect(seen).toEqual([true]);
  });

  test('tries nothing, and goes on with it once it is open', async () => {
    const made = deliveryRig();
    made.sign();
    await serverOn(made.delivery, emr.url);
    made.delivery.stop();
    const [receipt] = await made.delivery.send({ id: VISIT, target: 'server' });
    expect([receipt!.state, emr.log]).toEqual(['waiting', []]);
    made.delivery.start();
    await made.delivery.idle();
    expect(made.delivery.list(VISIT)[0]!.state).toBe('done');
  });
});

describe('a server that knows no patients', () => {
  const documentsAlone = {
    ...capability,
    rest: [{ resource: capability.rest[0]!.resource.slice(0, 1) }],
  };

  test('is asked for none where the note may go with its number alone', async () => {
    emr.metadata = documentsAlone;
    const made = deliveryRig();
    made.sign();
    await serverOn(made.delivery, emr.url, { patients: 'any' });
    const [receipt] = await made.delivery.send({ id: VISIT, target: 'server' });
    expect(receipt!.state).toBe('done');
    expect(emr.log.filter((line) => line.includes('Patient'))).toEqual([]);
    expect(emr.documents[0]!.subject).toMatchObject({ identifier: { value: 'MR-77' } });
  });

  test('is asked all the same where only a known patient’s note may go', async () => {
    emr.metadata = documentsAlone;
    const made = deliveryRig();
    made.sign();
    await serverOn(made.delivery, emr.url, { patients: 'known' });
    const [receipt] = await made.delivery.send({ id: VISIT, target: 'server' });
    expect(receipt!.state).toBe('done');
    expect(emr.log.filter((line) => line.includes('Patient'))).toHaveLength(1);
  });
});

test('what arrived and is sent again is told to no page as a change', async () => {
  const changes: string[] = [];
  const made = deliveryRig({ changed: (id) => void changes.push(id) });
  made.sign();
  await serverOn(made.delivery, emr.url);
  const [first] = await made.delivery.send({ id: VISIT, target: 'server' });
  expect(changes.length).toBeGreaterThan(0);
  changes.length = 0;
  const [again] = await made.delivery.send({ id: VISIT, target: 'server' });
  expect([again!.id, changes]).toEqual([first!.id, []]);
  expect(await made.delivery.retry(first!.id)).toMatchObject({ state: 'done', attempts: 1 });
  expect([changes, emr.documents.length]).toEqual([[], 1]);
});

test('a part is taken away only where one lies', () => {
  const folder = temporaryFolder();
  const removed: string[] = [];
  const drop = createDrop({
    disk: nodeDisk,
    removePart: (name) => void removed.push(name),
    folder,
    file: 'note.json',
    tag: '0a1b2c3d',
  });
  drop.write(Buffer.from('{}'));
  expect(removed).toEqual([]);
  expect(drop.place(() => {})).toBe(true);
  expect([drop.place(() => {}), drop.withdraw(), removed]).toEqual([false, false, []]);
});

test('an HL7 receiver that cannot be reached is told with the reason', async () => {
  const receiver = { host: '127.0.0.1', port: 1, secure: false, allowPlain: false };
  await expect(
    toReceiver({ tcp: nodeTcp(), receiver }, Buffer.from('MSH|^~\\&|\r')),
  ).rejects.toMatchObject({
    detail: 'mllp-unreachable',
    message: expect.stringMatching(/^The HL7 receiver cannot be reached\. \S+/),
  });
});

test('a note that cannot be written, for a reason that nobody foresaw, is said to lack something', () => {
  const made = deliveryRig();
  const draft = made.rig.notes.draft(VISIT);
  const other = deliveryRig(
    {
      notes: {
        state: (id) => made.rig.notes.state(id),
        // A date that no reader of this program lets pass.
        draft: () => ({ ...draft, note: { ...draft.note, date: undefined as never } }),
      },
    },
    made.rig,
  );
  expect(other.delivery.missing({ id: VISIT, form: 'hl7', draft: true })).toEqual([
    { detail: 'unforeseen', message: expect.stringMatching(/./), place: 'note' },
  ]);
});
