/** The difference that has the focus, so that the note marks its words. */
import { createStore } from '../../../common/store-registry.ts';

type CheckPlace = { readonly here?: string | undefined };

export const useCheckPlace = createStore<CheckPlace>(
  'check-place',
  { here: undefined },
  { reset: () => showCheck(undefined) },
);
export const showCheck = (here: string | undefined) => useCheckPlace.setState({ here });
