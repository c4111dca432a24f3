/**
 * A drop folder: a file is whole or not there, and comes once, whenever the computer stops and
 * whatever its disk does.
 */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../../../../main/hosts/node/node-ports.ts';
import type { Disk } from '../../../../../main/infrastructure/ports.ts';
import { fhirFlavours } from '../../../../../shared/model/export/export-forms.ts';
import { failureWith } from '../../../../support/failure.ts';
import { dying } from '../../../../support/ports/dying.ts';
import { testCipher } from '../../../../support/rows.ts';
import { type Rig, ready } from '../../notes/support.ts';
import { type DeliveryRig, deliveryRig, dropOn, VISIT } from '../support.ts';

const NAME = /^\d{8}-\d{4}_[0-9a-f]{8}\.(json|hl7|pdf)$/;

/** A visit with a medicine that the doctor accepted. */
const prescribing = () =>
  ready({
    decisions: () => [
      {
        kind: 'prescription',
        text: 'Paracetamol 500 mg',
        decision: 'accepted',
        codes: [],
        negated: false,
        suspected: false,
        performed: false,
        components: [],
      },
    ],
  });
async function signed(
  over: Parameters<typeof deliveryRig>[0] = {},
  forms?: Parameters<typeof dropOn>[1],
  given?: Rig,
) {
  const made = deliveryRig(over, given);
  made.sign();
  await dropOn(made.delivery, forms);
  return made;
}
const send = (made: DeliveryRig, more = {}) =>
  made.delivery.send({ id: VISIT, target: 'folder', ...more });

test('each form is a file of its own, whole, under a name that tells nothing of the patient', async () => {
  const made = await signed({}, ['fhir', 'hl7', 'pdf']);
  const receipts = await send(made);
  const files = readdirSync(made.folder).sort();
  expect(receipts.map(({ file }) => file).sort()).toEqual(files);
  expect(files).toHaveLength(3);
  for (const file of files) expect(file).toMatch(NAME);
  expect(receipts).toMatchObject([{ state: 'done' }, { state: 'done' }, { state: 'done' }]);
  expect(
    JSON.parse(
      readFileSync(path.join(made.folder, files.find((name) => name.endsWith('json'))!), 'utf8'),
    ),
  ).toMatchObject({ resourceType: 'Bundle' });
});

test('sent again it is not written again, unless a person wants it: then the same bytes under the same name', async () => {
  const made = await signed();
  const [first] = await send(made);
  const before = readFileSync(path.join(made.folder, first!.file!));
  rmSync(path.join(made.folder, first!.file!));
  expect((await send(made))[0]!.id).toBe(first!.id);
  expect(readdirSync(made.folder)).toEqual([]);
  const [again] = await send(made, { again: true });
  expect(again).toMatchObject({ file: first!.file, sha256: first!.sha256, state: 'done' });
  expect(readFileSync(path.join(made.folder, again!.file!))).toEqual(before);
});

test('both flavours of one note are files of their own', async () => {
  const made = await signed({}, ['fhir']);
  const [r4] = await send(made);
  await dropOn(made.delivery, ['fhir'], 'nrces');
  const [nrces] = await send(made);
  expect([r4?.state, nrces?.state]).toEqual(['done', 'done']);
  expect(nrces?.file).toBe(r4?.file?.replace('.json', '-nrces.json'));
  expect(readdirSync(made.folder)).toHaveLength(2);
  for (const { file, sha256 } of [r4!, nrces!])
    expect(
      createHash('sha256')
        .update(readFileSync(path.join(made.folder, file!)))
        .digest('hex'),
    ).toBe(sha256);
});

