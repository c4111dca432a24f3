/**
 * Proves what leaves, and the records of it: copies, files, drafts, receipts, missing data; always
 * the signed text, never the editor's.
 */
import { describe, expect, test } from 'vitest';
import type { Saved } from '../../../../shared/model/export/saving.ts';
import { failureWith } from '../../../support/failure.ts';
import { putState } from '../../../support/rows.ts';
import { ready } from '../notes/support.ts';
import { deliveryRig, dropOn, patient, profile, serverOn, VISIT } from './support.ts';

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('the ABHA of the patient is signed with the note; a change asks for another signature', async () => {
  const made = deliveryRig();
  made.correct({ abhaNumber: '22-7225-4829-5255', abhaAddress: 'asha.rao@abdm' });
  const { note } = made.sign();
  expect(note.patient).toMatchObject({
    abhaNumber: '22-7225-4829-5255',
    abhaAddress: 'asha.rao@abdm',
  });
  made.correct({ abhaAddress: 'asha@abdm' });
  expect(made.delivery.missing({ id: VISIT, form: 'fhir', flavour: 'nrces' })).toMatchObject([
    { detail: 'signed-for-other' },
  ]);
});

describe('a copy', () => {
  test('is rich and plain, of what was signed, and leaves a receipt', async () => {
    const written: { html: string; text: string }[] = [];
    const { delivery, sign, edit } = deliveryRig({
      clipboard: { write: async (content) => void written.push(content) },
    });
    const signed = sign();
    edit('Something else');
    const { copied, html, text, receipt } = await delivery.copy({ id: VISIT });
    expect([copied, written]).toEqual([true, [{ html, text }]]);
    for (const form of [html, text]) {
      expect(form).toContain('Fever for 3 days');
      expect(form).not.toContain('Something else');
      expect(form).not.toContain('Draft');
    }
    expect(receipt).toMatchObject({
      signature: signed.id,
      form: 'text',
      target: 'clipboard',
      state: 'done',
      who: 'clinic-17',
      version: signed.version,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      changedSince: true,
    });
  });

  test('of one section holds its words alone', async () => {
    const { delivery, sign } = deliveryRig();
    sign();
    const { text, html, copied, receipt } = await delivery.copy({ id: VISIT, section: 1 });
    expect([text, copied, receipt.section]).toEqual([
      'PLAN\n- Paracetamol 500 mg twice a day\n',
      false,
      'Plan',
    ]);
    expect(html).toContain('<h2>Plan</h2>');
    await expect(delivery.copy({ id: VISIT, section: 9 })).rejects.toThrow(
      failureWith('no-section'),
    );
  });

  test('ends its lines as the EMR wants them', async () => {
    const { delivery, sign } = deliveryRig();
    sign();
    await delivery.targets.set({ newlines: 'crlf' });
    expect((await delivery.copy({ id: VISIT })).text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('that the clipboard refused says so', async () => {
    const { delivery, sign } = deliveryRig({
      clipboard: { write: () => Promise.reject(new Error('busy')) },
    });
    sign();
    expect(await delivery.copy({ id: VISIT })).toMatchObject({
      copied: false,
      receipt: { state: 'failed', trouble: { detail: 'not-copied' } },
    });
    const page = deliveryRig();
    page.sign();
    const { receipt } = await page.delivery.copy({ id: VISIT });
    expect(page.delivery.uncopied(receipt.id)).toMatchObject({ id: receipt.id, state: 'failed' });
  });
});

describe('before it is signed', () => {
  test('it leaves as a marked draft only: copied, or as PDF', async () => {
    const { delivery, edit } = deliveryRig();
    edit('Rest for a week');
    await expect(delivery.copy({ id: VISIT })).rejects.toThrow(failureWith('not-signed'));
    const { text, html, receipt } = await delivery.copy({ id: VISIT, draft: true });
    for (const form of [text, html])
      expect(form).toMatch(/Rest for a week[\s\S]*Draft - not signed/);
    expect((await delivery.copy({ id: VISIT, draft: true, section: 0 })).text).toContain(
      'Draft - not signed',
    );
    expect(receipt.signature).toBeUndefined();
    expect(receipt.changedSince).toBe(false);
    edit('Rest for two weeks');
    expect(delivery.list(VISIT).map(({ changedSince }) => changedSince)).toEqual([true, true]);
    expect((await delivery.save({ id: VISIT, form: 'pdf', draft: true })).receipt).toMatchObject({
      form: 'pdf',
      state: 'done',
      file: expect.stringMatching(/-draft\.pdf$/),
    });
    for (const form of ['fhir', 'hl7', 'text', 'html', 'markdown'] as const)
      await expect(delivery.save({ id: VISIT, form, draft: true })).rejects.toThrow(
        failureWith('draft-form'),
      );
    await dropOn(delivery);
    await expect(delivery.send({ id: VISIT, target: 'folder' })).rejects.toThrow(
      failureWith('not-signed'),
    );
    expect(delivery.missing({ id: VISIT, form: 'fhir' })).toMatchObject([
      { detail: 'not-signed', place: 'sign' },
    ]);
  });
});

describe('a file', () => {
  test.each(['text', 'markdown', 'html', 'fhir', 'hl7', 'pdf'] as const)(
    '%s: made of what was signed, under a name without the patient',
    async (form) => {
      const saved: { name: string; text: string }[] = [];
      const { delivery, sign, edit } = deliveryRig({
        save: async (name, _type, bytes) => {
          saved.push({ name, text: await whole(bytes) });
          return { how: 'saved' };
        },
      });
      const signed = sign();
      edit('Something else');
      const { receipt } = await delivery.save({ id: VISIT, form });
      expect(saved[0]!.name).toMatch(
        new RegExp(`^\\d{8}-\\d{4}_${signed.id.slice(0, 8)}\\.(txt|md|html|json|hl7|pdf)$`),
      );
      expect(saved[0]!.text).toContain('Fever for 3 days');
      expect(saved[0]!.text).not.toContain('Something else');
      expect(receipt).toMatchObject({
        form,
        target: 'file',
        state: 'done',
        file: saved[0]!.name,
        changedSince: true,
      });
    },
  );

  test('that was cancelled, or could not be written, leaves no receipt', async () => {
    let answer: () => Promise<Saved> = async () => ({ how: 'cancelled' });
    const { delivery, sign } = deliveryRig({ save: () => answer() });
    sign();
    expect(await delivery.save({ id: VISIT, form: 'text' })).toEqual({
      saved: { how: 'cancelled' },
    });
    answer = () => Promise.reject(new Error('full'));
    await expect(delivery.save({ id: VISIT, form: 'text' })).rejects.toThrow('full');
    expect(delivery.list(VISIT)).toEqual([]);
  });

  test('that was being saved when Scriba ended is told afterwards', async () => {
    const made = deliveryRig({ save: () => new Promise(() => {}) });
    made.sign();
    void made.delivery.save({ id: VISIT, form: 'text' });
    await new Promise(setImmediate);
    const again = made.again();
    expect(again.delivery.list(VISIT)).toMatchObject([
      { state: 'failed', trouble: { detail: 'export-interrupted' } },
    ]);
  });
});

describe('what is lacking', () => {
  test('is told all at once, in words, with the place to enter it', async () => {
    const made = deliveryRig();
    made.correct({ recordNumber: '' });
    made.rig.store.settings.change({ exportProfile: { ...profile, registrationNumber: '' } });
    made.sign();
    expect(made.delivery.missing({ id: VISIT, form: 'fhir', flavour: 'nrces' })).toMatchObject([
      {
        detail: 'export-record-number',
        place: 'visit',
        field: 'recordNumber',
        message: expect.stringMatching(/record number.*sign the note again/),
      },
      { detail: 'export-registration', place: 'profile', field: 'registrationNumber' },
    ]);
    expect(made.delivery.missing({ id: VISIT, form: 'pdf' })).toEqual([]);
    await dropOn(made.delivery);
    await expect(made.delivery.send({ id: VISIT, target: 'folder' })).rejects.toThrow(
      failureWith('export-record-number'),
    );
    expect(made.delivery.list(VISIT)).toEqual([]);
  });

  test('of a target: that it is set up, and for a server the number to look the patient up by', async () => {
    const made = deliveryRig({ dropFolder: undefined });
    made.sign();
    expect(made.delivery.missing({ id: VISIT, target: 'folder' })).toMatchObject([
      { detail: 'no-target', place: 'targets' },
    ]);
    await expect(made.delivery.send({ id: VISIT, target: 'server' })).rejects.toThrow(
      failureWith('no-target'),
    );
    made.correct({ recordNumber: '' });
    made.sign();
    await serverOn(made.delivery, 'https://emr.example/fhir', { form: 'pdf' });
    expect(made.delivery.missing({ id: VISIT, target: 'server' })).toMatchObject([
      { detail: 'export-record-number' },
    ]);
  });

  test('a code that cannot be one, and a setting that is no address, are named before anything is written', () => {
    const made = deliveryRig(
      {},
      ready({
        decisions: () => [
          {
            kind: 'symptom',
            text: 'Fever',
            decision: 'accepted',
            codes: [{ system: 'http://snomed.info/sct', code: '386661007', display: 'Fever' }],
            negated: false,
            suspected: false,
            performed: false,
            components: [],
          },
        ],
      }),
    );
    made.sign();
    expect(made.delivery.missing({ id: VISIT, form: 'fhir' })).toMatchObject([
      { detail: 'export-code', place: 'codes' },
    ]);
    const other = deliveryRig();
    other.rig.store.settings.change({ exportProfile: { ...profile, mrnSystem: 'no address' } });
    other.sign();
    expect(other.delivery.missing({ id: VISIT, form: 'fhir' })).toMatchObject([
      { detail: 'export-invalid' },
    ]);
  });
});

test('receipts hold no patient, and go with their visit', async () => {
  const { delivery, sign, rig } = deliveryRig();
  sign();
  await delivery.copy({ id: VISIT });
  const [row] = rig.store.exports.list(VISIT);
  expect(JSON.stringify(row)).not.toMatch(/Asha|MR-77|1988/);
  rig.store.notes.remove(VISIT);
  rig.store.visits.remove(VISIT);
  expect(rig.store.exports.has(row!.id)).toBe(false);
  expect(() => delivery.list(VISIT)).toThrow(failureWith('no-consultation'));
});

test('what was discarded leaves no more; what waits of it is not sent', async () => {
  const { delivery, sign, rig } = deliveryRig();
  sign();
  putState(rig.store, VISIT, { state: 'discarded', cameFrom: 'prepared' });
  await expect(delivery.copy({ id: VISIT })).rejects.toThrow(failureWith('visit-discarded'));
});

test('a folder is chosen by the host, never named by a page; where one was named at the start, that is it', async () => {
  const chosen = deliveryRig({ dropFolder: undefined, chooseFolder: async () => '/somewhere' });
  expect(chosen.delivery.targets.get().folder).toMatchObject({ from: 'own', on: false });
  expect((await chosen.delivery.targets.chooseFolder()).folder).toMatchObject({
    from: 'chosen',
    where: '/somewhere',
  });
  const named = deliveryRig({ chooseFolder: async () => '/elsewhere' });
  expect(named.delivery.targets.get()).toMatchObject({
    canChoose: false,
    folder: { from: 'named', where: named.folder },
  });
  await expect(named.delivery.targets.chooseFolder()).rejects.toThrow(failureWith('cannot-choose'));
  const browser = deliveryRig({ dropFolder: undefined });
  browser.sign();
  await dropOn(browser.delivery);
  expect(await browser.delivery.send({ id: VISIT, target: 'folder' })).toMatchObject([
    { state: 'done', where: expect.stringMatching(/to-emr$/) },
  ]);
});

test('the patient of the tests is the patient of the note', () =>
  expect(deliveryRig().sign().note.patient).toEqual({
    name: patient.name,
    mrn: patient.recordNumber,
    birthDate: patient.birthDate,
    gender: patient.sex,
  }));
