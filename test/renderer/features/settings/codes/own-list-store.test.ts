/** The page hands the clinic's own list over in pieces, and shows the list that is then in use. */
import { expect, test } from 'vitest';
import { openDoor } from '../../../../../renderer/common/stores/core.ts';
import {
  followTerminology,
  removeOwnList,
  takeOwnList,
  useTerminology,
} from '../../../../../renderer/features/settings/codes/terminology-store.ts';
import type { Bridge } from '../../../../../shared/contract/contract.ts';
import { LARGEST_OWN_LIST, type OwnList } from '../../../../../shared/model/coding/own-list.ts';
import { failureWith } from '../../../../support/failure.ts';

const listOf = (rows: number): OwnList => ({
  rows,
  codes: {},
  brands: 0,
  lapsed: 0,
  lapsedRows: [],
});

function core() {
  const asked: string[] = [];
  const listeners: ((state: unknown) => void)[] = [];
  let held = Buffer.alloc(0);
  let own = listOf(1);
  const answers: Record<string, (input: never) => unknown> = {
    'terminology.own.list': () => own,
    'terminology.own.append': ({ offset, bytes }: { offset: number; bytes: Uint8Array }) => {
      held = Buffer.concat([held.subarray(0, offset), bytes]);
      return { received: held.length };
    },
    'terminology.own.take': () => {
      own = listOf(2);
      return { taken: 2, repeated: 0, refused: [], warnings: [] };
    },
    'terminology.own.remove': () => {
      own = listOf(0);
      return own;
    },
  };
  openDoor({
    request: async (name: string, input: never) => {
      asked.push(name);
      return answers[name]?.(input);
    },
    on: (_name: string, listener: (state: unknown) => void) => {
      listeners.push(listener);
      return () => {};
    },
  } as unknown as Bridge);
  return {
    asked,
    held: () => held,
    set(count: number) {
      own = listOf(count);
    },
    tell(state: unknown) {
      for (const listener of listeners) listener(state);
    },
  };
}
const rows = () => useTerminology.getState().own?.rows;

test('a list goes over whole, in pieces, and the one in use is shown; so it is when it is removed', async () => {
  const { asked, held } = core();
  const bytes = Buffer.from('gas problem,K30,ICD-10-CM\n'.repeat(60_000));
  expect(await takeOwnList(new Blob([bytes]))).toMatchObject({ taken: 2 });
  expect(held().equals(bytes)).toBe(true);
  expect(asked.filter((name) => name === 'terminology.own.append')).toHaveLength(2);
  expect(rows()).toBe(2);
  await removeOwnList();
  expect(rows()).toBe(0);
});

test('a file that cannot be a list is not sent', async () => {
  const { asked } = core();
  await expect(takeOwnList(new Blob([]))).rejects.toThrow(failureWith('own-list-empty') as Error);
  await expect(takeOwnList(new Blob([new Uint8Array(LARGEST_OWN_LIST + 1)]))).rejects.toThrow(
    failureWith('own-list-large') as Error,
  );
  expect(asked).toEqual([]);
});

test('when an import has ended the list is looked at anew, for its codes may be gone', async () => {
  const page = core();
  followTerminology();
  await expect.poll(rows).toBe(1);
  page.set(5);
  page.tell({ installed: [], running: { release: 'snomed', stage: 'reading', share: 0 } });
  page.tell({ installed: [] });
  await expect.poll(rows).toBe(5);
  expect(page.asked.filter((name) => name === 'terminology.own.list')).toHaveLength(2);
});
