/** Sources of an export: whose words, in which lines, under which name, in place of which document. */
import { expect, test } from 'vitest';
import { htmlPage } from '../../../../../main/features/delivery/forms/html.ts';
import { createSources, groundOf } from '../../../../../main/features/delivery/queue/source.ts';
import type { Patient } from '../../../../../shared/model/visit.ts';
import { failure } from '../../../../support/failure.ts';
import { putState } from '../../../../support/rows.ts';
import { deliveryRig, patient, profile, VISIT } from '../support.ts';

type Deps = Parameters<typeof createSources>[0];

function rig(over: Partial<Deps> = {}) {
  const made = deliveryRig();
  made.delivery.stop();
  const { store, notes } = made.rig;
  const sources = createSources({
    store,
    notes: { state: (id) => notes.state(id), draft: (id) => notes.draft(id) },
    version: '1.2.3',
    windows: false,
    newlines: () => 'system',
    hl7: () => ({
      sendingApplication: 'A',
      sendingFacility: '',
      receivingApplication: '',
      receivingFacility: '',
    }),
    ...over,
  });
  return { ...made, store, sources };
}
const FILE = { target: 'file', where: '' } as const;

test.each([
  ['system', false, '\n'],
  ['system', true, '\r\n'],
  ['lf', true, '\n'],
  ['crlf', false, '\r\n'],
] as const)('lines that end as %s (on Windows: %s) end with %j', async (chosen, windows, end) => {
  const made = rig({ newlines: () => chosen, windows });
  made.sign();
  expect(made.sources.newline()).toBe(end);
  const source = made.sources.of(VISIT, false);
  for (const form of ['text', 'markdown', 'html', 'fhir'] as const) {
    const { bytes } = await made.sources.content(source, form, FILE);
    const text = Buffer.from(bytes).toString();
    const hasLines = form === 'text' || form === 'markdown';
    expect([form, text.includes('\r\n')]).toEqual([form, hasLines && end === '\r\n']);
    expect(text).toContain('\n');
  }
});

test('the profile has what was entered, and nothing for what was left empty', () => {
  const made = rig();
  const filled = {
    facility: 'F',
    mrnSystem: 'urn:m',
    registrationSystem: 'urn:r',
    addressLines: ['One', '', 'Two'],
    facilityRegistration: 'KA',
    hfrId: 'H',
    hprId: 'P',
  };
  made.store.settings.change({ exportProfile: { ...profile, ...filled } });
  const hl7 = expect.objectContaining({ sendingApplication: 'A' });
  expect(made.sources.profile()).toEqual({
    ...filled,
    version: '1.2.3',
    hl7,
    addressLines: ['One', 'Two'],
  });
  const empty = Object.fromEntries(Object.keys(filled).map((name) => [name, '']));
  made.store.settings.change({
    exportProfile: { ...profile, ...empty, addressLines: [] } as never,
  });
  expect(made.sources.profile()).toEqual({ version: '1.2.3', hl7, addressLines: [] });
});

test.each<[string, Partial<Patient>]>([
  ['name', { name: 'Another Name' }],
  ['record number', { recordNumber: 'MR-1' }],
  ['birth date', { birthDate: '1999' }],
  ['sex', { sex: 'male' }],
  ['ABHA number', { abhaNumber: '22-7225-4829-5255' }],
  ['ABHA address', { abhaAddress: 'a@abdm' }],
])('a note whose patient has another %s since was signed for somebody else', (_what, change) => {
  const made = rig();
  made.sign();
  const { store, sources } = made;
  const put = (over: Partial<Patient>) => {
    const row = store.visits.get(VISIT)!;
    store.visits.change(VISIT, row.rev, {
      details: { ...row.details, patient: { ...patient, ...over } },
    });
  };
  put({ name: ` ${patient.name} ` });
  expect(sources.of(VISIT, false).note.patient.name).toBe(patient.name);
  put(change);
  expect(() => sources.of(VISIT, false)).toThrow(failure('refused', 'signed-for-other'));
});

test('the last signature is exported, or a certain one; of a draft, its own words', () => {
  const { sources, sign, edit, store } = rig();
  expect(() => sources.of(VISIT, false)).toThrow(failure('refused', 'not-signed'));
  const draft = sources.of(VISIT, true);
  expect(draft).toMatchObject({ visitId: VISIT, ground: groundOf(draft.note) });
  expect(draft.signature).toBeUndefined();
  const first = sign();
  edit('Rest');
  const second = sign();
  expect(sources.of(VISIT, false)).toMatchObject({
    visitId: VISIT,
    signature: second.id,
    branch: second.branch,
    version: second.version,
  });
  expect(sources.signed(VISIT, first.id)).toMatchObject({
    signature: first.id,
    version: first.version,
  });
  expect(() => sources.signed(VISIT, 'gone')).toThrow(failure('missing', 'no-signature'));
  const { signature: signed } = { signature: store.signatures.get(first.id)! };
  store.signatures.get = () => ({ ...signed, visitId: 'another' });
  expect(() => sources.signed(VISIT, first.id)).toThrow(failure('missing', 'no-signature'));
  for (const isDraft of [true, false])
    expect(() => sources.of('3c9d5a10-18b2-4a6d-8f0e-2b1c7d9e4f55', isDraft)).toThrow(
      failure('missing', 'no-consultation'),
    );
  putState(store, VISIT, { state: 'discarded', cameFrom: 'prepared' });
  expect(() => sources.of(VISIT, false)).toThrow(failure('refused', 'visit-discarded'));
});

