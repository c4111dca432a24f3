/** The FHIR-server target against a real server: Medplum's router and repository. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { neutralEntity } from '../../../../support/acts.ts';
import { failureWith } from '../../../../support/failure.ts';
import { asha } from '../../../../support/servers/emr-server.ts';
import {
  type Loose,
  loadDefinitions,
  type Medplum,
  startMedplum,
} from '../../../../support/servers/medplum-server.ts';
import { ready } from '../../notes/support.ts';
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

const signedAnew = async ({ delivery, edit, sign }: DeliveryRig, text: string) => {
  edit(text);
  sign();
  const [receipt] = await delivery.send({ id: VISIT, target: 'server' });
  return receipt!;
};
const byStatus = async (status: string) =>
  (await medplum.all('DocumentReference')).filter((one) => one.status === status);

describe('a note that is signed anew', () => {
  test('replaces the document before it, which becomes superseded and stays whole', async () => {
    const made = await sent();
    const [before] = await medplum.all('DocumentReference');
    expect((await signedAnew(made, 'Rest')).state).toBe('done');
    const [current] = await byStatus('current');
    const [old] = await byStatus('superseded');
    expect(current.relatesTo).toEqual([
      {
        code: 'replaces',
        target: { reference: `DocumentReference/${old.id}`, identifier: old.identifier[0] },
      },
    ]);
    const { meta: _meta, ...rest } = before;
    expect(old).toMatchObject({ ...rest, status: 'superseded' });
    await signedAnew(made, 'Rest and fluids');
    expect(await byStatus('current')).toHaveLength(1);
    expect(await byStatus('superseded')).toHaveLength(2);
  });

  test('asks no more for a version that is marked already, and replaces the last one', async () => {
    const made = await sent();
    const [first] = await medplum.all('DocumentReference');
    await signedAnew(made, 'Rest');
    const second = (await byStatus('current'))[0];
    // Were the first one asked for again, it would be an error that shows.
    medplum.refused.set(`GET DocumentReference/${first.id}`, 405);
    expect((await signedAnew(made, 'Rest and fluids')).trouble).toBeUndefined();
    const [current] = await byStatus('current');
    expect(current.relatesTo[0].target.reference).toBe(`DocumentReference/${second.id}`);
  });

  test('in another form under the same signature is the same document, which stays current', async () => {
    const { delivery } = await sent({ form: 'text' });
    await serverOn(delivery, medplum.url);
    const [receipt] = await delivery.send({ id: VISIT, target: 'server' });
    expect(receipt).toMatchObject({ form: 'fhir', state: 'done' });
    const [document, ...more] = await medplum.all('DocumentReference');
    expect([document.status, document.relatesTo, more]).toEqual(['current', undefined, []]);
  });

  test('stands beside its prescription: neither replaces the other, each its own earlier one', async () => {
    const order = neutralEntity('prescription', 'Paracetamol 650 mg');
    const made = deliveryRig({}, ready({ decisions: () => [order] }));
    const ids: string[] = [];
    const replaced: unknown[] = [];
    for (const flavour of ['nrces-prescription', 'r4', 'nrces-prescription', 'r4'] as const) {
      made.edit(`Paracetamol 650 mg BD, version ${ids.length}`);
      const { receipt } = await sent({ flavour }, made);
      expect(receipt).toMatchObject({ flavour, state: 'done' });
      const document = (await medplum.all('DocumentReference')).find(({ id }) => !ids.includes(id));
      ids.push(document.id);
      replaced.push(document.relatesTo?.[0].target.reference);
    }
    const [prescription, note, ...last] = ids;
    expect(replaced).toEqual([
      undefined,
      undefined,
      `DocumentReference/${prescription}`,
      `DocumentReference/${note}`,
    ]);
    expect((await byStatus('current')).map(({ id }) => id).sort()).toEqual(last.sort());
  });

  test('is there although the server lets no document be changed: the receipt says what is left', async () => {
    const made = await sent();
    const [{ id }] = await medplum.all('DocumentReference');
    medplum.refused.set(`PUT DocumentReference/${id}`, 405);
    expect(await signedAnew(made, 'Rest')).toMatchObject({
      state: 'done',
      trouble: { detail: 'emr-not-superseded', message: expect.stringContaining('is not taken') },
    });
    medplum.refused.clear();
    const later = await signedAnew(made, 'Rest and fluids');
    expect(later.trouble).toBeUndefined();
    expect(await byStatus('superseded')).toHaveLength(2);
  });

  test('is not sent twice where the server was away while the earlier one was to be marked', async () => {
    const made = await sent();
    const [{ id }] = await medplum.all('DocumentReference');
    medplum.refused.set(`PUT DocumentReference/${id}`, 503);
    const receipt = await signedAnew(made, 'Rest');
    expect(receipt.state).toBe('waiting');
    medplum.refused.clear();
    expect((await made.delivery.retry(receipt.id)).state).toBe('done');
    expect(await byStatus('current')).toHaveLength(1);
    expect(await byStatus('superseded')).toHaveLength(1);
  });

  test('supersedes one of which it was not known whether it had arrived, once that is known', async () => {
    medplum.cut.add('POST DocumentReference');
    const made = await sent();
    expect(made.receipt.state).toBe('waiting');
    await signedAnew(made, 'Rest');
    expect(await byStatus('current')).toHaveLength(2);
    expect((await made.delivery.retry(made.receipt.id)).state).toBe('done');
    const [current, ...more] = await byStatus('current');
    expect(more).toEqual([]);
    expect(current.identifier).not.toEqual((await byStatus('superseded'))[0].identifier);
  });

  test('keeps the one before it from being sent, also while it waits itself', async () => {
    medplum.refused.set('GET metadata', 503);
    const made = await sent();
    const { store } = made.rig;
    store.exports.put({ ...store.exports.get(made.receipt.id)!, posted: true });
    expect(await signedAnew(made, 'Rest')).toMatchObject({ state: 'waiting' });
    medplum.refused.clear();
    expect(await made.delivery.retry(made.receipt.id)).toMatchObject({
      state: 'failed',
      trouble: { detail: 'superseded' },
    });
    expect(await medplum.all('DocumentReference')).toEqual([]);
  });

  test('supersedes nothing before it has arrived itself', async () => {
    medplum.cut.add('POST DocumentReference');
    const made = await sent();
    medplum.refused.set('GET metadata', 503);
    expect(await signedAnew(made, 'Rest')).toMatchObject({ state: 'waiting' });
    medplum.refused.clear();
    expect((await made.delivery.retry(made.receipt.id)).state).toBe('done');
    expect(await byStatus('current')).toHaveLength(1);
    expect(await byStatus('superseded')).toEqual([]);
  });

  test('replaces nothing inside its bundle on a server that never had the first one', async () => {
    const made = await sent();
    const other = await startMedplum([asha]);
    try {
      made.edit('Rest');
      made.sign();
      await serverOn(made.delivery, other.url);
      await made.delivery.send({ id: VISIT, target: 'server' });
      const [document] = await other.all('DocumentReference');
      expect(document.relatesTo).toBeUndefined();
      const bundle = Buffer.from(document.content[0].attachment.data, 'base64').toString();
      expect(bundle).not.toContain('replaces');
      expect(await byStatus('superseded')).toEqual([]);
    } finally {
      await other.stop();
    }
  });
});

describe('the test of a server', () => {
  test('does what sending does and creates nothing', async () => {
    const { delivery } = deliveryRig();
    await serverOn(delivery, medplum.url);
    expect(await delivery.trial('server')).toEqual({ software: 'Medplum router', doubts: [] });
    expect(medplum.log.map((line) => line.replace(/\?.*/, ''))).toEqual([
      'GET /fhir/metadata',
      'POST /fhir/Patient/_search',
      'GET /fhir/DocumentReference',
    ]);
    expect(await medplum.all('DocumentReference')).toEqual([]);
  });

  test.each([
    ['POST Patient/_search', 415, 'emr-search-post'],
    ['POST Patient/_search', 403, 'emr-token'],
    ['GET DocumentReference', 400, 'emr-refused'],
  ])('finds that %s is refused with %i before a note is', async (call, status, detail) => {
    medplum.refused.set(call, status);
    const { delivery } = deliveryRig();
    await serverOn(delivery, medplum.url);
    await expect(delivery.trial('server')).rejects.toMatchObject({ detail });
  });
});

