/** A FHIR server: each of its answers: never two documents, and never another patient's. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureWith } from '../../../../support/failure.ts';
import {
  asha,
  capability,
  type EmrServer,
  startEmr,
} from '../../../../support/servers/emr-server.ts';
import { type DeliveryRig, deliveryRig, serverOn, VISIT } from '../support.ts';

type Change = Parameters<DeliveryRig['correct']>[0];

let emr: EmrServer;
beforeAll(async () => {
  emr = await startEmr();
});
afterAll(() => emr.stop());
beforeEach(() => {
  Object.assign(emr, {
    patients: [asha],
    faults: [],
    searches: [],
    metadata: capability,
    token: undefined,
    retryAfter: undefined,
    forgetful: false,
    lenient: false,
  });
  for (const list of [emr.documents, emr.log, emr.bodies]) list.length = 0;
});

async function sent(more: Parameters<typeof serverOn>[2] = {}, made: DeliveryRig = deliveryRig()) {
  made.sign();
  await serverOn(made.delivery, emr.url, more);
  const [receipt] = await made.delivery.send({ id: VISIT, target: 'server' });
  return { ...made, receipt: receipt! };
}

test('one document with one attachment, an identifier, times with zones, and the server’s own patient', async () => {
  const { receipt, arrived } = await sent();
  expect(receipt).toMatchObject({
    state: 'done',
    target: 'server',
    where: emr.url,
    attempts: 1,
    changedSince: false,
    form: 'fhir',
    flavour: 'r4',
  });
  expect(arrived).toEqual([VISIT]);
  const [document] = emr.documents;
  expect(document!.content).toHaveLength(1);
  expect(document).toMatchObject({
    subject: { reference: 'Patient/p-1' },
    status: 'current',
    docStatus: 'final',
    identifier: [{ system: 'urn:ietf:rfc:3986', value: expect.stringMatching(/^urn:uuid:/) }],
  });
  for (const time of [document!.date, document!.context.period.start])
    expect(time).toMatch(/T\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/);
  const bundle = JSON.parse(Buffer.from(document!.content[0].attachment.data, 'base64').toString());
  expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'document' });
});

test('no address names the patient, in whatever way it is asked for', async () => {
  await sent();
  expect(emr.log).toEqual([
    'GET /fhir/metadata',
    'POST /fhir/Patient/_search',
    'POST /fhir/DocumentReference',
  ]);
  expect(emr.log.join(' ')).not.toMatch(/MR-77|Asha|Rao|1988/);
});

test('sent again it is the same document: nothing goes out, the receipt is answered', async () => {
  const { delivery, receipt } = await sent();
  const calls = emr.log.length;
  expect((await delivery.send({ id: VISIT, target: 'server', again: true }))[0]!.id).toBe(
    receipt.id,
  );
  expect([emr.log.length, emr.documents.length]).toEqual([calls, 1]);
});

test('signed anew, it goes as another document that takes the place of the first', async () => {
  const { delivery, edit, sign } = await sent();
  edit('Rest');
  expect(delivery.list(VISIT)[0]!.changedSince).toBe(true);
  sign();
  await delivery.send({ id: VISIT, target: 'server' });
  expect(emr.documents).toHaveLength(2);
  expect(emr.documents[1]!.relatesTo).toEqual([
    {
      code: 'replaces',
      target: { reference: 'DocumentReference/d-1', identifier: emr.documents[0]!.identifier[0] },
    },
  ]);
});

test('it takes the place of no document that another server has, or that never arrived', async () => {
  const other = await startEmr();
  try {
    other.patients = [asha];
    const { delivery, edit, sign } = await sent();
    edit('Rest');
    sign();
    await serverOn(delivery, other.url);
    other.faults = [422];
    const [refused] = await delivery.send({ id: VISIT, target: 'server' });
    expect(refused!.state).toBe('failed');
    edit('Rest and fluids');
    sign();
    await delivery.send({ id: VISIT, target: 'server' });
    expect(other.documents).toHaveLength(1);
    expect(other.documents[0]!.relatesTo).toBeUndefined();
  } finally {
    await other.stop();
  }
});

describe('an older version never comes after a newer one', () => {
  /** The first one may have arrived, so that it still waits when the second one is signed. */
  async function doubtful() {
    emr.faults = ['cut-before'];
    const made = await sent();
    expect(made.receipt).toMatchObject({ state: 'waiting', trouble: { detail: 'emr-no-answer' } });
    return made;
  }

  test('where the server does not have it: it is left, and says why', async () => {
    const { delivery, edit, sign, receipt } = await doubtful();
    edit('Rest');
    sign();
    const [newer] = await delivery.send({ id: VISIT, target: 'server' });
    expect(newer!.state).toBe('done');
    expect(await delivery.retry(receipt.id)).toMatchObject({
      state: 'failed',
      trouble: { detail: 'superseded' },
    });
    expect(emr.documents).toHaveLength(1);
    expect(emr.documents[0]!.relatesTo).toBeUndefined();
  });

  test('where another server has the newer one, or this one the same in another form: it goes', async () => {
    const other = await startEmr();
    try {
      other.patients = [asha];
      const { delivery, edit, sign, receipt } = await doubtful();
      await serverOn(delivery, emr.url, { form: 'text' });
      emr.faults = [422];
      await delivery.send({ id: VISIT, target: 'server' });
      edit('Rest');
      sign();
      await serverOn(delivery, other.url);
      await delivery.send({ id: VISIT, target: 'server' });
      await serverOn(delivery, emr.url);
      expect((await delivery.retry(receipt.id)).state).toBe('done');
      expect([emr.documents.length, other.documents.length]).toEqual([1, 1]);
    } finally {
      await other.stop();
    }
  });
});

