/** The entity of the code desk that has the focus, for those who show its words elsewhere. */
import { createStore } from '../../common/store-registry.ts';

type DeskPlace = { readonly here?: string | undefined };

export const useDeskPlace = createStore<DeskPlace>(
  'desk-place',
  { here: undefined },
  { reset: () => showPlace(undefined) },
);
export const showPlace = (here: string | undefined) => useDeskPlace.setState({ here });
