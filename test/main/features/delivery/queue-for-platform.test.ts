/** What is queued for the platform when a note is signed, and what is not sent any more. */
import { expect, test } from 'vitest';
import { type DeliveryRig, deliveryRig, VISIT } from './support.ts';

const HERE = 'https://here.example';
const account = (baseUrl: string) => () => ({
  profile: 'clinic' as const,
  baseUrl,
  brand: 'svc',
  clientId: 'clinic-17',
  state: 'signed-in' as const,
});

/** The queue is stopped: what is queued stays as it was put. */
async function rigWith(on: boolean, baseUrl = HERE) {
  const heard: string[] = [];
  const made = deliveryRig({ account: account(baseUrl), changed: (id) => void heard.push(id) });
  if (on) await made.delivery.targets.set({ platform: { on } });
  made.delivery.stop();
  return { ...made, ...reading(made), heard };
}

function reading({ rig: { store }, delivery, sign }: DeliveryRig) {
  const rows = () => store.exports.list(VISIT).filter(({ target }) => target === 'platform');
  return {
    store,
    rows,
    stateOf: (id: string) => rows().find((row) => row.id === id),
    signed() {
      const { id } = sign();
      delivery.signed(store.signatures.list(VISIT).find((one) => one.id === id)!);
      return rows().find(({ signature }) => signature === id)!;
    },
  };
}

test('nothing where it is not chosen', async () => {
  const { signed, rows, heard } = await rigWith(false);
  expect(signed()).toBeUndefined();
  expect(rows()).toEqual([]);
  expect(heard).toEqual([]);
});

test('a note that is signed waits for the platform it was signed under, and pages hear of it', async () => {
  const { signed, rows, heard } = await rigWith(true);
  expect(signed()).toMatchObject({
    visitId: VISIT,
    version: 1,
    target: 'platform',
    form: 'markdown',
    where: HERE,
    state: 'waiting',
    attempts: 0,
  });
  expect(rows()).toHaveLength(1);
  expect(rows()[0]?.location ?? rows()[0]?.posted).toBeUndefined();
  expect(heard).toContain(VISIT);
});

test('an earlier one that still waits is superseded; one that arrived, or failed, stays as it is', async () => {
  const { signed, stateOf, store, edit } = await rigWith(true);
  const first = signed();
  store.exports.put({ ...first, state: 'done', location: 'doc-1', posted: true });
  edit('Second plan');
  const second = signed();
  // The later one goes into the document of the one before.
  expect(second).toMatchObject({ state: 'waiting', location: 'doc-1', posted: true });
  edit('Third plan');
  const third = signed();
  expect(stateOf(first.id)).toMatchObject({ state: 'done' });
  expect(stateOf(first.id)?.trouble).toBeUndefined();
  expect(stateOf(second.id)).toMatchObject({
    state: 'failed',
    trouble: { detail: 'superseded' },
  });
  expect(third).toMatchObject({ state: 'waiting', location: 'doc-1' });
});

test('what was only asked for is remembered too, so that no second document is made', async () => {
  const { signed, store, edit } = await rigWith(true);
  store.exports.put({ ...signed(), posted: true });
  edit('Second plan');
  const next = signed();
  expect(next).toMatchObject({ state: 'waiting', posted: true });
  expect(next.location).toBeUndefined();
});

test('notes for another platform, and other exports, are no earlier ones', async () => {
  const before = await rigWith(true, 'https://before.example');
  const first = before.signed();
  before.store.exports.put({ ...first, location: 'doc-before', posted: true });
  before.store.exports.put({ ...first, id: 'folder-row', target: 'folder', where: HERE });
  const after = before.again({ account: account(HERE) });
  after.delivery.stop();
  const { signed, stateOf, store } = reading(after);
  after.edit('Second plan');
  const next = signed();
  expect(next).toMatchObject({ where: HERE, state: 'waiting' });
  expect(next.location ?? next.posted).toBeUndefined();
  expect(stateOf(first.id)?.trouble?.detail).not.toBe('superseded');
  expect(store.exports.get('folder-row')?.trouble?.detail).not.toBe('superseded');
});