describe('what it answers', () => {
  test.each([
    [400, 'failed', 'emr-refused', /Refused with 400/],
    [401, 'failed', 'emr-token', /token/],
    [403, 'failed', 'emr-token', /token/],
    [404, 'failed', 'emr-not-there', /address/],
    [422, 'failed', 'emr-refused', /Refused with 422/],
    [409, 'waiting', 'emr-busy', /asked again/],
    [429, 'waiting', 'emr-busy', /asks to wait/],
    [500, 'waiting', 'emr-error', /an internal error/],
    [503, 'waiting', 'emr-busy', /asks to wait/],
    [302, 'failed', 'emr-redirect', /another address/],
    [501, 'failed', 'emr-refused', /cannot/],
  ] as const)('%i is %s (%s)', async (status, state, detail, message) => {
    emr.faults = [status];
    const { receipt } = await sent();
    expect(receipt).toMatchObject({
      state,
      trouble: { detail, message: expect.stringMatching(message) },
    });
    expect(emr.documents).toEqual([]);
  });

  test('412 is a document that is there: done; where it is not found, it is asked for again', async () => {
    const made = await sent();
    emr.faults = [412];
    made.rig.store.exports.put({
      ...made.rig.store.exports.get(made.receipt.id)!,
      state: 'waiting',
      posted: false,
    });
    expect((await made.delivery.retry(made.receipt.id)).state).toBe('done');
    emr.documents.length = 0;
    emr.faults = [412];
    made.rig.store.exports.put({
      ...made.rig.store.exports.get(made.receipt.id)!,
      state: 'waiting',
      posted: false,
    });
    expect(await made.delivery.retry(made.receipt.id)).toMatchObject({
      state: 'waiting',
      trouble: { detail: 'emr-busy' },
    });
  });
});

describe('what it answers, and what is done then', () => {
  test('Retry-After is kept to, and then it goes by itself', async () => {
    emr.faults = [429];
    emr.retryAfter = '120';
    const { receipt, delivery, rig } = await sent();
    expect(receipt.waitsUntil).toBe(rig.clock.now() + 120_000);
    rig.clock.advance(119_000);
    await delivery.idle();
    expect(emr.documents).toHaveLength(0);
    rig.clock.advance(1_000);
    await delivery.idle();
    expect([emr.documents.length, delivery.list(VISIT)[0]!.state]).toEqual([1, 'done']);
  });

  test('a line cut after the document was made: it is asked for, found, and not sent again', async () => {
    emr.faults = ['cut-after'];
    emr.forgetful = true;
    const { receipt, delivery } = await sent();
    expect(receipt).toMatchObject({ state: 'waiting', trouble: { detail: 'emr-no-answer' } });
    expect((await delivery.retry(receipt.id)).state).toBe('done');
    expect(emr.documents).toHaveLength(1);
  });

  test('a refused token waits for another: entered, it goes by itself', async () => {
    emr.token = 'right-token';
    const { receipt, delivery } = await sent({ token: 'wrong-token' });
    expect(receipt).toMatchObject({ state: 'failed', trouble: { detail: 'emr-token' } });
    await serverOn(delivery, emr.url, { token: 'right-token' });
    delivery.tokenEntered();
    await delivery.idle();
    expect(delivery.list(VISIT)[0]!.state).toBe('done');
    expect(JSON.stringify(delivery.targets.get())).not.toContain('right-token');
  });

  test('a token goes to no other server', async () => {
    const { delivery, secrets } = await sent({ token: 'only-here' });
    await delivery.targets.set({
      server: {
        address: 'https://other.example/fhir',
        form: 'fhir',
        flavour: 'r4',
        patients: 'known',
      },
    });
    expect([...secrets.values()]).toEqual([]);
    expect((await delivery.targets.address()).token).toBeUndefined();
  });

  test('what it says of itself is believed: another FHIR version, no documents', async () => {
    emr.metadata = { ...capability, fhirVersion: '3.0.2' };
    expect((await sent()).receipt).toMatchObject({
      state: 'failed',
      trouble: { detail: 'emr-fhir-version' },
    });
    emr.metadata = { ...capability, rest: [{ resource: [{ type: 'Patient' }] }] };
    expect((await sent()).receipt).toMatchObject({
      state: 'failed',
      trouble: { detail: 'emr-no-documents' },
    });
    emr.metadata = { resourceType: 'Basic' };
    expect((await sent()).receipt).toMatchObject({
      state: 'failed',
      trouble: { detail: 'emr-answer' },
    });
    expect(emr.documents).toEqual([]);
  });
});