describe('a server that takes no search by POST', () => {
  test('gets no record number in an address, unless a person allowed it for this server', async () => {
    medplum.refused.set('POST Patient/_search', 415);
    const { receipt, delivery } = await sent();
    expect(receipt).toMatchObject({ state: 'failed', trouble: { detail: 'emr-search-post' } });
    expect(medplum.log.join(' ')).not.toContain('MR-77');
    await serverOn(delivery, medplum.url, { searchInAddress: true });
    expect((await delivery.retry(receipt.id)).state).toBe('done');
    expect(medplum.log.join(' ')).toContain(
      'GET /fhir/Patient?identifier=urn%3Aclinic%3Amrn%7CMR-77',
    );
    await serverOn(delivery, 'https://other.example/fhir');
    expect(delivery.targets.get().server.searchInAddress).toBe(false);
  });
});

describe('the PDF beside the structured form', () => {
  test('stands in the same document, after it', async () => {
    await sent({ withPdf: true });
    const [document] = await medplum.all('DocumentReference');
    const types = document.content.map(({ attachment }: Loose) => attachment.contentType);
    expect(types).toEqual(['application/fhir+json', 'application/pdf']);
    expect(Buffer.from(document.content[1].attachment.data, 'base64').toString()).toMatch(/^%PDF/);
  });

  test('does not leave where the organisation allows no PDF to a server', async () => {
    const made = deliveryRig({ policy: { exports: { allowed: ['server', 'fhir'] } } });
    await expect(serverOn(made.delivery, medplum.url, { withPdf: true })).rejects.toThrow(
      failureWith('set-by-organisation'),
    );
  });
});