test('the digest of a draft is of its title, patient, sections and findings, and of nothing else', () => {
  const { sources } = rig();
  const { note } = sources.of(VISIT, true);
  const ground = groundOf(note);
  for (const change of [
    { title: 'Another' },
    { patient: { ...note.patient, name: 'Another' } },
    { sections: [] },
    { entities: [{ kind: 'advice', text: 'Rest' } as never] },
  ])
    expect(groundOf({ ...note, ...change })).not.toBe(ground);
  expect(groundOf({ ...note, date: '2001-01-01' })).toBe(ground);
});

test('a file is named by the time of the visit and the signature', () => {
  const { sources, sign } = rig();
  sign();
  const source = sources.of(VISIT, false);
  const dated = (date: string, more = {}) => ({
    ...source,
    note: { ...source.note, date, ...more },
  });
  const id = source.signature!.slice(0, 8);
  const at = dated('2026-11-21T10:05:33+05:30');
  for (const [name, given] of [
    [`20261121-1005_${id}.txt`, [at, 'text']],
    [`20261121-1005_${id}.md`, [at, 'markdown']],
    [`20261121-1005_${id}.pdf`, [at, 'pdf']],
    [`20261121-1005_${id}.json`, [at, 'fhir', 'r4']],
    [`20261121-1005_${id}-nrces.json`, [at, 'fhir', 'nrces']],
    [`20261121-1005_${id}-nrces-prescription.json`, [at, 'fhir', 'nrces-prescription']],
    [`20261121-1005_${id}.hl7`, [at, 'hl7', 'nrces']],
    [`20261121-0000_${id}.pdf`, [dated('2026-11-21'), 'pdf']],
    [
      `20261121-1005_${VISIT.slice(0, 8)}-draft.pdf`,
      [{ ...dated('2026-11-21T10:05:33Z', { draft: true }), signature: undefined }, 'pdf'],
    ],
  ] as const)
    expect(sources.fileName(...(given as unknown as Parameters<typeof sources.fileName>))).toBe(
      name,
    );
});

test('a document takes the place of the newest earlier one that arrived at the same target in its form', async () => {
  const { sources, sign, edit, store } = rig();
  const ids: string[] = [];
  for (const words of ['One', 'Two', 'Three', 'Four']) {
    edit(words);
    ids.push(sign().id);
  }
  const put = (id: string, over: object = {}) =>
    store.exports.put({
      id: `row-${id}`,
      visitId: VISIT,
      signature: id,
      branch: 'b',
      version: 1,
      at: 1,
      who: 'w',
      form: 'hl7',
      target: 'folder',
      where: '/drop',
      sha256: '',
      state: 'done',
      attempts: 1,
      ...over,
    });
  const to = { target: 'folder', where: '/drop' } as const;
  const event = async (at: number, form: 'hl7' | 'text' = 'hl7') =>
    Buffer.from((await sources.content(sources.signed(VISIT, ids[at]!), form, to)).bytes)
      .toString()
      .split('\r')
      .filter((line) => /^(?:MSH|TXA)/.test(line))
      .map((line) => line.split('|'))
      .flatMap(([name, ...fields]) => (name === 'MSH' ? [fields[7]] : [fields[11], fields[12]]));
  const number = async (at: number) => (await event(at))[1];
  expect((await event(3))[0]).toBe('MDM^T02^MDM_T02');
  put(ids[0]!);
  put(ids[1]!);
  put(ids[2]!, { state: 'failed' });
  expect(await event(3)).toEqual(['MDM^T10^MDM_T02', await number(3), await number(1)]);
  // The first one replaces none; what is later than it is not earlier.
  expect((await event(0))[0]).toBe('MDM^T02^MDM_T02');
  expect(await event(1)).toEqual(['MDM^T10^MDM_T02', await number(1), await number(0)]);
  for (const other of [
    { form: 'fhir' },
    { target: 'mllp' },
    { where: '/other' },
    { flavour: 'nrces-prescription' },
  ]) {
    put(ids[1]!, other);
    expect((await event(3))[2]).toBe(await number(0));
  }
});

test('a draft takes the place of nothing', async () => {
  const { sources, sign } = rig();
  sign();
  const { bytes } = await sources.content(sources.of(VISIT, true), 'fhir', FILE);
  expect(Buffer.from(bytes).toString()).not.toContain('replaces');
});

test('a PDF is the printed page; without a printer it is missing, in words', async () => {
  const printed: string[] = [];
  const made = rig({
    print: async (html) => {
      printed.push(html);
      return Buffer.from('%PDF');
    },
  });
  made.sign();
  const source = made.sources.of(VISIT, false);
  expect(await made.sources.content(source, 'pdf', FILE)).toEqual({
    bytes: Buffer.from('%PDF'),
    contentType: 'application/pdf',
    extension: 'pdf',
  });
  expect(printed).toEqual([htmlPage(source.note, made.sources.profile())]);
  const bare = rig();
  bare.sign();
  await expect(
    bare.sources.content(bare.sources.of(VISIT, false), 'pdf', FILE),
  ).rejects.toMatchObject({
    code: 'missing',
    detail: 'no-browser',
    message: expect.stringContaining('none of them is here'),
  });
  await expect(
    made.sources.content({ ...source, note: { ...source.note, sections: [] } }, 'pdf', FILE),
  ).rejects.toThrow(failure('invalid', 'export-empty'));
});