describe('the right patient', () => {
  test.each([
    ['another name', { ...asha, name: [{ text: 'Asha Patel' }] }, 'patient-differs'],
    ['another birth date', { ...asha, birthDate: '1988-03-01' }, 'patient-differs'],
    ['another sex', { ...asha, gender: 'male' }, 'patient-differs'],
    [
      'another number',
      { ...asha, identifier: [{ system: 'urn:clinic:mrn', value: 'MR-78' }] },
      'patient-unknown',
    ],
    [
      'the number of another system',
      { ...asha, identifier: [{ system: 'urn:other', value: 'MR-77' }] },
      'patient-unknown',
    ],
  ])('%s is refused', async (_what, there, detail) => {
    emr.patients = [there];
    emr.lenient = true; // a server that answers with anybody must not be believed either
    expect((await sent()).receipt).toMatchObject({ state: 'failed', trouble: { detail } });
    expect(emr.documents).toEqual([]);
  });

  test('two under one number are refused; none is refused, or goes with the number alone where that was chosen', async () => {
    emr.patients = [asha, { ...asha, id: 'p-2' }];
    expect((await sent({ patients: 'any' })).receipt.trouble?.detail).toBe('patient-unclear');
    emr.patients = [];
    expect((await sent()).receipt.trouble?.detail).toBe('patient-unknown');
    expect((await sent({ patients: 'any' })).receipt.state).toBe('done');
    expect(emr.documents[0]!.subject).toMatchObject({ identifier: { value: 'MR-77' } });
    expect(emr.documents[0]!.subject.reference).toBeUndefined();
  });

  test('a server that keeps no patients is asked for one only where a note may go to a known one alone', async () => {
    const [rest] = capability.rest;
    const resource = rest!.resource.filter(({ type }) => type !== 'Patient');
    emr.metadata = { ...capability, rest: [{ ...rest!, resource }] };
    const asked = () => emr.log.filter((line) => line.includes('Patient'));
    expect((await sent({ patients: 'any' })).receipt.state).toBe('done');
    expect(asked()).toEqual([]);
    expect(emr.documents[0]!.subject.reference).toBeUndefined();
    emr.documents.length = 0;
    await sent({ patients: 'known' });
    expect(asked()).toEqual(['POST /fhir/Patient/_search']);
  });

  test.each([
    ['name', { name: 'Asha Patel' }],
    ['record number', { recordNumber: 'MR-78' }],
    ['record number, taken away', { recordNumber: undefined }],
    ['birth date', { birthDate: '1988-03-01' }],
    ['birth date, taken away', { birthDate: undefined }],
    ['sex', { sex: 'male' }],
    ['sex, taken away', { sex: undefined }],
  ] satisfies [string, Change][])(
    'a visit whose patient was corrected after signing (%s) leaves only once it is signed again',
    async (_what, change) => {
      const made = deliveryRig();
      made.sign();
      await serverOn(made.delivery, emr.url);
      made.correct(change);
      await expect(made.delivery.send({ id: VISIT, target: 'server' })).rejects.toThrow(
        failureWith('signed-for-other'),
      );
      expect(made.delivery.missing({ id: VISIT, target: 'server' })).toMatchObject([
        { detail: 'signed-for-other', place: 'sign' },
      ]);
      expect(emr.log).toEqual([]);
      made.correct({});
      expect(made.delivery.missing({ id: VISIT, target: 'server' })).toEqual([]);
    },
  );

  test('a patient without a number, birth date and sex, corrected to have them, is another one', async () => {
    const made = deliveryRig();
    made.correct({ recordNumber: undefined, birthDate: undefined, sex: undefined });
    made.sign();
    expect((await made.delivery.copy({ id: VISIT })).text).toContain('PLAN');
    for (const change of [
      { birthDate: undefined, sex: undefined },
      { recordNumber: undefined, sex: undefined },
      { recordNumber: undefined, birthDate: undefined },
    ]) {
      made.correct(change);
      await expect(made.delivery.copy({ id: VISIT })).rejects.toThrow(
        failureWith('signed-for-other'),
      );
    }
  });
});
