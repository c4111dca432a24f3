/** Contract 3.5 and 3.6: how far a transaction is, and what its documents hold. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPractice, type PracticeCaller, textOf } from '../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';
import { buzz, stillness, wav } from '../../support/sound/sound.ts';

const sound = { 'audio_0001.wav': wav(buzz(1)) };
const template = (template_id: string, more: Record<string, unknown> = {}) => ({
  template_id,
  ...more,
});
let sandbox: RunningSandbox;
let caller: PracticeCaller;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 150 });
  caller = await callPractice(sandbox);
});
afterAll(() => sandbox.stop());

test('it works (202), then gives every template (200), with the extra data unchanged', async () => {
  const additional_data = { visit: 'v-77', client_ref: 'abc', deep: { list: [1, null, 'ä'] } };
  // Long enough to be seen at work on a busy computer.
  await sandbox.faults({ do: 'slow', ms: 3000 });
  await caller.send('txn-200', sound, {
    additional_data,
    output_format_template: [template('clinical_notes_template'), template('transcript_template')],
  });
  expect(await caller.status('txn-200')).toMatchObject({
    status: 202,
    body: { data: { output: [], additional_data } },
  });
  const answer = await caller.result('txn-200');
  expect(answer).toMatchObject({ status: 200, body: { data: { additional_data } } });
  expect(answer.body.data.output).toMatchObject([
    {
      template_id: 'clinical_notes_template',
      type: 'markdown',
      status: 'success',
      errors: [],
      warnings: [],
      document_id: expect.stringContaining('practice'),
    },
    { template_id: 'transcript_template', type: 'transcript', status: 'success' },
  ]);
  expect(textOf(answer, 'clinical_notes_template')).toMatch(
    /^Practice note - invented patient: .+\n\n## Chief complaint\n/,
  );
  expect(await caller.result('txn-200')).toMatchObject({ body: answer.body });
});

test('the answer is the same each time: two transactions with the same wishes get the same documents', async () => {
  const wish = {
    output_format_template: [
      template('eka_emr_template', { codification_needed: true }),
      template('transcript_template'),
    ],
  };
  await caller.send('txn-same-1', sound, wish);
  await caller.send('txn-same-2', sound, wish);
  const [one, other] = [await caller.result('txn-same-1'), await caller.result('txn-same-2')];
  for (const name of ['eka_emr_template', 'transcript_template'])
    expect(textOf(one, name)).toBe(textOf(other, name));
});

test('codes come only when they are asked for', async () => {
  const emr = async (txn: string, more: Record<string, unknown>) => {
    await caller.send(txn, sound, { output_format_template: [template('eka_emr_template', more)] });
    const answer = await caller.result(txn);
    expect(answer.body.data.output[0].type).toBe('svc_emr');
    return JSON.parse(textOf(answer, 'eka_emr_template'));
  };
  const coded = await emr('txn-coded', { codification_needed: true });
  expect(coded.prescription.symptoms[0].codes[0]).toEqual({
    system: 'http://snomed.info/sct',
    version: '20250401_extended',
    code: '386661006',
    display: 'Fever',
    ontology: 'snomed',
    score: 1,
    is_linked: true,
  });
  expect(coded.practice).toMatch(/^Practice note - invented patient/);
  const plain = await emr('txn-plain', {});
  expect(JSON.stringify(plain)).not.toContain('"codes"');
  expect(plain.prescription.medications[0]).toMatchObject({
    id: expect.stringMatching(/^locale-[0-9a-f]{32}$/),
    dose: { value: 1, unit: 'tablet', custom: '1 tablet' },
    frequency: {
      custom: '1-1-1',
      dose: ['1', '1', '1'],
      frequency: '3',
      period: 1,
      period_unit: 'day',
    },
    duration: { value: 3, unit: 'd', custom: '3 d' },
  });
});

test('the consultation is chosen by name, else by speciality; a name that does not exist is told', async () => {
  const notes = async (txn: string, wish: Record<string, unknown>) => {
    await caller.send(txn, sound, wish);
    const answer = await caller.result(txn);
    return {
      text: textOf(answer, 'clinical_notes_template'),
      warnings: answer.body.data.output[0].warnings,
    };
  };
  expect(
    (
      await notes('txn-by-name', {
        additional_data: { practice_consultation: 'cardiac' },
        speciality: 'dermatology',
      })
    ).text,
  ).toContain('Joseph Fernandes');
  expect((await notes('txn-by-field', { speciality: 'Dermatology' })).text).toContain(
    'Arjun Reddy',
  );
  const unknown = await notes('txn-unknown', {
    additional_data: { practice_consultation: 'none-such' },
  });
  expect(unknown.text).toContain('Meera Nair');
  expect(unknown.warnings).toMatchObject([{ code: 'unknown_practice_consultation' }]);
});

test('the output language is honoured where it is written, and where not, English comes with a warning', async () => {
  const wish = (language_output: string) => ({
    output_format_template: [template('clinical_notes_template', { language_output })],
  });
  await caller.send('txn-hi', sound, wish('hi'));
  const hindi = await caller.result('txn-hi');
  expect(textOf(hindi, 'clinical_notes_template')).toMatch(
    /^अभ्यास नोट \(practice note\) - काल्पनिक रोगी: मीरा नायर/,
  );
  expect(hindi.body.data.output[0]).toMatchObject({ lang: 'hi', warnings: [] });
  await caller.send('txn-ta', sound, { ...wish('ta') });
  const tamil = await caller.result('txn-ta');
  expect(tamil).toMatchObject({
    status: 200,
    body: { data: { output: [{ warnings: [{ code: 'language_not_written' }] }] } },
  });
  expect(textOf(tamil, 'clinical_notes_template')).toContain('Chief complaint');
});

test.each<[string, Record<string, Buffer<ArrayBuffer>>, string]>([
  ['silence', { 'a.wav': wav(stillness(3)) }, 'no_speech'],
  ['a recording that is too short', { 'a.wav': wav(buzz(0.3)) }, 'audio_too_short'],
  [
    'a broken file',
    { 'a.wav': Buffer.from('this is no sound at all, only words') },
    'audio_unreadable',
  ],
  [
    'a broken file beside a good one',
    { 'a.wav': wav(buzz(1)), 'b.mp3': Buffer.alloc(5000, 7) },
    'audio_unreadable',
  ],
])('%s never yields a note: every item failed, and says why', async (what, files, code) => {
  const txn = `txn-${what.replace(/[^a-z]+/g, '-')}`;
  await caller.send(txn, files, {
    output_format_template: [template('clinical_notes_template'), template('eka_emr_template')],
  });
  const answer = await caller.result(txn);
  expect(answer).toMatchObject({
    status: 500,
    body: { error: { code: 'output_not_available', msg: expect.any(String) } },
  });
  expect(answer.body.data.output).toMatchObject([
    { status: 'failure', errors: [{ code }] },
    { status: 'failure', errors: [{ code }] },
  ]);
  for (const item of answer.body.data.output) expect(item).not.toHaveProperty('value');
});

test('several parts are one recording: a last part of a moment is no fault', async () => {
  await caller.send('txn-parts', {
    'audio_0001.wav': wav(buzz(1)),
    'audio_0002.wav': wav(buzz(0.1)),
  });
  expect((await caller.result('txn-parts')).status).toBe(200);
  expect((await sandbox.transaction('txn-parts'))?.heard).toMatchObject([
    { name: 'audio_0001.wav', duration: 1 },
    { name: 'audio_0002.wav', duration: 0.1 },
  ]);
});

test("an unknown transaction, one without init, another's, and a token without business are 400", async () => {
  const notFound = { status: 400, body: { error: { code: 'transaction_not_found' } } };
  expect(await caller.status('txn-none')).toMatchObject(notFound);
  await caller.presign('txn-only-presigned');
  expect(await caller.status('txn-only-presigned')).toMatchObject(notFound);
  await caller.send('txn-mine', sound);
  const stranger = await callPractice(sandbox, await sandbox.addClient());
  expect(await stranger.status('txn-mine')).toMatchObject(notFound);
  const token = await sandbox.tokenWithout('b-id');
  expect(
    await caller.call('GET', '/voice/api/v3/status/txn-mine', {
      headers: { authorization: `Bearer ${token}` },
    }),
  ).toMatchObject({ status: 400, body: { error: { code: 'missing_business_id' } } });
  expect((await caller.call('GET', '/voice/api/v3/status/txn-mine')).status).toBe(401);
});

test('a status can be asked for one template or one document', async () => {
  await caller.send('txn-one', sound, {
    output_format_template: [template('clinical_notes_template'), template('transcript_template')],
  });
  await caller.result('txn-one');
  expect(
    (await caller.status('txn-one', '?template_id=transcript_template')).body.data.output,
  ).toMatchObject([{ template_id: 'transcript_template' }]);
  expect(
    (await caller.status('txn-one', '?document_id=doc-practice-txn-one-1')).body.data.output,
  ).toMatchObject([{ template_id: 'clinical_notes_template' }]);
});

test('a call is held until the note is there, unless it asks not to be', async () => {
  const holding = await startSandbox({ delay: 3000, hold: 20_000 });
  try {
    const patient = await callPractice(holding);
    await patient.send('txn-held', sound);
    expect((await patient.status('txn-held', '?dlp=true')).status).toBe(202);
    expect((await patient.status('txn-held')).status).toBe(200);
  } finally {
    await holding.stop();
  }
});
