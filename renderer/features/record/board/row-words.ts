/** The state of a visit on the board in a few words, and the one action of its row. */
import type { Standing } from '../../../../shared/model/day.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { isActive } from '../../../../shared/model/visit-state.ts';
import { fallbackWord, hasDraftAlone } from '../../visits/state/fallback-format.ts';
import { hasNote, retries, stateWord } from '../../visits/state/visit-format.ts';

/** A key of the catalogue with its values. */
export type RowWord = {
  readonly key: string;
  readonly values?: { readonly count?: number; readonly percent?: number; readonly at?: number };
};

const isSigned = ({ signedAt, locked }: Visit) => signedAt !== undefined && !locked;
const counted = (key: string, count: number | undefined): RowWord[] =>
  count === undefined || count === 0 ? [] : [{ key, values: { count } }];

/** The first word is the state; `standing` only where it is known. */
export function rowWords(visit: Visit, standing?: Standing): RowWord[] {
  const { key, values } = stateWord(visit);
  const state: RowWord = { key, ...(values && { values }) };
  if (isSigned(visit) && hasNote(visit) && !isActive(visit.state))
    return [
      { key: 'board.signed', values: { at: visit.signedAt ?? 0 } },
      ...(standing?.sent ? [{ key: 'board.sent' }] : []),
    ];
  if (visit.locked || visit.state === 'attention') return [state, ...draftWords(visit)];
  if (hasNote(visit))
    return [
      state,
      ...counted('board.differences', standing?.differences),
      ...counted('board.codes', standing?.codesLeft),
    ];
  if (!isActive(visit.state)) return [state];
  return [
    state,
    ...(visit.hold && !retries(visit) ? [{ key: `board.hold.${visit.hold}` }] : []),
    ...draftWords(visit),
    { key: 'board.safe' },
  ];
}

/** Of a draft of this computer, while the platform's note is not here. */
function draftWords(visit: Visit): RowWord[] {
  const word = fallbackWord(visit);
  return word === 'made' || word === 'asked' ? [{ key: `board.draft.${word}` }] : [];
}

/** Key of the row's one action. */
export function rowAction(
  visit: Visit,
): 'board.review' | 'board.readDraft' | 'visit.read' | 'visit.open' {
  if (hasDraftAlone(visit)) return 'board.readDraft';
  if (visit.locked || !hasNote(visit)) return 'visit.open';
  return visit.signedAt === undefined ? 'board.review' : 'visit.read';
}