describe('a transaction', () => {
  const registered = (made: DeliveryRig) => {
    const { store } = made.rig;
    const { exportProfile } = store.settings.get();
    store.settings.change({
      exportProfile: { ...exportProfile, registrationSystem: 'https://council.example/register' },
    });
    return made;
  };

  test('makes the doctor, the encounter and the document once, and links them', async () => {
    const made = await sent({ sendAs: 'transaction' }, registered(deliveryRig()));
    expect(made.receipt).toMatchObject({ state: 'done' });
    await signedAnew(made, 'Rest');
    const [doctor, ...doctors] = await medplum.all('Practitioner');
    const [encounter, ...encounters] = await medplum.all('Encounter');
    expect([doctors, encounters]).toEqual([[], []]);
    const [current] = await byStatus('current');
    expect(current).toMatchObject({
      subject: { reference: 'Patient/p-1' },
      author: [{ reference: `Practitioner/${doctor.id}` }],
      context: { encounter: [{ reference: `Encounter/${encounter.id}` }] },
    });
    expect(encounter).toMatchObject({
      subject: { reference: 'Patient/p-1' },
      participant: [{ individual: { reference: `Practitioner/${doctor.id}` } }],
    });
    expect(await byStatus('superseded')).toHaveLength(1);
    expect(await medplum.all('Patient')).toHaveLength(1);
  });

  test('whose answer was lost is not made twice', async () => {
    medplum.cut.add('POST ');
    const { receipt, delivery } = await sent({ sendAs: 'transaction' });
    expect(receipt.state).toBe('waiting');
    expect((await delivery.retry(receipt.id)).state).toBe('done');
    expect(await medplum.all('DocumentReference')).toHaveLength(1);
    expect(await medplum.all('Encounter')).toHaveLength(1);
  });

  test('is not sent to a server that says it takes none', async () => {
    medplum.interactions = ['batch'];
    const { receipt } = await sent({ sendAs: 'transaction' });
    expect(receipt).toMatchObject({ state: 'failed', trouble: { detail: 'emr-no-transactions' } });
  });
});
