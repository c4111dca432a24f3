/** The FHIR-server target against a real server: Medplum's router and repository. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { asha } from '../../../../support/servers/emr-server.ts';
import {
  loadDefinitions,
  type Medplum,
  startMedplum,
} from '../../../../support/servers/medplum-server.ts';
import { type DeliveryRig, deliveryRig, serverOn, VISIT } from '../support.ts';

let medplum: Medplum;
beforeAll(loadDefinitions, 120_000);
beforeEach(async () => {
  medplum = await startMedplum([asha]);
});
afterEach(() => medplum.stop());

async function sent(more: Parameters<typeof serverOn>[2] = {}, made: DeliveryRig = deliveryRig()) {
  made.sign();
  await serverOn(made.delivery, medplum.url, more);
  const [receipt] = await made.delivery.send({ id: VISIT, target: 'server' });
  return { ...made, receipt: receipt! };
}

test('a document arrives that the published definitions accept, for the server’s own patient', async () => {
  const { receipt } = await sent();
  expect(receipt).toMatchObject({ state: 'done', attempts: 1 });
  expect(receipt.trouble).toBeUndefined();
  const [document, ...more] = await medplum.all('DocumentReference');
  expect(more).toEqual([]);
  expect(document).toMatchObject({
    status: 'current',
    subject: { reference: 'Patient/p-1' },
  });
});

test('an answer that was lost leaves one document', async () => {
  medplum.cut.add('POST DocumentReference');
  const { receipt, delivery } = await sent();
  expect(receipt).toMatchObject({ state: 'waiting', trouble: { detail: 'emr-no-answer' } });
  expect((await delivery.retry(receipt.id)).state).toBe('done');
  expect(await medplum.all('DocumentReference')).toHaveLength(1);
});
