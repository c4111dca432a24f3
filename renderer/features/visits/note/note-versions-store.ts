/**
 * The note of one visit as a document: its branches and versions, its signature, and what differs
 * from the transcript.
 */

import type { Bridge } from '../../../../shared/contract/contract.ts';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import { certainOf, type Difference } from '../../../../shared/model/note/checks.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type {
  NoteBranch,
  NoteState,
  SeenFacts,
  Signed,
} from '../../../../shared/model/note/note-versions.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request } from '../../../common/stores/core.ts';
import { isLocked } from '../../../common/stores/locked.ts';
import { lookedIds, lookedKey } from './checks-format.ts';
import { noteBranch, sameSections, signedHow } from './versions-format.ts';

type NoteWork = {
  readonly id?: string | undefined;
  readonly state?: NoteState | undefined;
  readonly failure?: Failure | undefined;
  /** Newest first. */
  readonly signatures: readonly Signed[];
  /** Of the note's head; undefined while they are being found, or could not be. */
  readonly differences?: readonly Difference[] | undefined;
  /** Differences that were looked at, by visit (keys of `checks-format.ts`). */
  readonly looked: Readonly<Record<string, readonly string[]>>;
  /** The doctor is asked whether to sign. */
  readonly signing: boolean;
  /** What was in view when that question was put. */
  readonly shown?: Shown | undefined;
  /** Grows with each question and each lock; the answer to an older question is dropped. */
  readonly generation: number;
  /** The generation that `state` is of; a later one is on its way. */
  readonly read: number;
};
type Shown = {
  readonly branch: string;
  readonly sections: readonly NoteSection[];
  /** Undefined while an answer that was asked for before is on its way. */
  readonly facts?: SeenFacts | undefined;
};
const empty = {
  id: undefined,
  state: undefined,
  failure: undefined,
  signatures: [],
  differences: undefined,
  signing: false,
  shown: undefined,
};
export const useNoteWork = createStore<NoteWork>(
  'note-versions',
  { ...empty, looked: {}, generation: 1, read: 1 },
  { connect: connectNoteWork, reset: forgetNoteWork },
);

function connectNoteWork(bridge: Bridge): void {
  const again = ({ id }: { readonly id: string }) =>
    void (useNoteWork.getState().id === id && !isLocked() && openNoteWork(id));
  bridge.on('notes.changed', again);
  // Its patient may be another, and the signature's words with it.
  bridge.on('visits.changed', again);
  // The codes that would be signed are others.
  bridge.on('desk.changed', ({ id }) => {
    if (useNoteWork.getState().id === id && !isLocked()) void renewState(id);
  });
  bridge.on('account.changed', () => {
    const { id } = useNoteWork.getState();
    if (id !== undefined) again({ id });
  });
}

function forgetNoteWork(): void {
  useNoteWork.setState(({ generation }) => ({ ...empty, looked: {}, generation: generation + 1 }));
}

const isCurrent = (generation: number) =>
  useNoteWork.getState().generation === generation && !isLocked();
const update = (generation: number, part: Partial<NoteWork>) =>
  void (isCurrent(generation) && useNoteWork.setState(part));

/** Reads all of it. The same visit once more: what is in view stays until the answers are here. */
export async function openNoteWork(id: string): Promise<void> {
  const generation = useNoteWork.getState().generation + 1;
  useNoteWork.setState((before) => ({ ...(before.id !== id && empty), id, generation }));
  try {
    const state = await request('notes.versions', { id });
    const signatures = state.signed ? await request('notes.signed', { id }) : [];
    takeState(generation, state, { signatures, failure: undefined });
    const branch = noteBranch(state);
    const differences =
      branch && (await request('notes.checks', { id, branch: branch.id, version: branch.head }));
    update(generation, { differences });
  } catch (error) {
    update(generation, { failure: asFailure(error), differences: undefined });
  }
}

/** Reads what the codes change: the words and what differs in them stay as they are. */
async function renewState(id: string): Promise<void> {
  const { generation } = useNoteWork.getState();
  useNoteWork.setState({ read: 0 });
  try {
    takeState(generation, await request('notes.versions', { id }));
  } catch (error) {
    update(generation, { failure: asFailure(error) });
  }
}

function takeState(generation: number, state: NoteState, rest: Partial<NoteWork> = {}): void {
  const { shown, signing } = useNoteWork.getState();
  // Whoever reads that it is signed is asked no more: keys must reach the page at once.
  const isSigned = signedHow(state) === 'is';
  update(generation, {
    ...rest,
    state,
    read: generation,
    ...(signing && shown && { shown: { ...shown, facts: shown.facts ?? state.facts } }),
    ...(isSigned && { signing: false, shown: undefined }),
  });
}

