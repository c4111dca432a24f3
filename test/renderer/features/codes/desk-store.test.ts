/**
 * The desk's store: what comes late is dropped, one action at a time, and after a lock nothing of a
 * patient is left.
 */
import { beforeEach, expect, test } from 'vitest';
import { openDoor } from '../../../../renderer/common/stores/core.ts';
import { useSession } from '../../../../renderer/common/stores/session.ts';
import {
  connectDesk,
  decide,
  forgetDesk,
  linkAll,
  mark,
  openDesk,
  pick,
  setStatus,
  undo,
  useDesk,
} from '../../../../renderer/features/codes/desk-store.ts';
import type { Bridge } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';

type Asked = {
  readonly name: string;
  readonly input: { readonly entities: readonly string[] };
  answer(value: unknown): void;
  refuse(error: Failure): void;
};
let asked: Asked[] = [];
const hear: Record<string, (payload: never) => void> = {};
const tell = (payload: never, name = 'notes.changed') => hear[name]!(payload);
beforeEach(() => {
  asked = [];
  const bridge = {
    request: (name: string, input: Asked['input']) =>
      new Promise((answer, refuse) => asked.push({ name, input, answer, refuse })),
    on: (name: string, listener: (payload: never) => void) => {
      hear[name] = listener;
      return () => {};
    },
  } as unknown as Bridge;
  openDoor(bridge);
  useSession.setState({ vault: { state: 'open' } });
  forgetDesk();
  connectDesk(bridge);
});
const entities = (count: number, before = 'e') =>
  Array.from({ length: count }, (_, at) => ({
    id: `${before}${at}`,
    text: 'fever',
    kind: 'symptom',
    status: 'present',
    document: 0,
    section: '0',
    span: { start: 0, end: 5 },
    source: 'text',
    given: [],
  }));
const desk = (id: string, count = 2, decisions: readonly object[] = []) => ({
  visitId: id,
  entities: entities(count),
  decisions,
});
const open = async (id: string, count = 2) => {
  const opened = openDesk(id);
  asked.at(-1)!.answer(desk(id, count));
  await opened;
};
const reject = (id: string) => decide([{ entityId: id, verdict: 'rejected', codes: [] }]);

test('of two visits opened one after the other the later one stands, in whichever order the answers come', async () => {
  const first = openDesk('a');
  const second = openDesk('b');
  asked[1]!.answer(desk('b'));
  asked[0]!.answer(desk('a'));
  await Promise.all([first, second]);
  expect(useDesk.getState().desk?.visitId).toBe('b');
});

test('after a lock nothing is left, and an answer that comes late brings nothing back', async () => {
  await open('a');
  pick('e0', 'icd-10-cm', { ontology: 'icd-10-cm', code: 'R50.9', name: 'Fever, unspecified' });
  const linking = linkAll();
  const deciding = reject('e0');
  forgetDesk();
  for (const one of asked)
    one.answer(
      one.name === 'desk.link'
        ? [{ entityId: 'e0', answers: [], agree: [], disagree: [] }]
        : desk('a', 2, [{ entityId: 'e0' }]),
    );
  await Promise.all([linking, deciding]);
  expect(useDesk.getState()).toMatchObject({
    id: undefined,
    desk: undefined,
    answers: {},
    picks: {},
    statuses: {},
    busy: false,
    looking: false,
  });
});

test('one action at a time: a second key while the first is under way asks nothing', async () => {
  await open('a');
  const first = reject('e0');
  expect(await reject('e1')).toBeUndefined();
  expect(await undo()).toBeUndefined();
  expect(asked.filter(({ name }) => name === 'desk.decide')).toHaveLength(1);
  asked.at(-1)!.answer(desk('a', 2, [{ entityId: 'e0' }]));
  expect((await first)?.decisions).toHaveLength(1);
  const taken = undo();
  asked.at(-1)!.answer(desk('a'));
  expect((await taken)?.decisions).toEqual([]);
});

test('each deed names what was in view; one that was refused for another view shows what is there now', async () => {
  const opened = openDesk('a');
  asked.at(-1)!.answer({ ...desk('a'), revision: 4 });
  await opened;
  const deciding = reject('e0');
  expect(asked.at(-1)!.input).toMatchObject({
    decisions: [{ entityId: 'e0', kind: 'symptom', read: 'present', verdict: 'rejected' }],
  });
  asked.at(-1)!.answer({ ...desk('a'), revision: 5 });
  await deciding;
  const taking = undo();
  expect(asked.at(-1)).toMatchObject({ name: 'desk.undo', input: { id: 'a', revision: 5 } });
  asked.at(-1)!.refuse(new Failure('busy', 'x', { detail: 'stale' }));
  await expect(taking).rejects.toMatchObject({ detail: 'stale' });
  expect(asked.at(-1)!.name).toBe('desk.open');
  asked.at(-1)!.answer({ ...desk('a'), revision: 6 });
  await expect.poll(() => useDesk.getState().desk?.revision).toBe(6);
  expect(useDesk.getState().busy).toBe(false);
});

test('a decision about words that are no longer in the note shows what is there now', async () => {
  await open('a');
  const deciding = reject('e0');
  asked.at(-1)!.refuse(new Failure('missing', 'x', { detail: 'no-entity' }));
  await expect(deciding).rejects.toMatchObject({ detail: 'no-entity' });
  expect(asked.at(-1)!.name).toBe('desk.open');
});

