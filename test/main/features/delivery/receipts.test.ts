/** Receipts: what is written of each copy, file and sending, what is shown of it, and what is not. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { ExportRow } from '../../../../main/infrastructure/store/tables/exports.ts';
import { Failure } from '../../../../shared/failure.ts';
import { failure } from '../../../support/failure.ts';
import { ready } from '../notes/support.ts';
import { deliveryRig, dropOn, serverOn, VISIT } from './support.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const NOBODY = '3c9d5a10-18b2-4a6d-8f0e-2b1c7d9e4f55';

function signedRig(over: Parameters<typeof deliveryRig>[0] = {}) {
  const made = deliveryRig(over);
  onTestFinished(() => made.delivery.stop());
  made.sign();
  return made;
}

test('a copy is done at once where the clipboard is ours, with the digest of its words; of a section, with its title', async () => {
  const made = signedRig({ clipboard: { write: async () => {} } });
  const { text, receipt } = await made.delivery.copy({ id: VISIT });
  expect(receipt).toMatchObject({
    state: 'done',
    attempts: 1,
    doneAt: made.rig.clock.now(),
    at: made.rig.clock.now(),
    where: '',
    sha256: digest(text),
  });
  expect('section' in receipt).toBe(false);
  const plan = await made.delivery.copy({ id: VISIT, section: 1 });
  expect(plan.receipt).toMatchObject({ section: 'Plan', sha256: digest(plan.text) });
  const failed = made.delivery.uncopied(receipt.id);
  expect(failed).toMatchObject({
    state: 'failed',
    trouble: {
      detail: 'not-copied',
      message: 'The clipboard did not accept the note. Copy it again.',
    },
  });
  expect(failed.doneAt).toBeUndefined();
});

test('a copy that the page never confirms is in doubt, and counts as one that may have left', async () => {
  const made = signedRig();
  const { receipt, copied } = await made.delivery.copy({ id: VISIT });
  expect(copied).toBe(false);
  // The page is gone, or another profile was shown before the answer came.
  expect(made.delivery.list(VISIT)).toMatchObject([
    { id: receipt.id, state: 'failed', trouble: { detail: 'copy-unconfirmed' } },
  ]);
  expect(made.delivery.list(VISIT)[0]?.doneAt).toBeUndefined();
  expect(made.rig.store.exports.get(receipt.id)?.posted).toBe(true);
});

test('a copy that the page confirms is done; one that its clipboard refused is not, whatever is said later', async () => {
  const made = signedRig();
  const { receipt } = await made.delivery.copy({ id: VISIT });
  const done = made.delivery.copied(receipt.id);
  expect(done).toMatchObject({ state: 'done', doneAt: made.rig.clock.now() });
  expect(done.trouble).toBeUndefined();
  const refused = await made.delivery.copy({ id: VISIT });
  made.delivery.uncopied(refused.receipt.id);
  expect(made.delivery.copied(refused.receipt.id)).toMatchObject({
    state: 'failed',
    trouble: { detail: 'not-copied' },
  });
  expect(made.rig.store.exports.get(refused.receipt.id)?.posted).toBeUndefined();
});

test('a section of a draft is marked as one, in the lines that the EMR wants', async () => {
  const made = deliveryRig();
  onTestFinished(() => made.delivery.stop());
  await made.delivery.targets.set({ newlines: 'crlf' });
  const { text, html } = await made.delivery.copy({ id: VISIT, section: 1, draft: true });
  expect(text).toBe('PLAN\r\n- Paracetamol 500 mg twice a day\r\n\r\nDraft - not signed\r\n');
  expect(html).toMatch(/<b>Draft - not signed<\/b><\/p>$/);
  await expect(made.delivery.copy({ id: VISIT, section: 2, draft: true })).rejects.toMatchObject({
    code: 'missing',
    message: 'This section is not in the note.',
  });
});

test('an empty note is not copied', async () => {
  const made = deliveryRig();
  onTestFinished(() => made.delivery.stop());
  made.edit(' ');
  await expect(made.delivery.copy({ id: VISIT, draft: true })).rejects.toThrow(
    failure('invalid', 'export-empty'),
  );
  expect(made.delivery.list(VISIT)).toEqual([]);
});

test('a file has the digest of its bytes, its name and its time', async () => {
  const saved: [name: string, type: string, text: string][] = [];
  const made = signedRig({
    save: async (name, type, bytes) => {
      let text = '';
      for await (const piece of bytes) text += Buffer.from(piece).toString();
      saved.push([name, type, text]);
      return { how: 'saved' };
    },
  });
  const { receipt } = await made.delivery.save({ id: VISIT, form: 'markdown' });
  expect(receipt).toMatchObject({
    target: 'file',
    where: '',
    state: 'done',
    attempts: 1,
    doneAt: made.rig.clock.now(),
    file: saved[0]![0],
    sha256: digest(saved[0]![2]),
  });
  expect(saved[0]![1]).toBe('text/markdown; charset=utf-8');
});

test('a Scriba that saves no files says so', async () => {
  const made = signedRig({ save: undefined });
  await expect(made.delivery.save({ id: VISIT, form: 'pdf' })).rejects.toMatchObject({
    code: 'missing',
    detail: 'cannot-save',
    message: 'This Scriba cannot save files.',
  });
});

test('what a visit does not have is told as that, not as something that the note lacks', () => {
  const made = signedRig();
  for (const draft of [true, false])
    expect(() => made.delivery.missing({ id: NOBODY, form: 'fhir', draft })).toThrow(
      failure('missing', 'no-consultation'),
    );
  expect(() => made.delivery.list(NOBODY)).toThrow(failure('missing', 'no-consultation'));
});

test('without a form the note is looked at as text; a draft needs no new signature', () => {
  const made = deliveryRig();
  onTestFinished(() => made.delivery.stop());
  made.edit(' ');
  expect(made.delivery.missing({ id: VISIT, draft: true })).toEqual([
    {
      detail: 'export-empty',
      message: expect.stringMatching(/nothing to export\.$/),
      place: 'note',
    },
  ]);
});

test('what a receipt keeps for the queue is not shown', async () => {
  const made = signedRig();
  await dropOn(made.delivery);
  const [receipt] = await made.delivery.send({ id: VISIT, target: 'folder' });
  const { store } = made.rig;
  const row: ExportRow = {
    ...store.exports.get(receipt!.id)!,
    ground: 'g',
    placing: true,
    posted: true,
    location: 'l',
    retired: true,
  };
  store.exports.put(row);
  const [shown] = made.delivery.list(VISIT);
  for (const name of ['ground', 'placing', 'posted', 'location', 'retired'])
    expect(name in shown!).toBe(false);
  expect(shown).toMatchObject({ id: receipt!.id, changedSince: false });
});

test('the note of a visit is read once for all its receipts, and each is told by itself', async () => {
  const given = ready();
  let reads = 0;
  const made = deliveryRig(
    {
      notes: {
        state: (id) => {
          reads += 1;
          return given.notes.state(id);
        },
        draft: (id) => given.notes.draft(id),
      },
    },
    given,
  );
  onTestFinished(() => made.delivery.stop());
  made.sign();
  await made.delivery.copy({ id: VISIT });
  made.edit('Rest');
  made.sign();
  await made.delivery.copy({ id: VISIT });
  await made.delivery.copy({ id: VISIT, draft: true });
  reads = 0;
  const shown = made.delivery.list(VISIT).map(({ changedSince }) => changedSince);
  expect([shown.sort(), reads]).toEqual([[false, false, true], 1]);
});

test('open is what waits or failed on its way to a target', async () => {
  const made = signedRig({
    net: async () => {
      throw new Failure('offline', 'It did not work.', { detail: 'not-sent' });
    },
  });
  await made.delivery.copy({ id: VISIT });
  await serverOn(made.delivery, 'https://emr.example/fhir');
  const [sent] = await made.delivery.send({ id: VISIT, target: 'server' });
  const { store } = made.rig;
  const row = store.exports.get(sent!.id)!;
  store.exports.put({ ...row, id: 'failed', state: 'failed', target: 'mllp' });
  store.exports.put({ ...row, id: 'saved', state: 'done', target: 'platform' });
  store.exports.put({ ...row, id: 'kept', state: 'failed', target: 'platform' });
  store.exports.put({ ...row, id: 'copied', state: 'failed', target: 'clipboard' });
  expect(
    made.delivery
      .open()
      .map(({ id }) => id)
      .sort(),
  ).toEqual([sent!.id, 'failed', 'kept'].sort());
});

test('sent once more, what is not done is the same receipt; only a folder gets a note twice, where it is asked for', async () => {
  const made = signedRig();
  await dropOn(made.delivery, ['fhir', 'hl7']);
  const send = (again?: boolean) =>
    made.delivery.send({ id: VISIT, target: 'folder', ...(again !== undefined && { again }) });
  const first = await send();
  expect((await send()).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  const { store } = made.rig;
  const [one] = first;
  store.exports.put({ ...store.exports.get(one!.id)!, state: 'failed', waitsUntil: 5 });
  const [retried, other] = await send();
  expect([retried!.id, retried!.state, other!.id]).toEqual([one!.id, 'done', first[1]!.id]);
  expect(retried!.waitsUntil).toBeUndefined();
  const again = await send(true);
  for (const { id } of again) expect(first.map((before) => before.id)).not.toContain(id);
});

test('another kind of FHIR, and another signature, leave as files of their own', async () => {
  const made = signedRig();
  const send = async () => (await made.delivery.send({ id: VISIT, target: 'folder' }))[0]!;
  await dropOn(made.delivery, ['fhir'], 'r4');
  const first = await send();
  await dropOn(made.delivery, ['fhir'], 'nrces');
  const indian = await send();
  expect([indian.state, indian.flavour, indian.id === first.id]).toEqual(['done', 'nrces', false]);
  made.edit('Rest');
  const { id: signature } = made.sign();
  const later = await send();
  expect([later.state, later.id === indian.id]).toEqual(['done', false]);
  expect(made.rig.store.exports.get(later.id)!.signature).toBe(signature);
  expect(readdirSync(made.folder)).toHaveLength(3);
});

test('a new version takes the place of one that waits and of which nothing has left', async () => {
  const made = signedRig({
    net: async () => {
      throw new Failure('offline', 'It did not work.', { detail: 'not-sent' });
    },
  });
  await serverOn(made.delivery, 'https://emr.example/fhir');
  const [sent] = await made.delivery.send({ id: VISIT, target: 'server' });
  made.delivery.stop();
  const { store } = made.rig;
  const row = { ...store.exports.get(sent!.id)!, waitsUntil: 5 };
  const others: [id: string, over: Partial<ExportRow>][] = [
    ['posted', { posted: true }],
    ['placing', { placing: true }],
    ['failed', { state: 'failed', trouble: { detail: 'x', message: 'm' } }],
    ['elsewhere', { where: 'https://other.example' }],
    ['folder', { target: 'folder' }],
  ];
  store.exports.put(row);
  for (const [id, over] of others) store.exports.put({ ...row, id, ...over });
  made.edit('Rest');
  made.sign();
  await made.delivery.send({ id: VISIT, target: 'server' });
  const replaced = store.exports.get(row.id)!;
  expect(replaced).toMatchObject({
    state: 'failed',
    trouble: {
      detail: 'superseded',
      message: 'A later version of this note was sent meanwhile.',
    },
  });
  expect(replaced.waitsUntil).toBeUndefined();
  for (const [id] of others) expect(store.exports.get(id)!.trouble?.detail).not.toBe('superseded');
});

test('of the same signature, what waits in a form that is not chosen any more goes on waiting', async () => {
  const made = signedRig();
  await dropOn(made.delivery, ['hl7']);
  const [sent] = await made.delivery.send({ id: VISIT, target: 'folder' });
  made.delivery.stop();
  const { store } = made.rig;
  store.exports.put({ ...store.exports.get(sent!.id)!, state: 'waiting', doneAt: undefined });
  await dropOn(made.delivery, ['pdf']);
  await made.delivery.send({ id: VISIT, target: 'folder' });
  expect(store.exports.get(sent!.id)).toMatchObject({ state: 'waiting' });
});

test('what several forms lack is told once; codes are told one by one', async () => {
  const decisions = ['1', '2'].map((code) => ({
    kind: 'symptom' as const,
    text: `Fever ${code}`,
    decision: 'accepted' as const,
    codes: [{ system: 'http://snomed.info/sct', code, display: 'Fever' }],
    negated: false,
    suspected: false,
    performed: false,
    components: [],
  }));
  const made = deliveryRig({}, ready({ decisions: () => decisions }));
  onTestFinished(() => made.delivery.stop());
  made.correct({ recordNumber: '' });
  made.sign();
  await dropOn(made.delivery, ['fhir', 'hl7', 'pdf']);
  expect(
    made.delivery.missing({ id: VISIT, target: 'folder' }).map(({ detail }) => detail),
  ).toEqual(['export-code', 'export-code', 'export-record-number']);
  // Also where it is asked for no patient's number, as text.
  await serverOn(made.delivery, 'https://emr.example/fhir', { form: 'text' });
  expect(
    made.delivery.missing({ id: VISIT, target: 'server' }).map(({ detail }) => detail),
  ).toContain('export-record-number');
  await made.delivery.targets.set({
    mllp: { host: 'emr.example', port: 2575, secure: true, allowPlain: false },
  });
  expect(
    made.delivery.missing({ id: VISIT, target: 'mllp' }).map(({ detail }) => detail),
  ).toContain('export-record-number');
});
