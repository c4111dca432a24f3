/** Takes a clinic's own list from a page, piece by piece, in memory: it has 4 MB at most. */
import { Failure } from '../../../../shared/failure.ts';
import {
  LARGEST_OWN_LIST,
  type OwnList,
  type OwnOutcome,
} from '../../../../shared/model/coding/own-list.ts';
import type { Terminology } from '../../../infrastructure/terminology/terminology.ts';

export type OwnUpload = {
  list(): OwnList;
  /**
   * The first piece begins anew; a repeated piece is not added twice. Throws Failure `invalid`
   * (`piece-missing`, `own-list-large`).
   */
  append(offset: number, bytes: Uint8Array): { readonly received: number };
  /** Throws what `Own.take` throws. The pieces are let go in any case. */
  take(): Promise<OwnOutcome>;
  remove(): OwnList;
  /** The page was closed. */
  pageLost(): void;
};

type State = { received: Uint8Array[]; size: number };

export function createOwnUpload(own: Terminology['own']): OwnUpload {
  const state: State = { received: [], size: 0 };
  return {
    list: own.list,
    append: (offset, bytes) => append(state, offset, bytes),
    take: () => own.take(emptied(state)),
    remove() {
      own.remove();
      return own.list();
    },
    pageLost: () => void emptied(state),
  };
}

function append(state: State, offset: number, bytes: Uint8Array): { readonly received: number } {
  if (offset === 0) emptied(state);
  if (offset > state.size)
    throw new Failure('invalid', 'A piece of the file is missing. Choose the file again.', {
      detail: 'piece-missing',
    });
  if (offset < state.size) return { received: state.size };
  if (state.size + bytes.length > LARGEST_OWN_LIST)
    throw new Failure('invalid', 'The file is larger than 4 MB. Nothing was changed.', {
      detail: 'own-list-large',
    });
  state.received.push(bytes);
  state.size += bytes.length;
  return { received: state.size };
}

function emptied(state: State): Uint8Array {
  const all = Buffer.concat(state.received);
  state.received = [];
  state.size = 0;
  return all;
}