test('a finished import of code lists reads the desk again; one that runs does not', async () => {
  tell({ running: undefined } as never, 'terminology.changed');
  expect(asked).toEqual([]);
  await open('a');
  tell({ running: { step: 'importing' } } as never, 'terminology.changed');
  expect(asked).toHaveLength(1);
  tell({ running: undefined } as never, 'terminology.changed');
  expect(asked).toHaveLength(2);
  expect(asked.at(-1)!.name).toBe('desk.open');
});

test('a refused decision is thrown, and what was chosen by hand stays', async () => {
  await open('a');
  pick('e0', 'snomed', null);
  setStatus('e0', 'possible');
  const deciding = reject('e0');
  asked.at(-1)!.refuse(new Failure('refused', 'x', { detail: 'already-signed' }));
  await expect(deciding).rejects.toMatchObject({ detail: 'already-signed' });
  expect(useDesk.getState()).toMatchObject({
    busy: false,
    picks: { e0: { snomed: null } },
    statuses: { e0: 'possible' },
    desk: { decisions: [] },
  });
  const again = reject('e0');
  asked.at(-1)!.answer(desk('a', 2, [{ entityId: 'e0' }]));
  await again;
  expect(useDesk.getState()).toMatchObject({ picks: {}, statuses: {} });
});

test('codes are asked for by tens, the first are here before the others; what has its answer is not asked for again', async () => {
  await open('a', 23);
  const linking = linkAll();
  const answer = () => {
    const one = asked.at(-1)!;
    one.answer(
      one.input.entities.map((entityId: string) => ({
        entityId,
        answers: [],
        agree: [],
        disagree: [],
      })),
    );
  };
  expect(asked.at(-1)!.input).toMatchObject({ id: 'a', by: 'usual', entities: { length: 10 } });
  answer();
  await expect.poll(() => asked.filter(({ name }) => name === 'desk.link').length).toBe(2);
  expect(Object.keys(useDesk.getState().answers)).toHaveLength(10);
  asked.at(-1)!.refuse(new Failure('offline', 'x', { detail: 'not-sent' }));
  await linking;
  expect(useDesk.getState()).toMatchObject({ looking: false, linkFailure: { detail: 'not-sent' } });
  void linkAll();
  expect(asked.at(-1)!.input.entities[0]).toBe('e10');
  void linkAll('both');
  expect(asked.at(-1)!.input).toMatchObject({ by: 'both', entities: { 0: 'e0' } });
});

test('a note that changed is read again; what is under the hands stays', async () => {
  await open('a');
  pick('e0', 'snomed', null);
  tell({ id: 'other' } as never);
  expect(asked).toHaveLength(1);
  tell({ id: 'a' } as never);
  asked.at(-1)!.answer(desk('a', 3));
  await expect.poll(() => useDesk.getState().desk?.entities.length).toBe(3);
  expect(useDesk.getState().picks).toEqual({ e0: { snomed: null } });
});

test('marked words are an entity of the desk', async () => {
  await open('a');
  const marking = mark({ document: 0, section: '0', start: 3, text: 'body ache', kind: 'symptom' });
  expect(asked.at(-1)).toMatchObject({
    name: 'desk.mark',
    input: { id: 'a', start: 3, text: 'body ache' },
  });
  asked.at(-1)!.answer(desk('a', 3));
  expect((await marking)?.entities).toHaveLength(3);
});

const told = (revision: number) => tell({ id: 'a', revision } as never, 'desk.changed');
test('what another window decided is read; the news of a deed of our own asks for nothing', async () => {
  const opened = openDesk('a');
  asked.at(-1)!.answer({ ...desk('a'), revision: 1 });
  await opened;
  const deciding = reject('e0');
  told(2);
  asked.at(-1)!.answer({ ...desk('a', 2, [{ entityId: 'e0' }]), revision: 2 });
  expect((await deciding)?.decisions).toHaveLength(1);
  told(2);
  expect(asked.filter(({ name }) => name === 'desk.open')).toHaveLength(1);
  told(3);
  expect(asked.at(-1)!.name).toBe('desk.open');
  asked.at(-1)!.answer({ ...desk('a'), revision: 3 });
  await expect.poll(() => useDesk.getState().desk?.decisions).toEqual([]);
});

test('what another window decided while a deed was under way is read when it is done', async () => {
  await open('a');
  const deciding = reject('e0');
  told(2);
  told(3);
  asked.at(-1)!.answer({ ...desk('a', 2, [{ entityId: 'e0' }]), revision: 2 });
  await deciding;
  expect(asked.at(-1)!.name).toBe('desk.open');
});

test('a second opinion comes behind the first, so that no digit means another code than a moment ago', async () => {
  await open('a', 1);
  const answers = (...linkers: string[]) => [
    {
      entityId: 'e0',
      agree: [],
      disagree: [],
      answers: linkers.flatMap((linker) =>
        ['snomed', 'icd-10-cm'].map((ontology) => ({ linker, ontology, candidates: [] })),
      ),
    },
  ];
  const first = linkAll();
  asked.at(-1)!.answer(answers('local'));
  await first;
  const second = linkAll('both');
  asked.at(-1)!.answer(answers('platform', 'local'));
  await second;
  expect(
    useDesk.getState().answers.e0!.answers.map(({ linker, ontology }) => `${linker} ${ontology}`),
  ).toEqual(['local snomed', 'local icd-10-cm', 'platform snomed', 'platform icd-10-cm']);
});