/** Puts one branch in its place, as the core answered. */
export const takeBranch = (id: string, branch: NoteBranch) =>
  useNoteWork.setState((work) =>
    work.id === id && work.state && !isLocked()
      ? {
          state: {
            ...work.state,
            branches: work.state.branches.map((one) =>
              one.id === branch.id && one.rev <= branch.rev ? branch : one,
            ),
          },
        }
      : {},
  );

/** Each throws the core's Failure. */
export const restoreVersion = async (
  id: string,
  { id: branch, rev }: NoteBranch,
  version: number,
) => takeBranch(id, await request('notes.restore', { id, branch, rev, version }));
export const versionOf = (id: string, branch: string, version: number) =>
  request('notes.version', { id, branch, version });
/** Words of a draft of this computer that stand on what the recogniser was unsure of. */
export const heardOf = async (
  id: string,
  { id: branch, head: version }: Pick<NoteBranch, 'id' | 'head'>,
): Promise<readonly Difference[]> =>
  (await request('notes.checks', { id, branch, version })).filter(({ kind }) => kind === 'heard');
type OfVersion = { readonly branch: string; readonly version: number };
export const diffOf = (id: string, from: OfVersion, to: OfVersion) =>
  request('notes.diff', { id, from, to });
export async function chooseNote(id: string, branch: string): Promise<void> {
  await request('notes.choose', { id, branch });
  await openNoteWork(id);
}

/** Throws the core's Failure. */
export async function takeBackName(
  id: string,
  name: { readonly doubt: number; readonly heard: string },
): Promise<void> {
  await request('notes.takeBack', { id, ...name });
  await openNoteWork(id);
}

/** What tells which differences were looked at. */
type Looked = Pick<NoteWork, 'id' | 'looked' | 'differences'>;
const lookedOf = ({ id, looked }: Looked): readonly string[] =>
  id === undefined ? [] : (looked[id] ?? []);
export const isLooked = (work: Looked, one: Difference) =>
  lookedOf(work).includes(lookedKey(one, work.differences ?? []));
export const stillToLookAt = (work: Looked) =>
  certainOf(work.differences ?? []).filter((one) => !isLooked(work, one));

/** To be marked in the note: those, and words that were doubted and need not be looked at. */
export const stillMarked = (work: Looked) => [
  ...stillToLookAt(work),
  ...(work.differences ?? []).filter(
    (one) => one.kind === 'heard' && one.isUncertain && !isLooked(work, one),
  ),
];

/** Marks a difference as looked at, or takes that back. */
export const look = (one: Difference) =>
  useNoteWork.setState((work) => {
    if (work.id === undefined) return {};
    const key = lookedKey(one, work.differences ?? []);
    const before = lookedOf(work);
    return {
      looked: {
        ...work.looked,
        [work.id]: before.includes(key)
          ? before.filter((other) => other !== key)
          : [...before, key],
      },
    };
  });

/** `sections`: the words in view, those that are being typed among them. */
export const askToSign = (sections: readonly NoteSection[]) =>
  useNoteWork.setState(({ state, generation, read }) => {
    const branch = noteBranch(state);
    if (!branch) return {};
    const facts = read === generation ? state?.facts : undefined;
    return { signing: true, shown: { branch: branch.id, sections, facts } };
  });
export const stopSigning = () => useNoteWork.setState({ signing: false, shown: undefined });

/** `signerEntered`: the doctor entered the own name in the question itself. */
export function isAsShown(signerEntered: boolean): boolean {
  const { state, shown } = useNoteWork.getState();
  const branch = noteBranch(state);
  if (!state || !shown?.facts || branch?.id !== shown.branch) return false;
  const { patient, codes, signer } = shown.facts;
  return (
    sameSections(branch.sections, shown.sections) &&
    patient === state.facts.patient &&
    codes === state.facts.codes &&
    (signerEntered || signer === state.facts.signer)
  );
}

/**
 * Signs what stands there, as it was read last. Throws the core's Failure: `changed-since-seen`
 * where it is another by now.
 */
export async function sign(): Promise<Signed | undefined> {
  const work = useNoteWork.getState();
  const branch = noteBranch(work.state);
  if (work.id === undefined || !work.state || !branch) return undefined;
  const signed = await request('notes.sign', {
    id: work.id,
    branch: branch.id,
    version: branch.head,
    seen: { words: branch.digest, ...work.state.facts },
    looked: lookedIds(work.differences ?? [], lookedOf(work)),
  });
  await openNoteWork(work.id);
  return signed;
}
