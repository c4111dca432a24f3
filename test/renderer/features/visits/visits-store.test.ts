/** The list of visits may be read anew at any time, also while a note is being opened. */
import { beforeEach, expect, test } from 'vitest';
import { registeredStores } from '../../../../renderer/common/store-registry.ts';
import { openDoor } from '../../../../renderer/common/stores/core.ts';
import { loadNote, useVisits } from '../../../../renderer/features/visits/visits-store.ts';
import type { Bridge } from '../../../../shared/contract/contract.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import type { Visit } from '../../../../shared/model/visit.ts';

const visit = (id: string) => ({ id, state: 'ready', startedAt: 1 }) as unknown as Visit;
let version = 1;
let list: Visit[];
let answerList: (() => void) | undefined;

const answers: Record<string, (input: { id: string }) => unknown> = {
  'visits.current': () => new Promise((resolve) => (answerList = () => resolve(list))),
  'recordings.unfinished': () => [],
  'notes.get': ({ id }) => ({ id, version }) as unknown as Note,
  'notes.asked': () => [],
};
const load = registeredStores().find(({ name }) => name === 'visits')!.load!;
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  version = 1;
  list = [visit('a'), visit('b')];
  openDoor({
    request: async (name: string, input: { id: string }) => answers[name]!(input),
    on: () => () => undefined,
  } as unknown as Bridge);
});

test('a note that was opened while the list was on its way stays, and is read again', async () => {
  const loaded = load.run();
  await loadNote('a');
  version = 2;
  answerList!();
  await loaded;
  expect(useVisits.getState().notes.a).toBeDefined();
  await settle();
  expect(useVisits.getState().notes.a).toMatchObject({ version: 2 });
});

test('a note of a visit that is gone goes with it', async () => {
  await loadNote('a');
  await loadNote('b');
  list = [visit('b')];
  const loaded = load.run();
  answerList!();
  await loaded;
  await settle();
  expect(Object.keys(useVisits.getState().notes)).toEqual(['b']);
});
