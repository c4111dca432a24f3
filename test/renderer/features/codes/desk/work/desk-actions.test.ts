/** A code that was chosen in the dialog goes to the finding that the dialog shows, and waits its turn. */
import { beforeEach, expect, test } from 'vitest';
import { openDoor } from '../../../../../../renderer/common/stores/core.ts';
import { useSession } from '../../../../../../renderer/common/stores/session.ts';
import {
  accept,
  closeForm,
  type DeskSession,
  formItem,
} from '../../../../../../renderer/features/codes/desk/work/desk-actions.ts';
import { itemsOf } from '../../../../../../renderer/features/codes/desk/work/desk-items.ts';
import {
  forgetDesk,
  openDesk,
  undo,
  useDesk,
} from '../../../../../../renderer/features/codes/desk-store.ts';
import type { Bridge } from '../../../../../../shared/contract/contract.ts';
import type { Desk } from '../../../../../../shared/model/coding/desk.ts';

type Asked = {
  readonly name: string;
  readonly input: unknown;
  answer(value: unknown): void;
  fail(error: unknown): void;
};
let asked: Asked[] = [];
const settle = () => new Promise((resolve) => setTimeout(resolve));

const texts = { fever: 'fever', cough: 'cough' };
const desk = {
  visitId: 'v',
  revision: 'r',
  entities: Object.entries(texts).map(([id, text], at) => ({
    id,
    text,
    kind: 'symptom',
    status: 'present',
    document: 0,
    section: '0',
    span: { start: at * 10, end: at * 10 + 5 },
    source: 'text',
    given: [],
  })),
  decisions: [],
  undo: 1,
} as unknown as Desk;
const code = { ontology: 'icd-10-cm', code: 'J20.9', name: 'Acute bronchitis' } as const;

beforeEach(async () => {
  asked = [];
  openDoor({
    request: (name: string, input: unknown) =>
      new Promise((answer, fail) => asked.push({ name, input, answer, fail })),
    on: () => () => {},
  } as unknown as Bridge);
  useSession.setState({ vault: { state: 'open' } });
  forgetDesk();
  void openDesk('v');
  await settle();
  asked.find(({ name }) => name === 'desk.open')?.answer(desk);
  await settle();
});

const itemsIn = (shown: Desk) => itemsOf({ desk: shown, answers: {}, picks: {}, statuses: {} });

function session(current: string, isFormOpen: boolean, shown = desk) {
  const told: string[] = [];
  const moves: (string | undefined)[] = [];
  const forms: unknown[] = [];
  const items = itemsIn(shown);
  const made = {
    words: { t: (key: string) => key, failure: String },
    desk,
    looking: false,
    picks: {},
    items,
    sections: [],
    order: ['fever', 'cough'],
    current,
    column: 0,
    chosenColumn: undefined,
    form: isFormOpen
      ? { kind: 'change', id: 'fever', item: itemsIn(desk).get('fever') }
      : undefined,
    setForm: (form: unknown) => forms.push(form),
    moveTo: (id: string | undefined) => moves.push(id),
    announce: (text: string) => told.push(text),
    isSettled: () => true,
    isAllSettled: () => true,
    expectMove: () => {},
  } as unknown as DeskSession;
  return { made, told, forms, moves };
}
const decided = () =>
  asked
    .filter(({ name }) => name === 'desk.decide')
    .map(({ input }) =>
      (input as { decisions: { entityId: string; codes: { code: string }[] }[] }).decisions.map(
        ({ entityId, codes }) => [entityId, codes.map((one) => one.code)],
      ),
    );

test('a code of the dialog goes to its finding, wherever the focus went meanwhile', async () => {
  accept(session('cough', true).made, [code], 'fever');
  await settle();
  expect(decided()).toEqual([[['fever', ['J20.9']]]]);
});

