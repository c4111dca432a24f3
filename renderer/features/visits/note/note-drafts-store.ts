/**
 * Text that is being typed into a note, by branch. It goes to the core every few seconds, on
 * leaving a field, and before a lock; there it is a draft that outlives the page. Where another
 * window was faster, its text is kept as a version first, and ours goes on top of it.
 */

import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { NoteBranch, NoteState } from '../../../../shared/model/note/note-versions.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request } from '../../../common/stores/core.ts';
import { isLocked } from '../../../common/stores/locked.ts';
import { lockVault } from '../../../common/stores/session.ts';
import { takeBranch, useNoteWork } from './note-versions-store.ts';
import { headOf, sameSections } from './versions-format.ts';

export type Draft = {
  readonly id: string;
  readonly branch: string;
  /** Of the core's text that ours stands on. */
  readonly rev: number;
  readonly typed: readonly NoteSection[];
  /** The text that the core has. */
  readonly sent: readonly NoteSection[];
  readonly running?: Promise<boolean> | undefined;
  /** When the core had it last; milliseconds since 1970. */
  readonly savedAt?: number | undefined;
  readonly failure?: Failure | undefined;
  /** Another window's version, kept below ours. */
  readonly other?: number | undefined;
  /** Place that the focus is to go to. */
  readonly aim?:
    | { readonly section?: string | undefined; readonly span?: Span | undefined }
    | undefined;
};
type Drafts = { readonly drafts: Readonly<Record<string, Draft>> };
export const useDrafts = createStore<Drafts>(
  'note-drafts',
  { drafts: {} },
  { connect: connectDrafts, reset: forgetDrafts },
);

/** Milliseconds. */
const EVERY = 3_000;

const get = (branch: string): Draft | undefined => useDrafts.getState().drafts[branch];
const patch = (branch: string, part: Partial<Draft>) =>
  useDrafts.setState(({ drafts }) =>
    drafts[branch] ? { drafts: { ...drafts, [branch]: { ...drafts[branch], ...part } } } : {},
  );
const drop = (branch: string) =>
  useDrafts.setState(({ drafts: { [branch]: _gone, ...drafts } }) => ({ drafts }));
const isDirty = ({ typed, sent }: Draft) => !sameSections(typed, sent);
export const unsent = () => Object.values(useDrafts.getState().drafts).some(isDirty);

/**
 * Sends what is typed every few seconds and before the page goes, and follows the core's versions.
 * Returns how to stop.
 */
function connectDrafts(): () => void {
  const unfollow = useNoteWork.subscribe(({ state }, before) => {
    if (state && state !== before.state) followState(state);
  });
  const timer = setInterval(() => void flushAll(), EVERY);
  const hidden = () => void (document.visibilityState === 'hidden' && flushAll());
  // The browser asks before it goes on: meanwhile the words get there.
  const leaving = (event: BeforeUnloadEvent) => {
    if (!unsent()) return;
    void flushAll();
    event.preventDefault();
  };
  document.addEventListener('visibilitychange', hidden);
  window.addEventListener('beforeunload', leaving);
  return () => {
    unfollow();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', hidden);
    window.removeEventListener('beforeunload', leaving);
  };
}

export function forgetDrafts(): void {
  useDrafts.setState({ drafts: {} });
}

/** Opens the branch for typing; where it is open, only the focus goes there. */
export function beginDraft(
  id: string,
  { id: branch, rev, sections, ...rest }: NoteBranch,
  aim: Draft['aim'] = {},
): void {
  const at = headOf({ id: branch, rev, sections, ...rest });
  // An empty document has a place to begin.
  const words = sections.length > 0 ? sections : [{ id: '0', title: '', text: '' }];
  useDrafts.setState(({ drafts }) => ({
    drafts: {
      ...drafts,
      [branch]: drafts[branch]
        ? { ...drafts[branch], aim }
        : { id, branch, rev, typed: words, sent: words, aim, ...(!at.kept && { savedAt: at.at }) },
    },
  }));
}
export const aimed = (branch: string) => patch(branch, { aim: undefined });

export function type(branch: string, section: string, text: string): void {
  const draft = get(branch);
  if (draft)
    patch(branch, {
      typed: draft.typed.map((one) => (one.id === section ? { ...one, text } : one)),
    });
}

/** Takes over the core's text where nothing unsent was typed. */
export function followState({ branches }: NoteState): void {
  for (const { id, rev, sections } of branches) {
    const draft = get(id);
    if (draft && !draft.running && !isDirty(draft) && draft.rev < rev)
      patch(id, { rev, typed: sections, sent: sections });
  }
}

/** Sends the unsent text. Returns true once the core has all of it. */
export async function flush(branch: string): Promise<boolean> {
  const draft = get(branch);
  if (!draft || isLocked()) return !draft;
  if (draft.running) {
    // Text typed while a request was on its way goes with the next; a request that failed is not
    // repeated at once.
    return (await draft.running) ? flush(branch) : false;
  }
  if (!isDirty(draft)) return true;
  const running = send(draft);
  patch(branch, { running });
  return running;
}
export const flushAll = async (): Promise<boolean> =>
  (await Promise.all(Object.keys(useDrafts.getState().drafts).map(flush))).every(Boolean);

async function send({ id, branch, rev, typed, sent }: Draft): Promise<boolean> {
  const edit = async (on: number) =>
    taken(
      id,
      typed,
      await request('notes.edit', {
        id,
        branch,
        rev: on,
        sections: typed.map((one) => ({ ...one })),
      }),
    );
  try {
    try {
      await edit(rev);
    } catch (error) {
      if (asFailure(error).detail !== 'stale') throw error;
      const theirs = await request('notes.keep', { id, branch });
      await edit(theirs.rev);
      if (!sameSections(theirs.sections, sent) && !sameSections(theirs.sections, typed))
        patch(branch, { other: theirs.head });
    }
    patch(branch, { running: undefined, failure: undefined });
    return true;
  } catch (error) {
    patch(branch, { running: undefined, failure: asFailure(error) });
    return false;
  }
}

function taken(id: string, words: readonly NoteSection[], branch: NoteBranch): void {
  patch(branch.id, { rev: branch.rev, sent: words, savedAt: headOf(branch).at });
  takeBranch(id, branch);
}

/**
 * Ends the typing: the draft becomes a version. Returns false, and stays, where the core does not
 * take it.
 */
export async function leave(branch: string): Promise<boolean> {
  const draft = get(branch);
  if (!draft) return true;
  if (!(await flush(branch))) return false;
  try {
    takeBranch(draft.id, await request('notes.keep', { id: draft.id, branch }));
  } catch (error) {
    patch(branch, { failure: asFailure(error) });
    return false;
  }
  const after = get(branch);
  if (after && isDirty(after)) return leave(branch);
  drop(branch);
  return true;
}

/** Of one visit, when its page is left. */
export const leaveAll = (id: string) =>
  Promise.all(
    Object.values(useDrafts.getState().drafts)
      .filter((one) => one.id === id)
      .map(({ branch }) => leave(branch)),
  );

/** Throws what keeps the core from taking what was typed: it would be lost with the page. */
export async function flushOrThrow(): Promise<void> {
  if (await flushAll()) return;
  const failure = Object.values(useDrafts.getState().drafts).find((one) => one.failure)?.failure;
  if (failure) throw failure;
}

/** Locks, after what was typed is in the core; where it cannot get there, it locks all the same. */
export async function lockSafely() {
  await flushAll();
  return lockVault();
}