test('a note that was signed again replaces the one that arrived before', async () => {
  const made = await signed({}, ['hl7', 'fhir']);
  const read = (file = '') => readFileSync(path.join(made.folder, file), 'utf8');
  const txa = (text: string) => /\rTXA\|([^\r]*)/.exec(text)![1]!.split('|');
  const [first] = await send(made);
  made.edit('Fever for 5 days');
  made.sign();
  const [hl7, fhir] = await send(made);
  expect(read(hl7?.file)).toContain('MDM^T10^MDM_T02');
  expect(txa(read(hl7?.file))[12]).toBe(txa(read(first?.file))[11]);
  expect(JSON.parse(read(fhir?.file)).entry[0].resource.relatesTo[0].code).toBe('replaces');
  expect(read(first?.file)).toContain('MDM^T02^MDM_T02');
});

const broken = (code: string): Partial<Disk> => ({
  write: () => {
    throw Object.assign(new Error(code), { code });
  },
});
test.each([
  ['ENOSPC', 'folder-full'],
  ['EROFS', 'folder-read-only'],
  ['EACCES', 'folder-read-only'],
  ['EIO', 'folder-failing'],
])('%s is told as %s, leaves nothing behind, and goes on by itself', async (code, detail) => {
  const disk = { ...nodeDisk, ...broken(code) };
  const made = await signed({ disk });
  const [receipt] = await send(made);
  expect(receipt).toMatchObject({
    state: 'waiting',
    trouble: { detail },
    waitsUntil: made.rig.clock.now() + 2000,
  });
  expect(readdirSync(made.folder)).toEqual([]);
  Object.assign(disk, nodeDisk);
  made.rig.clock.advance(2000);
  await made.delivery.idle();
  expect(made.delivery.list(VISIT)).toMatchObject([{ state: 'done', attempts: 2 }]);
  expect(readdirSync(made.folder)).toHaveLength(1);
});

test.each(fhirFlavours)(
  'a disk that fails in the middle of a file (%s) leaves no part of it, and the next try writes it whole',
  async (flavour) => {
    const disk = { ...nodeDisk };
    const made = deliveryRig({ disk }, prescribing());
    made.sign();
    await dropOn(made.delivery, ['fhir'], flavour);
    disk.datasync = () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
    expect((await send(made))[0]).toMatchObject({ state: 'waiting' });
    expect(readdirSync(made.folder)).toEqual([]);
    Object.assign(disk, nodeDisk);
    made.rig.clock.advance(2000);
    await made.delivery.idle();
    expect(made.delivery.list(VISIT)).toMatchObject([{ state: 'done' }]);
    expect(readdirSync(made.folder)).toHaveLength(1);
  },
);

test('a folder that is gone waits for it, over a restart; nothing is sent while locked', async () => {
  let made = await signed();
  rmSync(made.folder, { recursive: true });
  expect((await send(made))[0]).toMatchObject({
    state: 'waiting',
    trouble: { detail: 'folder-missing' },
  });
  made.delivery.stop();
  mkdirSync(made.folder);
  made.rig.clock.advance(600_000);
  await made.delivery.idle();
  expect(readdirSync(made.folder)).toEqual([]);
  made = made.again();
  await made.delivery.idle();
  expect(made.delivery.list(VISIT)).toMatchObject([{ state: 'done' }]);
  expect(readdirSync(made.folder)).toHaveLength(1);
});

test.each([
  ['EACCES', 'folder-read-only'],
  ['EPERM', 'folder-read-only'],
  ['EROFS', 'folder-read-only'],
])(
  'a folder in which no file can be made (%s) is told before anything is written',
  async (code, detail) => {
    const disk = {
      ...nodeDisk,
      create: () => {
        throw Object.assign(new Error(code), { code });
      },
    };
    const made = await signed({ disk });
    expect((await send(made))[0]).toMatchObject({ state: 'waiting', trouble: { detail } });
    expect(readdirSync(made.folder)).toEqual([]);
  },
);