test('while something is under way, a choice of the dialog waits, and a key is told', async () => {
  void undo();
  await settle();
  expect(useDesk.getState().busy).toBe(true);
  const key = session('cough', false);
  accept(key.made, [code]);
  accept(session('cough', true).made, [code], 'fever');
  await settle();
  expect(key.told).toEqual(['desk.told.busy']);
  expect(decided()).toEqual([]);
  asked.find(({ name }) => name === 'desk.undo')?.answer(desk);
  await settle();
  expect(decided()).toEqual([[['fever', ['J20.9']]]]);
});

test('a choice that waits is dropped where another note is at the desk', async () => {
  void undo();
  await settle();
  accept(session('fever', true).made, [code], 'fever');
  forgetDesk();
  await settle();
  expect(decided()).toEqual([]);
});

/** The note was read anew under the open dialog. */
const readAnew = (entities: Desk['entities']): Desk => ({ ...desk, entities });
const [fever, cough] = desk.entities as [Desk['entities'][number], Desk['entities'][number]];

test('a dialog whose finding has another id now is about the equal one', () => {
  const { made } = session('cough', true, readAnew([cough, { ...fever, id: 'fever of today' }]));
  expect(formItem(made)?.entity.id).toBe('fever of today');
});

test('a dialog whose finding is gone stays until it is answered; then it closes, and says why', async () => {
  const { made, told, forms } = session('cough', true, readAnew([cough]));
  expect(formItem(made)?.entity).toEqual(fever);
  accept(made, [code], 'fever');
  await settle();
  expect(decided()).toEqual([]);
  expect(forms).toEqual([undefined]);
  expect(told).toEqual([expect.stringContaining('read anew')]);
});

const choice = () => useDesk.getState().picks.fever?.['icd-10-cm'];

test('a dialog whose finding is absent now closes, says why, and leaves the focus and the choice with the finding', async () => {
  const { made, told, forms, moves } = session(
    'cough',
    true,
    readAnew([{ ...fever, status: 'absent' }]),
  );
  accept(made, [code], 'fever');
  await settle();
  expect(decided()).toEqual([]);
  expect(forms).toEqual([undefined]);
  expect(told).toEqual(['desk.told.absent']);
  expect(moves).toEqual(['fever']);
  expect(choice()).toEqual(code);
});

test('a choice of the dialog that the core refuses stays chosen; one that it takes is no choice any more', async () => {
  accept(session('cough', true).made, [code], 'fever');
  await settle();
  expect(choice()).toEqual(code);
  asked.find(({ name }) => name === 'desk.decide')?.answer(desk);
  await settle();
  expect(choice()).toBeUndefined();
  const { made, told } = session('cough', true);
  accept(made, [code], 'fever');
  await settle();
  asked.findLast(({ name }) => name === 'desk.decide')?.fail(new Error('no'));
  await settle();
  expect(told).toEqual([expect.stringContaining('no')]);
  expect(choice()).toEqual(code);
});

test('what is accepted by a key is chosen by nobody', async () => {
  accept(session('fever', false, readAnew([{ ...fever, status: 'absent' }])).made);
  expect(choice()).toBeUndefined();
});

test('a dialog that changes nothing leaves the focus with its finding, also where nothing is left to decide', () => {
  const decision = { entityId: 'fever', verdict: 'changed', codes: [code], at: 1 };
  const shown = { ...desk, entities: [fever], decisions: [decision] } as unknown as Desk;
  const { made, forms, moves } = session('cough', true, shown);
  accept({ ...made, order: ['fever'] }, [code], 'fever');
  expect(forms).toEqual([undefined]);
  expect(moves[0]).toBe('fever');
  expect(choice()).toBeUndefined();
});

test('a form that is left gives the focus back to its finding, whatever its id is now', () => {
  const renamed = session('cough', true, readAnew([cough, { ...fever, id: 'fever of today' }]));
  closeForm(renamed.made);
  expect(renamed.moves).toEqual(['fever of today']);
  const gone = session('cough', true, readAnew([cough]));
  closeForm(gone.made);
  expect(gone.moves).toEqual(['cough']);
  const plain = session('fever', true);
  closeForm(plain.made);
  expect(plain.moves).toEqual(['fever']);
});
