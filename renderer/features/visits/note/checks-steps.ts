/** What comes after a difference was marked: the sentence that is said, and where the focus goes. Pure. */
import { certainOf, type Difference } from '../../../../shared/model/note/checks.ts';

/** A key under `checks`, and its count. */
type Said = { readonly key: SaidKey; readonly count: number };
type SaidKey = 'left' | 'allLooked' | 'requiredLooked' | 'takenBack' | 'takenBackUncertain';
type Step = {
  readonly said: Said;
  /** Undefined with `isDone`: the signature; without it the focus stays. */
  readonly next?: Difference | undefined;
  readonly isDone: boolean;
};

/** Those that have to be looked at come before the others, as they are shown. */
export const inOrder = (all: readonly Difference[]): readonly Difference[] => [
  ...certainOf(all),
  ...all.filter(({ isUncertain }) => isUncertain),
];

/** `isLooked`: before the mark was set or taken back. */
export function stepAfter(
  all: readonly Difference[],
  difference: Difference,
  isLooked: (one: Difference) => boolean,
): Step {
  const rest = inOrder(all).filter((one) => one.id !== difference.id && !isLooked(one));
  const required = certainOf(rest);
  if (isLooked(difference))
    return {
      isDone: false,
      said: difference.isUncertain
        ? { key: 'takenBackUncertain', count: required.length }
        : { key: 'takenBack', count: required.length + 1 },
    };
  const at = all.indexOf(difference);
  // A list of its own: who reviews the less certain ones goes on with them.
  const same = difference.isUncertain ? rest.filter(({ isUncertain }) => isUncertain) : required;
  const next = same.find((one) => all.indexOf(one) > at) ?? same[0] ?? required[0];
  return { isDone: next === undefined, next, said: sentence(required.length, rest.length) };
}

function sentence(required: number, rest: number): Said {
  if (required > 0) return { key: 'left', count: required };
  return rest > 0 ? { key: 'requiredLooked', count: rest } : { key: 'allLooked', count: 0 };
}
