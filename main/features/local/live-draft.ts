/** The words that were heard up to now, for the page: a draft that nothing is made of. */
import type { LiveDraft, LiveLine } from '../../../shared/model/live-draft.ts';
import type { SpokenStretch } from '../../infrastructure/speech/speech.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { doubtsOf } from './doubts.ts';

/** Stretches between pauses; about a quarter of an hour. */
const SHOWN = 100;

export type LiveDraftDeps = {
  readonly store: Pick<Store, 'spoken'>;
  readonly recordings: { live(): { readonly id: string } | undefined };
};

/** Throws Failure `locked`. */
export function liveDraft({ store, recordings }: LiveDraftDeps, id: string): LiveDraft {
  if (recordings.live()?.id !== id) return { lines: [] };
  const lines = store.spoken.ahead(id, SHOWN).map(({ stretch }) => liveLine(stretch));
  return { lines };
}

function liveLine(stretch: SpokenStretch): LiveLine {
  const doubts = doubtsOf([stretch], '', noKinds).map(({ start, end }) => ({ start, end }));
  return { text: stretch.text, from: stretch.from, ...(doubts.length > 0 && { doubts }) };
}

/** The words alone are marked: what they say is read when the visit has ended. */
const noKinds = () => [];
