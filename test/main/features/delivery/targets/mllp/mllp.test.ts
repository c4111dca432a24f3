/** An HL7 receiver over MLLP: each answer, and whatever schedule of faults: one note, once. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryFeature } from '../../../../../../main/features/delivery/delivery.ts';
import {
  acknowledgementsIn,
  framed,
} from '../../../../../../main/features/delivery/targets/mllp/mllp.ts';
import { toReceiver } from '../../../../../../main/features/delivery/targets/mllp/send-to-receiver.ts';
import { nodeTcp } from '../../../../../../main/hosts/node/node-tcp.ts';
import { failure, failureWith } from '../../../../../support/failure.ts';
import { makeCertificate } from '../../../../../support/servers/certificate.ts';
import {
  type Hl7Receiver,
  type ReceiverFate,
  startReceiver,
} from '../../../../../support/servers/hl7-receiver.ts';
import { type DeliveryRig, deliveryRig, VISIT } from '../../support.ts';

let receiver: Hl7Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

const receiverOn = (delivery: DeliveryFeature, port = receiver.port, host = '127.0.0.1') =>
  delivery.targets.set({ mllp: { host, port, secure: false, allowPlain: false } });
async function sent(made: DeliveryRig = deliveryRig()) {
  made.sign();
  await receiverOn(made.delivery);
  const [receipt] = await made.delivery.send({ id: VISIT, target: 'mllp' });
  return { ...made, receipt: receipt! };
}
const fieldsOf = (message: string, name: string) =>
  message
    .split('\r')
    .map((segment) => segment.split('|'))
    .find(([first]) => first === name)!;

test('a note arrives as one message and is done when the receiver accepts it', async () => {
  const { receipt, arrived } = await sent();
  expect(receipt).toMatchObject({
    state: 'done',
    target: 'mllp',
    form: 'hl7',
    where: `mllp://127.0.0.1:${receiver.port}`,
  });
  expect(arrived).toEqual([VISIT]);
  expect(receiver.arrivals).toHaveLength(1);
  expect(fieldsOf(receiver.arrivals[0]!, 'MSH').slice(2, 6)).toEqual([
    'SCRIBA',
    'Sunrise Clinic',
    '',
    '',
  ]);
});

test('sender and receiver are named as they were set', async () => {
  const made = deliveryRig();
  await made.delivery.targets.set({
    hl7: {
      sendingApplication: 'SCRIBA^1.2.3^ISO',
      sendingFacility: 'NORTH',
      receivingApplication: 'EMR',
      receivingFacility: 'HOSPITAL',
    },
  });
  await sent(made);
  expect(fieldsOf(receiver.arrivals[0]!, 'MSH').slice(2, 6)).toEqual([
    'SCRIBA^1.2.3^ISO',
    'NORTH',
    'EMR',
    'HOSPITAL',
  ]);
});

describe('what it answers', () => {
  test.each<[ReceiverFate, string, string]>([
    ['AE', 'failed', 'mllp-error'],
    ['AR', 'failed', 'mllp-rejected'],
    ['cut', 'waiting', 'mllp-no-answer'],
    ['half', 'waiting', 'mllp-no-answer'],
    ['other', 'waiting', 'mllp-no-answer'],
  ])('%s is %s (%s), and a later try has the very same bytes', async (fate, state, detail) => {
    receiver.fates = [fate];
    const { receipt, delivery } = await sent();
    expect(receipt).toMatchObject({ state, trouble: { detail } });
    expect((await delivery.retry(receipt.id)).state).toBe('done');
    expect(receiver.arrivals).toHaveLength(2);
    expect(receiver.arrivals[1]).toBe(receiver.arrivals[0]);
    expect(receiver.kept.size).toBe(1);
  });

  test.each<ReceiverFate>(['CA', 'stray'])('%s is done', async (fate) => {
    receiver.fates = [fate];
    expect((await sent()).receipt.state).toBe('done');
  });

  test('its own words are shown', async () => {
    receiver.fates = ['AE'];
    expect((await sent()).receipt.trouble?.message).toContain('“PID-3 unknown”');
  });

  test('silence ends with the time limit', async () => {
    receiver.fates = ['silent'];
    const target = { host: '127.0.0.1', port: receiver.port, secure: false, allowPlain: false };
    await expect(
      toReceiver({ tcp: nodeTcp(), receiver: target, within: 50 }, Buffer.from('MSH|^~\\&|\r')),
    ).rejects.toThrow(failure('offline', 'mllp-no-answer'));
  });

  test('nobody there: it waits, and the test of the receiver says so', async () => {
    await receiver.stop();
    const { receipt, delivery } = await sent();
    expect(receipt).toMatchObject({ state: 'waiting', trouble: { detail: 'mllp-unreachable' } });
    await expect(delivery.trial('mllp')).rejects.toThrow(failureWith('mllp-unreachable'));
  });
});

describe('a note that is signed anew', () => {
  const anew = async ({ delivery, edit, sign }: DeliveryRig) => {
    edit('Rest');
    sign();
    return (await delivery.send({ id: VISIT, target: 'mllp' }))[0]!;
  };

  test('replaces the one that this receiver has, and none that another has', async () => {
    const made = await sent();
    await anew(made);
    const [first, second] = receiver.arrivals;
    expect(fieldsOf(second!, 'MSH')[8]).toBe('MDM^T10^MDM_T02');
    expect(fieldsOf(second!, 'TXA')[13]).toBe(fieldsOf(first!, 'TXA')[12]);
    const other = await startReceiver();
    try {
      await receiverOn(made.delivery, other.port);
      await made.delivery.send({ id: VISIT, target: 'mllp' });
      expect(fieldsOf(other.arrivals[0]!, 'MSH')[8]).toBe('MDM^T02^MDM_T02');
    } finally {
      await other.stop();
    }
  });

  test('goes to the same receiver when TLS was switched since', async () => {
    const made = await sent();
    const target = { host: '127.0.0.1', port: receiver.port, secure: true, allowPlain: false };
    await made.delivery.targets.set({ mllp: target });
    const again = await made.delivery.send({ id: VISIT, target: 'mllp' });
    expect(again).toMatchObject([{ id: made.receipt.id, state: 'done' }]);
    expect(receiver.arrivals).toHaveLength(1);
  });

  test('waits until it is known whether the one before it arrived', async () => {
    receiver.fates = ['cut'];
    const made = await sent();
    const later = await anew(made);
    expect(later).toMatchObject({ state: 'waiting', trouble: { detail: 'mllp-earlier-waits' } });
    await made.delivery.retry(made.receipt.id);
    expect((await made.delivery.retry(later.id)).state).toBe('done');
    expect(fieldsOf(receiver.arrivals.at(-1)!, 'MSH')[8]).toBe('MDM^T10^MDM_T02');
  });
});

describe('who may read along', () => {
  test('another computer gets nothing without TLS, unless a person allowed it', async () => {
    const made = deliveryRig();
    made.sign();
    await receiverOn(made.delivery, receiver.port, 'emr.example');
    const [receipt] = await made.delivery.send({ id: VISIT, target: 'mllp' });
    expect(receipt).toMatchObject({ state: 'failed', trouble: { detail: 'mllp-plain' } });
  });

  test('TLS only with a certificate that verifies, for the name that was entered', async () => {
    const own = makeCertificate({ names: ['127.0.0.1'] });
    const secure = await startReceiver({ key: own.pem, cert: own.cert });
    const target = { host: '127.0.0.1', port: secure.port, secure: true, allowPlain: false };
    const message = Buffer.from('MSH|^~\\&|||||||MDM^T02|N1|P|2.5.1\r');
    try {
      await expect(toReceiver({ tcp: nodeTcp(), receiver: target }, message)).rejects.toMatchObject(
        { detail: 'mllp-unreachable' },
      );
      expect(secure.arrivals).toEqual([]);
      await toReceiver({ tcp: nodeTcp({ ca: own.cert }), receiver: target }, message);
      expect(secure.kept.get('N1')).toBe(message.toString());
    } finally {
      await secure.stop();
    }
  });

  test('nothing goes where the organisation does not allow it', async () => {
    const { delivery } = deliveryRig({ policy: { exports: { allowed: ['server', 'hl7'] } } });
    await expect(receiverOn(delivery)).rejects.toThrow(failureWith('set-by-organisation'));
  });
});

test('an acknowledgement is found however the bytes are cut', () => {
  const bytes = Buffer.concat([
    framed(Buffer.from('MSH|^~\\&|x\rMSA|AE|1|no\r')),
    Buffer.from('between'),
    framed(Buffer.from('MSH*^~\\&*x\rMSA*AA*2\rERR***207^Error')),
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: bytes.length }), (length) => {
      const found = acknowledgementsIn(bytes.subarray(0, length));
      const whole = acknowledgementsIn(bytes);
      expect(whole).toEqual([
        { code: 'AE', controlId: '1', said: 'no' },
        { code: 'AA', controlId: '2', said: 'Error' },
      ]);
      expect(found).toEqual(whole.slice(0, found.length));
    }),
  );
});

test('whatever goes wrong in whatever order: the receiver has the note once at the end', async () => {
  const fate = fc.constantFrom<ReceiverFate>('AA', 'AE', 'AR', 'cut', 'half', 'other', 'stray');
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 5 }), fc.boolean(), async (fates, restart) => {
      receiver.fates = [...fates];
      receiver.kept.clear();
      let made: DeliveryRig = await sent();
      if (restart) made = made.again();
      for (let left = fates.length + 1; left > 0; left -= 1)
        for (const { id } of made.delivery.open()) await made.delivery.retry(id);
      expect(made.delivery.list(VISIT)).toMatchObject([{ state: 'done' }]);
      expect(receiver.kept.size).toBe(1);
      made.delivery.stop();
    }),
    { numRuns: 15 },
  );
});
