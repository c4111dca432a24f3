/** The question whether to sign is over the moment that the page says that it is signed. */
import { beforeEach, expect, test } from 'vitest';
import { openDoor } from '../../../../../renderer/common/stores/core.ts';
import { useSession } from '../../../../../renderer/common/stores/session.ts';
import {
  askToSign,
  heardOf,
  openNoteWork,
  useNoteWork,
} from '../../../../../renderer/features/visits/note/note-versions-store.ts';
import type { Bridge } from '../../../../../shared/contract/contract.ts';

let signed: object | undefined;
let checks: () => void;

beforeEach(() => {
  signed = undefined;
  const branch = { id: 'b', purpose: 'note', head: 1, sections: [], versions: [] };
  const answers: Record<string, () => unknown> = {
    'notes.versions': () => ({ branches: [branch], note: 'b', hindrances: [], signed }),
    'notes.signed': () => [],
    'notes.checks': () => new Promise((resolve) => (checks = () => resolve([]))),
  };
  openDoor({
    request: async (name: string) => answers[name]?.(),
    on: () => () => undefined,
  } as unknown as Bridge);
  useSession.setState({ vault: { state: 'open' } });
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test.each([
  ['is signed as it stands', { version: 1, changedSince: false }, false],
  ['was changed since its signature', { version: 1, changedSince: true }, true],
  ['is not signed', undefined, true],
])(
  'a note that %s: the question stands %s %s, before the checks have come',
  async (_, is, stays) => {
    signed = undefined;
    const first = openNoteWork('v');
    await settled();
    checks();
    await first;
    askToSign([]);
    signed = is;
    const again = openNoteWork('v');
    await settled();
    expect(useNoteWork.getState().state?.signed).toEqual(is);
    expect(useNoteWork.getState().signing).toBe(stays);
    checks();
    await again;
  },
);

test('of a draft of this computer its own branch is asked, and what was not surely heard is marked alone', async () => {
  const asked: unknown[] = [];
  openDoor({
    request: async (_name: string, input: unknown) => {
      asked.push(input);
      return [{ kind: 'heard' }, { kind: 'number' }];
    },
    on: () => () => undefined,
  } as unknown as Bridge);
  expect(await heardOf('v', { id: 'd', head: 3 })).toEqual([{ kind: 'heard' }]);
  expect(asked).toEqual([{ id: 'v', branch: 'd', version: 3 }]);
});
