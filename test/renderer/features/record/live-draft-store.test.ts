import { afterEach, beforeEach, expect, test } from 'vitest';
import { registeredStores } from '../../../../renderer/common/store-registry.ts';
import { openDoor } from '../../../../renderer/common/stores/core.ts';
import { useSession } from '../../../../renderer/common/stores/session.ts';
import { useLiveDraft } from '../../../../renderer/features/record/live-draft-store.ts';
import { useRecorder } from '../../../../renderer/features/visits/recorder/recorder-store.ts';
import type { Bridge } from '../../../../shared/contract/contract.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { visit } from '../../../support/fakes/fake-visits.ts';

const initial = useRecorder.getState();
let listeners: Record<string, (payload: never) => void>;
let asked: string[];
let answer: () => Promise<unknown>;

beforeEach(() => {
  listeners = {};
  asked = [];
  answer = async () => ({ lines: [{ text: 'I have had fever.', from: 1 }] });
  const bridge = {
    request: (name: string, { id }: { id: string }) => {
      asked.push(`${name} ${id}`);
      return answer();
    },
    on: (name: string, listener: (payload: never) => void) => {
      listeners[name] = listener;
      return () => {};
    },
  } as unknown as Bridge;
  openDoor(bridge);
  registeredStores()
    .find(({ name }) => name === 'live-draft')
    ?.connect?.(bridge);
});
afterEach(() => {
  useRecorder.setState(initial, true);
  useSession.setState({ vault: { state: 'open' } });
  registeredStores()
    .filter(({ name, reset }) => name === 'live-draft' && typeof reset === 'function')
    .map(({ reset }) => (reset as () => void)());
});

const records = (one: Visit | undefined) => useRecorder.setState({ visit: one });
const here = () => visit(Date.now(), 0, 'recording', { worksHere: true });
const tell = async (name: string, id: string) => {
  listeners[name]?.({ id } as never);
  await Promise.resolve().then(() => Promise.resolve());
  await new Promise((resolve) => setImmediate(resolve));
};

test('words of the visit that is recorded are read when there are more, and when it has changed', async () => {
  const one = here();
  records(one);
  await tell('here.heard', one.id);
  expect(useLiveDraft.getState()).toEqual({
    id: one.id,
    lines: [{ text: 'I have had fever.', from: 1 }],
  });
  answer = async () => ({ lines: [] });
  // A minute was forgotten.
  await tell('visits.changed', one.id);
  expect(useLiveDraft.getState().lines).toEqual([]);
  expect(asked).toEqual([`here.draft ${one.id}`, `here.draft ${one.id}`]);
});

test('nothing is asked of another visit, or of one that a platform hears', async () => {
  records(here());
  await tell('here.heard', 'another');
  const elsewhere = visit(Date.now(), 0, 'recording');
  records(elsewhere);
  await tell('visits.changed', elsewhere.id);
  expect(asked).toEqual([]);
});

test('an answer that comes after a lock brings no words back', async () => {
  const one = here();
  records(one);
  let come = (_value: unknown) => {};
  answer = () =>
    new Promise((resolve) => {
      come = resolve;
    });
  await tell('here.heard', one.id);
  useSession.setState({ vault: { state: 'locked' } });
  come({ lines: [{ text: 'Said before the lock.', from: 0 }] });
  await new Promise((resolve) => setImmediate(resolve));
  expect(useLiveDraft.getState().lines).toEqual([]);
});