test.each([
  ['fhir', 'r4'],
  ['fhir', 'nrces'],
  ['fhir', 'nrces-prescription'],
  ['hl7', 'r4'],
  ['pdf', 'r4'],
] as const)(
  'the half-written part of a try that was killed stands in the way of no other: %s, %s',
  async (form, flavour) => {
    const made = await signed({}, ['fhir'], prescribing());
    await dropOn(made.delivery, [form], flavour);
    const [first] = await send(made);
    rmSync(path.join(made.folder, first!.file!));
    const tag = made.rig.store.values.get('delivery.tag');
    writeFileSync(path.join(made.folder, `${first!.file}.${tag}.part`), 'half of');
    expect(await send(made, { again: true })).toMatchObject([{ state: 'done' }]);
    expect(readdirSync(made.folder)).toEqual([first!.file]);
  },
);

test('given up it is not tried any more; a later version takes the place of one that waits', async () => {
  const disk = { ...nodeDisk, ...broken('ENOSPC') };
  const made = await signed({ disk });
  const [first] = await send(made);
  expect(made.delivery.giveUp(first!.id)).toMatchObject({
    state: 'failed',
    trouble: { detail: 'given-up' },
  });
  expect((await made.delivery.retry(first!.id)).state).toBe('waiting');
  made.edit('Rest');
  made.sign();
  Object.assign(disk, nodeDisk);
  await send(made);
  made.rig.clock.advance(600_000);
  await made.delivery.idle();
  expect(made.delivery.list(VISIT)).toMatchObject([
    { state: 'done', changedSince: false },
    { state: 'failed', trouble: { detail: 'superseded' }, changedSince: true },
  ]);
  expect(readdirSync(made.folder)).toHaveLength(1);
});

test.each(['r4', 'nrces'] as const)(
  'an older version whose file (%s) was not yet named does not come after a newer one',
  async (flavour) => {
    const disk = { ...nodeDisk };
    const made = deliveryRig({ disk });
    made.sign();
    await dropOn(made.delivery, ['fhir'], flavour);
    disk.rename = () => {
      throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    };
    const [older] = await send(made);
    expect(older).toMatchObject({ state: 'waiting', trouble: { detail: 'folder-failing' } });
    made.edit('Rest');
    made.sign();
    Object.assign(disk, nodeDisk);
    const [newer] = await send(made);
    expect(newer!.state).toBe('done');
    made.rig.clock.advance(600_000);
    await made.delivery.idle();
    expect(made.delivery.list(VISIT)).toMatchObject([
      { id: newer!.id, state: 'done' },
      { id: older!.id, state: 'failed', trouble: { detail: 'superseded' } },
    ]);
    expect(readdirSync(made.folder)).toEqual([newer!.file]);
  },
);

test('a name that is taken, then the whole folder emptied by someone: the note is put there all the same', async () => {
  const made = await signed({});
  const [first] = await send(made);
  const place = path.join(made.folder, first!.file!);
  rmSync(place);
  mkdirSync(path.join(place, 'of another'), { recursive: true });
  const [again] = await made.delivery.send({ id: VISIT, target: 'folder', again: true });
  expect(again).toMatchObject({ state: 'waiting', trouble: { detail: 'folder-failing' } });
  for (const name of readdirSync(made.folder))
    rmSync(path.join(made.folder, name), { recursive: true });
  made.rig.clock.advance(600_000);
  await made.delivery.idle();
  expect(made.delivery.list(VISIT)[0]).toMatchObject({ state: 'done' });
  expect(readdirSync(made.folder)).toEqual([first!.file]);
});

test('an older version that was named before a newer one came has arrived', async () => {
  const disk = { ...nodeDisk };
  const made = await signed({ disk });
  disk.rename = (from, to) => {
    renameSync(from, to);
    throw Object.assign(new Error('EIO'), { code: 'EIO' });
  };
  const [older] = await send(made);
  expect(older!.state).toBe('waiting');
  made.edit('Rest');
  made.sign();
  Object.assign(disk, nodeDisk);
  const [newer] = await send(made);
  made.rig.clock.advance(600_000);
  await made.delivery.idle();
  expect(made.delivery.list(VISIT)).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  expect(readdirSync(made.folder).sort()).toEqual([older!.file, newer!.file].sort());
});

