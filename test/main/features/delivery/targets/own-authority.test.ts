/**
 * Servers whose certificate a clinic's own authority signed: reached once its file was chosen for
 * that target, and by nothing else.
 */
import { afterEach, expect, test } from 'vitest';
import type { DeliveryFeature } from '../../../../../main/features/delivery/delivery.ts';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { failure, failureWith } from '../../../../support/failure.ts';
import { makeCertificate } from '../../../../support/servers/certificate.ts';
import { startEmr } from '../../../../support/servers/emr-server.ts';
import { startReceiver } from '../../../../support/servers/hl7-receiver.ts';
import { deliveryRig, VISIT } from '../support.ts';

/** Valid under the held clock of the rig as well as now. */
const days = { from: new Date('2020-01-01'), until: new Date('2049-01-01') };
const authority = makeCertificate({ commonName: 'Sunrise Root', authority: true, ...days });
const stranger = makeCertificate({ commonName: 'Another Root', authority: true, ...days });
const certificate = (by = authority, names = ['127.0.0.1']) => {
  const { cert, pem } = makeCertificate({ names, by, ...days });
  return { cert, key: pem };
};

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
async function emrWith(tls = certificate()) {
  const emr = await startEmr(tls);
  ends.push(emr.stop);
  return emr;
}
async function receiverWith(tls = certificate()) {
  const receiver = await startReceiver(tls);
  ends.push(receiver.stop);
  return receiver;
}
const serverOn = (delivery: DeliveryFeature, address: string, pem?: string) =>
  delivery.targets.set({
    server: { address, form: 'fhir', flavour: 'r4', patients: 'any', authority: pem },
  });
const receiverOn = (delivery: DeliveryFeature, port: number, pem?: string) =>
  delivery.targets.set({
    mllp: { host: '127.0.0.1', port, secure: true, allowPlain: false, authority: pem },
  });
const send = async (delivery: DeliveryFeature, target: 'server' | 'mllp') => {
  const [receipt] = await delivery.send({ id: VISIT, target });
  return receipt?.trouble?.detail ?? receipt?.state;
};

test('a FHIR server is reached with the authority of the clinic, and not without it', async () => {
  const emr = await emrWith();
  const without = deliveryRig();
  without.sign();
  await serverOn(without.delivery, emr.url);
  expect(await send(without.delivery, 'server')).toBe('emr-unreachable');
  expect(emr.log).toEqual([]);

  const made = deliveryRig();
  made.sign();
  const shown = await serverOn(made.delivery, emr.url, authority.cert);
  expect(shown.server.authority?.name).toBe('Sunrise Root');
  expect(await send(made.delivery, 'server')).toBe('done');
  expect(emr.documents).toHaveLength(1);
});

test('an HL7 receiver is reached with the authority of the clinic, and not without it', async () => {
  const receiver = await receiverWith();
  const made = deliveryRig();
  made.sign();
  await receiverOn(made.delivery, receiver.port);
  await expect(made.delivery.trial('mllp')).rejects.toThrow(failureWith('mllp-unreachable'));
  const shown = await receiverOn(made.delivery, receiver.port, authority.cert);
  expect(shown.mllp.authority?.name).toBe('Sunrise Root');
  expect(await send(made.delivery, 'mllp')).toBe('done');
  expect(receiver.arrivals).toHaveLength(1);
});

test('names, signatures and dates are checked as always', async () => {
  const late = makeCertificate({
    names: ['127.0.0.1'],
    by: authority,
    from: days.from,
    until: new Date('2021-01-01'),
  });
  const wrong = [
    certificate(authority, ['emr.example']),
    certificate(stranger),
    { cert: late.cert, key: late.pem },
  ];
  for (const tls of wrong) {
    const [emr, receiver] = [await emrWith(tls), await receiverWith(tls)];
    const made = deliveryRig();
    made.sign();
    await serverOn(made.delivery, emr.url, authority.cert);
    await receiverOn(made.delivery, receiver.port, authority.cert);
    expect(await send(made.delivery, 'server')).toBe('emr-unreachable');
    expect(await send(made.delivery, 'mllp')).toBe('mllp-unreachable');
    expect([emr.log, receiver.arrivals]).toEqual([[], []]);
  }
});

test('one target does not trust the authority of the other, nor does any other call', async () => {
  const [emr, receiver] = [await emrWith(), await receiverWith()];
  const net = undiciNet();
  const made = deliveryRig({ net });
  made.sign();
  await serverOn(made.delivery, emr.url, authority.cert);
  await receiverOn(made.delivery, receiver.port);
  expect(await send(made.delivery, 'server')).toBe('done');
  expect(await send(made.delivery, 'mllp')).toBe('mllp-unreachable');
  // The same net, while a trusted connection to the same server is still open.
  const asked = net({ method: 'GET', url: new URL(`${emr.url}/metadata`), timeout: 10_000 });
  await expect(asked).rejects.toThrow(failureWith('not-sent'));
  const streamed = net({
    method: 'POST',
    url: new URL(emr.url),
    headers: { 'content-length': '1' },
    body: (async function* () {
      yield Buffer.from('x');
    })(),
    timeout: 10_000,
  });
  await expect(streamed).rejects.toThrow(failureWith('not-sent'));
});

test('the file stays while the server is the same, and goes with it or by hand', async () => {
  const { delivery } = deliveryRig();
  const names = ({ server, mllp }: Awaited<ReturnType<typeof serverOn>>) => [
    server.authority?.name,
    mllp.authority?.name,
  ];
  await serverOn(delivery, 'https://emr.example/fhir', authority.cert);
  await receiverOn(delivery, 2575, stranger.cert);
  await serverOn(delivery, 'https://emr.example/fhir');
  expect(names(await receiverOn(delivery, 2576))).toEqual(['Sunrise Root', 'Another Root']);
  expect(names(await serverOn(delivery, 'https://other.example/fhir'))).toEqual([
    undefined,
    'Another Root',
  ]);
  expect(names(await receiverOn(delivery, 2576, ''))).toEqual([undefined, undefined]);
  await receiverOn(delivery, 2576, authority.cert);
  const other = await delivery.targets.set({
    mllp: { host: 'other.example', port: 2576, secure: true, allowPlain: false },
  });
  expect(names(other)).toEqual([undefined, undefined]);
});

test('a file that is not of an authority changes nothing', async () => {
  const { delivery } = deliveryRig();
  await serverOn(delivery, 'https://emr.example/fhir', authority.cert);
  const own = certificate().cert;
  await expect(serverOn(delivery, 'https://emr.example/fhir', own)).rejects.toThrow(
    failure('invalid', 'authority-no-ca'),
  );
  await expect(receiverOn(delivery, 2575, own)).rejects.toThrow(failureWith('authority-no-ca'));
  const { server, mllp } = delivery.targets.get();
  expect([server.authority?.name, mllp.host]).toEqual(['Sunrise Root', '']);
});
