/** A yes to the question whether to sign counts for what was in view when it was put. */
import { beforeEach, expect, test } from 'vitest';
import { registeredStores } from '../../../../../renderer/common/store-registry.ts';
import { openDoor } from '../../../../../renderer/common/stores/core.ts';
import { useSession } from '../../../../../renderer/common/stores/session.ts';
import { leaveAs } from '../../../../../renderer/features/visits/note/leave-as.ts';
import {
  beginDraft,
  forgetDrafts,
  type,
  useDrafts,
} from '../../../../../renderer/features/visits/note/note-drafts-store.ts';
import {
  openNoteWork,
  stopSigning,
  useNoteWork,
} from '../../../../../renderer/features/visits/note/note-versions-store.ts';
import { signShown, wayToSign } from '../../../../../renderer/features/visits/note/sign-flow.ts';
import type { Bridge } from '../../../../../shared/contract/contract.ts';
import { Failure } from '../../../../../shared/failure.ts';
import type { LeavingRow, SaidLeaving } from '../../../../../shared/model/export/leaving.ts';

const V = 'v';
let text: string;
let rev: number;
let facts: { patient: string; codes: string; signer: string };
let asked: { name: string; input: unknown }[];
let refusal: Failure | undefined;
let notices: Record<string, (payload: object) => void>;

const branch = () => ({
  id: 'b',
  purpose: 'note',
  head: 1,
  rev,
  editable: true,
  versions: [{ number: 1, kept: true, at: 1 }],
  sections: [{ id: '0', title: 'Plan', text }],
  digest: `words: ${text}`,
});
const row: LeavingRow = {
  entities: ['e1'],
  of: 'medicine',
  text: 'aspirin',
  read: 'ordered',
  as: 'ordered',
  lines: [],
};
let as: LeavingRow['as'];
let leavingRefusal: Failure | undefined;
const state = () => ({
  visitId: V,
  branches: [branch()],
  note: 'b',
  hindrances: [],
  facts,
  leaving: [{ ...row, as }],
});

beforeEach(async () => {
  [text, rev, refusal, asked] = ['Rest', 1, undefined, []];
  [as, leavingRefusal] = ['ordered', undefined];
  facts = { patient: 'Asha', codes: 'none', signer: 'Dr Nair' };
  const answers: Record<string, (input: never) => unknown> = {
    'notes.versions': state,
    'notes.checks': () => [],
    'notes.edit': ({ sections }: { sections: { text: string }[] }) => {
      [text, rev] = [sections[0]?.text ?? '', rev + 1];
      return branch();
    },
    'notes.keep': branch,
    'notes.leaveAs': (input: { as: SaidLeaving | null; codes: string }) => {
      if (leavingRefusal) throw leavingRefusal;
      if (input.codes !== facts.codes)
        throw new Failure('busy', '', { detail: 'changed-since-seen' });
      as = input.as ?? row.read;
      facts = { ...facts, codes: `aspirin ${as}` };
      return state();
    },
    'notes.sign': () => {
      if (refusal) throw refusal;
      return { id: 's' };
    },
  };
  notices = {};
  const bridge = {
    request: async (name: string, input: unknown) => {
      asked.push({ name, input: structuredClone(input) });
      return answers[name]?.(input as never);
    },
    on: (name: string, run: (payload: object) => void) => {
      notices[name] = run;
      return () => undefined;
    },
  } as unknown as Bridge;
  openDoor(bridge);
  registeredStores()
    .find(({ name }) => name === 'note-versions')
    ?.connect?.(bridge);
  useSession.setState({ vault: { state: 'open' } });
  stopSigning();
  forgetDrafts();
  await openNoteWork(V);
});

const signed = () => asked.filter(({ name }) => name === 'notes.sign').map(({ input }) => input);
const shownText = () => useNoteWork.getState().state?.branches[0]?.sections[0]?.text;

test('what was in view is signed, and named to the core', async () => {
  wayToSign()?.();
  expect(await signShown(V, false)).toBe('signed');
  expect(signed()).toEqual([
    { id: V, branch: 'b', version: 1, looked: [], seen: { words: 'words: Rest', ...facts } },
  ]);
  expect(useNoteWork.getState()).toMatchObject({ signing: false, shown: undefined });
});

test.each<[string, () => void]>([
  ['other words', () => (text = 'Rest for a week')],
  ['another patient', () => (facts = { ...facts, patient: 'Ravi' })],
  ['other codes', () => (facts = { ...facts, codes: 'fever' })],
  ['another signer', () => (facts = { ...facts, signer: 'Dr Rao' })],
])(
  '%s came while the question stood: nothing is signed, and the page shows what is there now',
  async (_, come) => {
    wayToSign()?.();
    come();
    expect(await signShown(V, false)).toBe('changed');
    expect(signed()).toEqual([]);
    expect(useNoteWork.getState()).toMatchObject({ signing: false, shown: undefined });
    expect(shownText()).toBe(text);
    wayToSign()?.();
    expect(await signShown(V, false)).toBe('signed');
  },
);

test('words that the page read anew behind the question are not what was in view either', async () => {
  wayToSign()?.();
  text = 'Rest for a week';
  await openNoteWork(V);
  expect(await signShown(V, false)).toBe('changed');
  expect(signed()).toEqual([]);
});

