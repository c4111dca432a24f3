/**
 * Documents of the client against the practice platform: plain and sealed, every answer of contract
 * 10.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { createPlatform } from '../../../../../main/infrastructure/platform/platform.ts';
import type { NetRequest } from '../../../../../main/infrastructure/ports.ts';
import type { Failure } from '../../../../../shared/failure.ts';
import {
  type DocumentTask,
  type DocumentType,
  LARGEST_DOCUMENT,
} from '../../../../../shared/model/clinic/document.ts';
import { heldToContract } from '../../../../support/held-to-contract.ts';
import { hurryingClock, inTimeOf } from '../../../../support/ports/clocks.ts';
import { memoryKeyStore } from '../../../../support/rigs/outbox-rig.ts';
import { callPractice } from '../../../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 150 });
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );

/** A PDF of one page that draws these words, packed as programs pack them. */
function pdf(...words: string[]): Buffer {
  const content = deflateSync(
    Buffer.from(`BT /F1 12 Tf ${words.map((word) => `(${word}) Tj T*`).join(' ')} ET`),
  );
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n1 0 obj<</Type/Page>>endobj\n2 0 obj<</Filter/FlateDecode>>stream\n'),
    content,
    Buffer.from('\nendstream endobj\n%%EOF\n'),
  ]);
}
const report = pdf('Patient name: Asha Practice', 'Haemoglobin 11.2 g/dL', 'Serum Potassium: 4.4');
const fileOf = (bytes: Buffer, type: DocumentType = 'pdf') => ({
  size: bytes.length,
  type,
  open: () => [bytes.subarray(0, 20), bytes.subarray(20)].filter(({ length }) => length > 0),
});

async function rig(sealed = false, net = heldToContract(undiciNet())) {
  const asked: NetRequest[] = [];
  const clock = hurryingClock(100);
  const inTime = inTimeOf(clock, net);
  const address = { baseUrl: sandbox.url, brand: sandbox.brand, clientId: sandbox.clientId };
  const platform = createPlatform({
    net(request) {
      asked.push(request);
      return inTime(request);
    },
    clock,
    random: nodeRandom,
    secrets: memoryKeyStore(),
    address: () => address,
    tokensChanged() {},
    sealedFamilies: () => (sealed ? ['documents'] : []),
  });
  await platform.account.signIn(address, sandbox.clientSecret);
  if (sealed) await platform.envelopeKeys.add(sandbox.envelopeKeys[0]!, true);
  const { documents } = platform;
  async function read(bytes: Buffer, task: DocumentTask = 'smart', type: DocumentType = 'pdf') {
    const { documentId } = await documents.upload(fileOf(bytes, type), { task });
    for (;;) {
      const status = await documents.result(documentId);
      if (status.kind !== 'working') return { documentId, status };
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }
  const kept = async () =>
    (
      (await (await fetch(`${sandbox.url}/__sandbox/records`)).json()) as {
        documents: {
          id: string;
          sha256: string;
          sealed: boolean;
          task: string;
          patientId?: string;
        }[];
      }
    ).documents;
  return { documents, platform, asked, read, kept };
}

test.each([
  ['plainly', false],
  ['sealed', true],
])(
  'a report sent %s is read: name, value, unit, range, LOINC; its bundle comes; it is removed once and for all',
  async (_how, sealed) => {
    const { documents, read, asked, kept } = await rig(sealed);
    const { documentId, status } = await read(report);
    expect(
      asked.find(({ method, url }) => method === 'POST' && url.pathname.startsWith('/mr'))!
        .headers!['x-encryption'],
    ).toBe(sealed ? 'JWE' : undefined);
    expect((await kept()).find(({ id }) => id === documentId)).toMatchObject({
      sealed,
      task: 'smart',
    });
    expect(status).toMatchObject({ kind: 'done', result: { fhir: true } });
    if (status.kind !== 'done') return;
    expect(status.result.tests).toEqual([
      {
        name: 'Haemoglobin',
        value: '11.2',
        unit: 'g/dL',
        range: '12 - 17',
        loinc: '718-7',
        confidence: '0.97',
      },
      {
        name: 'Potassium',
        value: '4.4',
        unit: 'mmol/L',
        range: '3.5 - 5.1',
        loinc: '2823-3',
        confidence: '0.97',
      },
    ]);
    expect(await documents.fhir(documentId)).toMatchObject({
      resourceType: 'Bundle',
      entry: [{ resource: { resourceType: 'Observation' } }, {}],
    });
    await documents.remove(documentId);
    await documents.remove(documentId);
    expect(await documents.result(documentId)).toEqual({ kind: 'gone' });
    expect(await caught(documents.fhir(documentId))).toMatchObject({ code: 'missing' });
  },
);

test('what cannot be read is made up: the same for the same file, otherwise for another', async () => {
  const { read } = await rig();
  const image = (end: string) =>
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      Buffer.from(`an image ${end}`),
    ]);
  const [one, again, other] = [
    await read(image('a'), 'smart', 'png'),
    await read(image('a'), 'smart', 'png'),
    await read(image('b'), 'smart', 'png'),
  ].map(({ status }) => status);
  expect(one).toEqual(again);
  expect(one).not.toEqual(other);
  expect(one).toMatchObject({
    kind: 'done',
    result: { facts: [{ name: 'note', value: expect.stringContaining('practice') }] },
  });
});

