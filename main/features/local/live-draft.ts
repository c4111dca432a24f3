/** The words that were heard up to now, for the page: a draft that nothing is made of. */
import type { LiveDraft } from '../../../shared/model/live-draft.ts';
import type { Store } from '../../infrastructure/store/store.ts';

/** Stretches between pauses; about a quarter of an hour. */
const SHOWN = 100;

export type LiveDraftDeps = {
  readonly store: Pick<Store, 'spoken'>;
  readonly recordings: { live(): { readonly id: string } | undefined };
};

/** Throws Failure `locked`. */
export function liveDraft({ store, recordings }: LiveDraftDeps, id: string): LiveDraft {
  if (recordings.live()?.id !== id) return { lines: [] };
  const lines = store.spoken
    .ahead(id, SHOWN)
    .map(({ stretch: { text, from } }) => ({ text, from }));
  return { lines };
}