test('the core refuses what came in the last moment: the question goes, and the new words are shown', async () => {
  wayToSign()?.();
  refusal = new Failure('busy', '', { detail: 'changed-since-seen' });
  const answer = signShown(V, false);
  expect(await answer).toBe('changed');
  expect(useNoteWork.getState().signing).toBe(false);
  refusal = new Failure('refused', '', { detail: 'not-looked-at' });
  wayToSign()?.();
  await expect(signShown(V, false)).rejects.toThrow(refusal);
  expect(useNoteWork.getState().signing).toBe(true);
});

test('what the doctor typed last is in view and is signed, also before the core has it', async () => {
  beginDraft(V, useNoteWork.getState().state?.branches[0] as never);
  type('b', '0', 'Rest and water');
  wayToSign()?.();
  expect(useDrafts.getState().drafts.b).toBeDefined();
  expect(await signShown(V, false)).toBe('signed');
  expect(signed()).toMatchObject([{ seen: { words: 'words: Rest and water' } }]);
});

test('a name that is entered in the question itself is no other signer', async () => {
  wayToSign()?.();
  facts = { ...facts, signer: 'Dr Nair, entered now' };
  expect(await signShown(V, true)).toBe('signed');
});

test('codes that are decided at the desk are in view at once: they do not stand in the way', async () => {
  facts = { ...facts, codes: 'fever' };
  notices['desk.changed']?.({ id: V });
  // Before the answer is here.
  wayToSign()?.();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(useNoteWork.getState().state?.facts.codes).toBe('fever');
  expect(await signShown(V, false)).toBe('signed');
});

test('a yes before patient and codes were read is none: what is read behind it was not in view', async () => {
  facts = { ...facts, codes: 'fever' };
  notices['desk.changed']?.({ id: V });
  wayToSign()?.();
  expect(await signShown(V, false)).toBe('unread');
  expect(signed()).toEqual([]);
  // The question stays, and nobody is told of a change that there was not.
  expect(useNoteWork.getState()).toMatchObject({ signing: true, shown: { facts } });
  expect(await signShown(V, false)).toBe('signed');
});

test('words that came before patient and codes were read are told at the next yes', async () => {
  facts = { ...facts, codes: 'fever' };
  notices['desk.changed']?.({ id: V });
  wayToSign()?.();
  text = 'Rest for a week';
  expect(await signShown(V, false)).toBe('unread');
  expect(await signShown(V, false)).toBe('changed');
  expect(signed()).toEqual([]);
});

test('what the doctor says of an order in the question is in view: the same yes signs it', async () => {
  wayToSign()?.();
  await leaveAs(row, 'taken');
  expect(useNoteWork.getState().state?.leaving).toMatchObject([{ as: 'taken' }]);
  expect(await signShown(V, false)).toBe('signed');
  expect(signed()).toMatchObject([{ seen: { codes: 'aspirin taken' } }]);
});

test('a yes waits for a change that is on its way; several go one after another, the last one counts', async () => {
  wayToSign()?.();
  void leaveAs(row, 'taken');
  void leaveAs(row, 'stopped');
  void leaveAs(row, 'past');
  expect(await signShown(V, false)).toBe('signed');
  expect(signed()).toMatchObject([{ seen: { codes: 'aspirin past' } }]);
});

test('a change that failed is seen before anything is signed', async () => {
  wayToSign()?.();
  leavingRefusal = new Failure('busy', '', { detail: 'no-entity' });
  const change = expect(leaveAs(row, 'taken')).rejects.toThrow(leavingRefusal);
  expect(await signShown(V, false)).toBe('not-saved');
  await change;
  expect(signed()).toEqual([]);
  expect(await signShown(V, false)).toBe('signed');
});

test('what another window changed besides is not signed with it', async () => {
  wayToSign()?.();
  facts = { ...facts, codes: 'fever' };
  await expect(leaveAs(row, 'taken')).rejects.toMatchObject({ detail: 'changed-since-seen' });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(await signShown(V, false)).toBe('changed');
  expect(signed()).toEqual([]);
  expect(as).toBe('ordered');
});

test('codes that changed elsewhere, and were read since, are not signed with a change', async () => {
  wayToSign()?.();
  facts = { ...facts, codes: 'fever' };
  notices['desk.changed']?.({ id: V });
  await new Promise((resolve) => setTimeout(resolve, 0));
  await leaveAs(row, 'taken');
  expect(as).toBe('taken');
  expect(await signShown(V, false)).toBe('changed');
  expect(signed()).toEqual([]);
});

test('a change that failed brings no note back that is not in view any more', async () => {
  wayToSign()?.();
  leavingRefusal = new Failure('busy', '', { detail: 'no-entity' });
  const change = expect(leaveAs(row, 'taken')).rejects.toThrow(leavingRefusal);
  await Promise.resolve();
  await openNoteWork('another');
  await change;
  expect(useNoteWork.getState().id).toBe('another');
});

test('another patient that came beside a change is told', async () => {
  wayToSign()?.();
  facts = { ...facts, patient: 'Ravi' };
  await leaveAs(row, 'taken');
  expect(await signShown(V, false)).toBe('changed');
  expect(signed()).toEqual([]);
});