test('beside the app nothing of a report lies in the practice platform’s folder, and a restart no longer knows what was read', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'scriba-records-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const options = { data, delay: 0, forgetSound: true };
  let beside = await startSandbox(options);
  const send = pdf('Patient name: Kanari Practice', 'Haemoglobin 11.27 g/dL');
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(send)], { type: 'application/pdf' }), 'report.pdf');
  const caller = await callPractice(beside);
  const answer = await fetch(`${beside.url}/mr/api/v2/docs?task=pii`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${caller.token()}`, 'x-pt-id': 'pt-kanari' },
  });
  const { document_id: id } = (await answer.json()) as { document_id: string };
  expect((await caller.mine('GET', `/mr/api/v1/docs/${id}/result`)).body.data.pii.name).toContain(
    'Kanari',
  );
  for (const name of readdirSync(path.join(data, 'records')))
    expect(readFileSync(path.join(data, 'records', name), 'utf8')).not.toMatch(/kanari|11\.27/i);
  await beside.stop();
  beside = await startSandbox(options);
  const again = await (await callPractice(beside)).mine('GET', `/mr/api/v1/docs/${id}/result`);
  await beside.stop();
  expect(again.body.status).toBe('error');
});

test('each task has an answer of its own, and one that cannot be read says so', async () => {
  const { read } = await rig();
  expect((await read(report, 'pii')).status).toMatchObject({
    kind: 'done',
    result: { facts: expect.arrayContaining([{ name: 'name', value: 'Asha Practice' }]) },
  });
  expect((await read(report, 'classification')).status).toMatchObject({
    kind: 'done',
    result: { facts: expect.arrayContaining([{ name: 'document_type', value: 'lr' }]) },
  });
  expect((await read(pdf('practice: unreadable'))).status).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('cannot be read'),
  });
});

test('query, patient and progress are as the contract says', async () => {
  const { documents, asked, kept } = await rig();
  const told: number[][] = [];
  const { documentId } = await documents.upload(
    fileOf(report),
    { task: 'smart', patientId: 'pt-7', batch: true },
    (bytes, all) => told.push([bytes, all]),
  );
  const { url, headers } = asked.at(-1)!;
  expect(Object.fromEntries(url.searchParams)).toEqual({ task: 'smart', dt: 'lr', batch: 'true' });
  expect(headers!['x-pt-id']).toBe('pt-7');
  expect(told.length).toBeGreaterThan(2);
  expect(told.at(-1)![0]).toBe(told.at(-1)![1]);
  expect((await kept()).find(({ id }) => id === documentId)).toMatchObject({ patientId: 'pt-7' });
});

test('too large, empty or of another kind: refused before anything is sent', async () => {
  const { documents, asked } = await rig();
  expect(
    await caught(
      documents.upload({ ...fileOf(report), size: LARGEST_DOCUMENT + 1 }, { task: 'smart' }),
    ),
  ).toMatchObject({ code: 'invalid', detail: 'document-too-large' });
  for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), Buffer.from('%PD')])
    expect(await caught(documents.upload(fileOf(bytes), { task: 'smart' }))).toMatchObject({
      detail: 'document-type',
    });
  expect(asked.filter(({ url }) => url.pathname.startsWith('/mr'))).toEqual([]);
});

test.each([false, true])(
  'ten megabytes go up (sealed: %s), and what was sent is what arrived',
  async (sealed) => {
    const { documents, kept } = await rig(sealed);
    const bytes = Buffer.concat([
      Buffer.from('%PDF-1.4\n'),
      nodeRandom.bytes(LARGEST_DOCUMENT - 9),
    ]);
    const { documentId } = await documents.upload(fileOf(bytes), { task: 'smart' });
    const { createHash } = await import('node:crypto');
    expect((await kept()).find(({ id }) => id === documentId)!.sha256).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  },
);

test.each([
  ['the line breaks', { do: 'cut', path: '/mr/*', when: 'after' } as const],
  ['a gateway gives up', { do: 'status', path: '/mr/*', status: 504, after: true } as const],
  [
    'the answer makes no sense',
    { do: 'status', path: '/mr/*', status: 200, body: {}, after: true } as const,
  ],
  ['the platform breaks off', { do: 'status', path: '/mr/*', status: 500 } as const],
])('where %s it may have been sent, and it is not sent again', async (_what, fault) => {
  const { documents, asked } = await rig(false, undiciNet());
  await sandbox.faults(fault);
  expect(await caught(documents.upload(fileOf(report), { task: 'smart' }))).toMatchObject({
    code: 'offline',
    detail: 'document-unclear',
  });
  expect(
    asked.filter(({ method, url }) => method === 'POST' && url.pathname.startsWith('/mr')).length,
  ).toBe(1);
});

test('what certainly did not arrive is tried again, and a refusal is a refusal', async () => {
  const { documents, asked } = await rig(false, undiciNet());
  await sandbox.faults({ do: 'status', path: '/mr/*', status: 503, retryAfter: 0, count: 2 });
  await documents.upload(fileOf(report), { task: 'smart' });
  expect(asked.filter(({ url }) => url.pathname.startsWith('/mr')).length).toBe(3);
  for (const [status, code] of [
    [400, 'invalid'],
    [403, 'refused'],
    [413, 'refused'],
  ] as const) {
    await sandbox.faults({
      do: 'status',
      path: '/mr/*',
      status,
      contentType: 'text/plain',
      body: 'no',
    });
    expect(await caught(documents.upload(fileOf(report), { task: 'smart' }))).toMatchObject({
      code,
    });
  }
});

test('the platform’s own refusals: task, kind, size, no file, an unknown document', async () => {
  const caller = await callPractice(sandbox);
  const key = sandbox.envelopeKeys[0]!;
  const { otherEnvelope } = await import('../../../../trust/support/envelopes/other-envelope.ts');
  const sealed = (plain: unknown, query = '?task=smart') =>
    caller.mine(
      'POST',
      `/mr/api/v2/docs${query}`,
      otherEnvelope(key.text, JSON.stringify(plain), { kid: key.kid }),
      { headers: { 'x-encryption': 'JWE' } },
    );
  const base64 = (bytes: Buffer) => ({ file: bytes.toString('base64') });
  const answers = [
    await sealed(base64(report), '?task=nonsense'),
    await sealed(base64(report), '?task=smart&dt=xx'),
    await sealed(base64(Buffer.from('hello'))),
    await sealed({}),
    await sealed({ file: '*' }),
    await caller.mine('POST', '/mr/api/v2/docs?task=smart', { file: 'x' }),
    await sealed(base64(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(LARGEST_DOCUMENT)]))),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
    ...Array(6).fill([400, 'text/plain; charset=utf-8']),
    [413, 'text/plain; charset=utf-8'],
  ]);
  for (const task of ['SRP', 'PII', 'smart'])
    expect((await sealed(base64(report), `?task=${task}`)).status).toBe(200);
  expect((await caller.mine('GET', '/mr/api/v1/docs/nobody/result')).status).toBe(400);
  expect((await caller.mine('DELETE', '/mr/api/v1/docs/nobody')).status).toBe(404);
  caller.setToken('nobody');
  for (const [method, path] of [
    ['POST', '/mr/api/v2/docs'],
    ['GET', '/mr/api/v1/docs/x/result'],
    ['GET', '/health/api/v2/fhir/retrieve?identifier=x'],
    ['DELETE', '/mr/api/v1/docs/x'],
  ] as const) {
    expect((await caller.mine(method, path)).status).toBe(401);
  }
});
