/**
 * Proves that typed text reaches the core, or stays if it cannot; two windows lose no word of each
 * other.
 */
import { beforeEach, expect, test } from 'vitest';
import { openDoor } from '../../../../../renderer/common/stores/core.ts';
import { useSession } from '../../../../../renderer/common/stores/session.ts';
import {
  beginDraft,
  flush,
  flushAll,
  flushOrThrow,
  followState,
  forgetDrafts,
  leave,
  type,
  unsent,
  useDrafts,
} from '../../../../../renderer/features/visits/note/note-drafts-store.ts';
import type { Bridge } from '../../../../../shared/contract/contract.ts';
import { Failure } from '../../../../../shared/failure.ts';
import type { NoteSection } from '../../../../../shared/model/note/note-sections.ts';
import type {
  NoteBranch,
  NoteState,
  NoteVersion,
} from '../../../../../shared/model/note/note-versions.ts';

const B = 'b'.repeat(32);
/** A core with one branch, by the rules of `notes.edit`, `notes.keep`. */
let versions: NoteVersion[];
let rev: number;
let down: boolean;
let hold: Promise<void> | undefined;
let asked: string[];

const sections = (text: string): NoteSection[] => [
  { id: '0', title: 'Plan', text },
  { id: '1', title: 'Advice', text: 'Rest' },
];
const branch = (): NoteBranch => ({
  id: B,
  purpose: 'note',
  document: 0,
  templateId: 't',
  name: '',
  kind: 'markdown',
  language: 'en-IN',
  editable: true,
  rev,
  head: versions.at(-1)!.number,
  sections: versions.at(-1)!.sections,
  digest: '',
  versions,
});
const make = (number: number, text: string, kept = true): NoteVersion => ({
  number,
  author: number === 1 ? 'machine' : 'doctor',
  made: number === 1 ? 'platform' : 'edit',
  at: number,
  who: '',
  kept,
  sections: sections(text),
});
const edit = (given: readonly NoteSection[], on: number) => {
  if (JSON.stringify(given) === JSON.stringify(versions.at(-1)!.sections)) return branch();
  if (on !== rev) throw new Failure('busy', '', { detail: 'stale' });
  rev += 1;
  const head = versions.at(-1)!;
  versions = head.kept
    ? [...versions, { ...make(head.number + 1, '', false), sections: given }]
    : versions.with(-1, { ...head, sections: given });
  return branch();
};
const keep = () => {
  if (versions.at(-1)!.kept) return branch();
  rev += 1;
  versions = versions.with(-1, { ...versions.at(-1)!, kept: true });
  return branch();
};
const texts = () => versions.map((one) => one.sections[0]!.text);
const draft = () => useDrafts.getState().drafts[B];

beforeEach(() => {
  forgetDrafts();
  [versions, rev, down, hold, asked] = [[make(1, 'Rest')], 1, false, undefined, []];
  useSession.setState({ vault: { state: 'open' } });
  openDoor({
    on: () => () => undefined,
    request: async (name: string, input: { sections: NoteSection[]; rev: number }) => {
      asked.push(name);
      await hold;
      if (down) throw new Failure('offline', '', { detail: 'host-lost' });
      return name === 'notes.edit' ? edit(input.sections, input.rev) : keep();
    },
  } as unknown as Bridge);
  beginDraft('v', branch());
});

test('what is typed is sent, once, and is the draft of the core; leaving makes it a version', async () => {
  type(B, '0', 'Rest and fluids');
  expect(unsent()).toBe(true);
  await Promise.all([flush(B), flush(B)]);
  await flushAll();
  expect([texts(), versions.at(-1)!.kept, unsent(), asked]).toEqual([
    ['Rest', 'Rest and fluids'],
    false,
    false,
    ['notes.edit'],
  ]);
  expect(await leave(B)).toBe(true);
  expect([versions.at(-1)!.kept, draft()]).toEqual([true, undefined]);
});

test('what is typed while the last words are on their way goes after them', async () => {
  let go = () => {};
  hold = new Promise((resolve) => (go = resolve));
  type(B, '0', 'one');
  const first = flush(B);
  type(B, '0', 'one two');
  const second = flush(B);
  go();
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(texts()).toEqual(['Rest', 'one two']);
});

test('a core that is gone loses nothing: the words stay, say why, and get there when it is back', async () => {
  down = true;
  type(B, '0', 'typed meanwhile');
  expect([await flush(B), await leave(B)]).toEqual([false, false]);
  expect([draft()?.typed[0]?.text, draft()?.failure?.code]).toEqual(['typed meanwhile', 'offline']);
  down = false;
  expect(await leave(B)).toBe(true);
  expect(texts()).toEqual(['Rest', 'typed meanwhile']);
});

test('before another profile is shown, what the core does not take is told', async () => {
  beginDraft('v', branch());
  type(B, '0', 'typed');
  down = true;
  await expect(flushOrThrow()).rejects.toThrow();
  down = false;
  await flushOrThrow();
});

test('another window was faster: its text is a version for good, ours the next, and it is told', async () => {
  edit(sections('theirs'), rev);
  type(B, '0', 'ours');
  expect(await flush(B)).toBe(true);
  expect([texts(), versions.map(({ kept }) => kept), draft()?.other]).toEqual([
    ['Rest', 'theirs', 'ours'],
    [true, true, false],
    2,
  ]);
});

test('another window changed it while nothing was typed here: the editor follows; typed words are never taken away', async () => {
  edit(sections('theirs'), rev);
  followState({ branches: [branch()] } as unknown as NoteState);
  expect(draft()?.typed[0]?.text).toBe('theirs');
  type(B, '0', 'mine');
  edit(sections('theirs again'), rev);
  followState({ branches: [branch()] } as unknown as NoteState);
  expect(draft()?.typed[0]?.text).toBe('mine');
});

test('an empty document has a place to begin, and is not changed by looking', async () => {
  forgetDrafts();
  versions = [{ ...make(1, ''), sections: [] }];
  beginDraft('v', branch());
  expect([draft()?.typed.length, unsent(), await flush(B), asked]).toEqual([1, false, true, []]);
  type(B, draft()!.typed[0]!.id, 'Written by hand');
  expect([await flush(B), versions.at(-1)!.sections.map(({ text }) => text)]).toEqual([
    true,
    ['Written by hand'],
  ]);
});

test('nothing of it stays in the page after a lock, and nothing is asked of a locked core', async () => {
  type(B, '0', 'secret');
  useSession.setState({ vault: { state: 'locked' } });
  expect(await flush(B)).toBe(false);
  forgetDrafts();
  expect([asked, JSON.stringify(useDrafts.getState())]).toEqual([[], '{"drafts":{}}']);
});
