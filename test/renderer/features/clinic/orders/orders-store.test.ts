/**
 * Proves that the page shows what was asked for last, and that after a lock no data of a patient
 * comes back into it.
 */
import { beforeEach, expect, test } from 'vitest';
import { openDoor } from '../../../../../renderer/common/stores/core.ts';
import {
  forgetWard,
  lookUp,
  makeOrder,
  useWard,
} from '../../../../../renderer/features/clinic/orders/orders-store.ts';
import {
  forgetPeople,
  loadPeople,
  usePeople,
} from '../../../../../renderer/features/clinic/people/people-store.ts';
import type { Bridge } from '../../../../../shared/contract/contract.ts';
import { Failure } from '../../../../../shared/failure.ts';

type Asked = {
  readonly name: string;
  readonly input: { readonly id?: string; readonly admissionId?: string } | undefined;
  answer(value: unknown): void;
  refuse(error: Failure): void;
};
let asked: Asked[] = [];
beforeEach(() => {
  asked = [];
  forgetWard();
  forgetPeople();
  openDoor({
    request: (name: string, input: Asked['input']) =>
      new Promise((answer, refuse) => asked.push({ name, input, answer, refuse })),
    on: () => () => {},
  } as unknown as Bridge);
});
const answerLookUp = (id: string) => {
  for (const one of asked.filter(({ input }) => input?.id === id || input?.admissionId === id))
    one.answer(one.name === 'admissions.get' ? { id, patientName: `Patient of ${id}` } : []);
};

test('an answer that comes after a lock is dropped', async () => {
  const looked = lookUp('a');
  const loaded = loadPeople();
  forgetWard();
  forgetPeople();
  answerLookUp('a');
  asked.find(({ name }) => name === 'users.list')!.answer([{ id: 'u' }]);
  expect(await looked).toBe(false);
  await loaded;
  expect([useWard.getState().admission, usePeople.getState().list]).toEqual([undefined, undefined]);
});

test('of two look-ups the later one stands, in whichever order the answers come', async () => {
  const first = lookUp('a');
  const second = lookUp('b');
  answerLookUp('b');
  expect(await second).toBe(true);
  answerLookUp('a');
  expect(await first).toBe(false);
  expect(useWard.getState()).toMatchObject({
    admission: { id: 'b' },
    looking: undefined,
    search: 'b',
  });
});

test('a look-up that fails says why and shows nobody', async () => {
  const looked = lookUp('a');
  asked[0]!.refuse(new Failure('missing', 'x', { detail: 'no-admission' }));
  expect(await looked).toBe(false);
  expect(useWard.getState()).toMatchObject({
    failure: { detail: 'no-admission' },
    looking: undefined,
  });
});

test('an order that fails leaves what was chosen, one that is made goes into the list of its own admission only', async () => {
  useWard.setState({ admission: { id: 'a' } as never, visit: 'typed', typedRx: 'rx-1' });
  const failed = makeOrder({ admissionId: 'a', rxId: 'rx-1' });
  asked[0]!.refuse(new Failure('offline', 'x', { detail: 'order-unclear' }));
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.answer([{ key: 'k', admissionId: 'a', at: 1 }]);
  await expect(failed).rejects.toMatchObject({ detail: 'order-unclear' });
  expect(useWard.getState()).toMatchObject({
    visit: 'typed',
    typedRx: 'rx-1',
    unclear: [{ key: 'k' }],
  });
  const made = makeOrder({ admissionId: 'another' });
  asked[2]!.answer({ order: { id: 'o' }, found: false });
  await expect.poll(() => asked.length).toBe(4);
  asked[3]!.answer([]);
  expect(await made).toBe(false);
  expect(useWard.getState().orders).toEqual([]);
});