/** The EMR takes whole files away as soon as they are there. */
function take(folder: string, into: string[]) {
  for (const name of readdirSync(folder).filter((one) => !one.endsWith('.part'))) {
    expect(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))).toMatchObject({
      resourceType: 'Bundle',
    });
    into.push(name);
    renameSync(path.join(folder, name), path.join(folder, '..', `taken-${into.length}`));
  }
}

test('ended at any step that touches the disk or the list: no half file, and one document, whether the EMR has taken it or not', async () => {
  for (let step = 1; ; step += 1) {
    const taken: string[] = [];
    let made = await signed();
    const killed = dying(step);
    const disk = killed.each(nodeDisk);
    const { store } = made.rig;
    const at = {
      disk,
      store: { ...store, exports: killed.each(store.exports) },
      removePart: () => {},
    };
    const dead = deliveryRig(at, made.rig);
    killed.begin();
    const ended = await dead.delivery.send({ id: VISIT, target: 'folder' }).then(
      (receipts) => receipts[0]?.state === 'done',
      () => false,
    );
    dead.delivery.stop();
    take(made.folder, taken);
    made = made.again();
    await made.delivery.send({ id: VISIT, target: 'folder' });
    made.rig.clock.advance(10_000);
    await made.delivery.idle();
    take(made.folder, taken);
    expect([step, taken.length, readdirSync(made.folder)]).toEqual([step, 1, []]);
    expect(made.delivery.list(VISIT)).toMatchObject([{ state: 'done' }]);
    made.delivery.stop();
    if (ended) return expect(step).toBeGreaterThan(8);
  }
}, 30_000);

test('a process of its own, really killed, between writing and renaming and after', async () => {
  for (const step of process.env.SCRIBA_LONG
    ? [...Array.from({ length: 20 }, (_, at) => at + 1), 'rename', 'rename+1']
    : ['rename', 'rename+1']) {
    const key = randomBytes(32);
    const made = deliveryRig({}, ready({ cipher: testCipher(key) }));
    made.sign();
    made.delivery.stop();
    made.rig.store.close();
    const taken: string[] = [];
    const run = (at: number | string) =>
      spawnSync(
        process.execPath,
        [
          path.join(import.meta.dirname, '../../../../support/children/deliver-child.ts'),
          made.rig.file,
          made.folder,
          key.toString('hex'),
          String(at),
        ],
        { encoding: 'utf8' },
      );
    const { signal } = run(step);
    take(made.folder, taken);
    const next = deliveryRig({}, made.rig.reopen());
    await dropOn(next.delivery);
    await send(next);
    take(made.folder, taken);
    expect([step, signal, taken.length, readdirSync(made.folder)]).toEqual([
      step,
      'SIGKILL',
      1,
      [],
    ]);
    next.delivery.stop();
  }
}, 300_000);

test('what a visit that is gone left half-way is removed, and nothing of another computer’s', async () => {
  const made = await signed();
  const tag = made.delivery.targets.tag();
  for (const name of [
    `20261121-1005_1a2b3c4d.json.${tag}.part`,
    '20261121-1005_1a2b3c4d.json.00000000.part',
    'theirs.part',
  ])
    writeFileSync(path.join(made.folder, name), 'half');
  made.again();
  expect(readdirSync(made.folder).sort()).toEqual([
    '20261121-1005_1a2b3c4d.json.00000000.part',
    'theirs.part',
  ]);
});

test('the trial writes nothing that stays, and says what is wrong', async () => {
  const made = await signed();
  expect(await made.delivery.trial('folder')).toEqual({ software: '', doubts: [] });
  expect(readdirSync(made.folder)).toEqual([]);
  rmSync(made.folder, { recursive: true });
  await expect(made.delivery.trial('folder')).rejects.toThrow(failureWith('folder-missing'));
});
