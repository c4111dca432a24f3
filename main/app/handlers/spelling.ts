/** Requests about the spelling of a note, and the doctor's own words. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { spellingRequests } from '../../../shared/contract/spelling.ts';
import type { OwnWords } from '../../features/spelling/own-words.ts';
import type { Spelling } from '../../features/spelling/spelling.ts';
import type { Core } from '../wiring/core.ts';
import type { VisitRows } from './rows.ts';

export type SpellingHandlersDeps = {
  readonly spelling: Spelling;
  readonly ownWords: OwnWords;
  readonly notify: Core['notify'];
  readonly rows: Pick<VisitRows, 'get'>;
};

export function createSpellingHandlers({
  spelling,
  ownWords,
  notify,
  rows,
}: SpellingHandlersDeps): Pick<Handlers, keyof typeof spellingRequests> {
  const changed = () => {
    notify('spelling.changed', undefined);
    return ownWords.all();
  };
  return {
    'spelling.check': ({ words }) => spelling.check(words),
    'spelling.suggest': ({ word }) => spelling.suggest(word),
    'spelling.follow'({ id }) {
      spelling.accept(rows.get(id).details.patient.name);
      notify('spelling.changed', undefined);
    },
    'spelling.words': () => ownWords.all(),
    'spelling.add'({ word }) {
      ownWords.add(word);
      return changed();
    },
    'spelling.remove'({ word }) {
      ownWords.remove(word);
      return changed();
    },
  };
}
