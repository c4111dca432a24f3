/** Finds the places of a text that must not be misheard: numbers, doses, denials, sides, medicines. */
import type { Span } from '../../shared/model/coding/entities.ts';
import type { DoubtKind } from '../../shared/model/note/doubts.ts';
import { drugs } from '../features/notes/checks/drugs.ts';
import { quantities } from '../features/notes/checks/quantities.ts';
import { sides } from '../features/notes/checks/sides.ts';
import { NEGATION } from '../features/notes/evidence/utterances.ts';

type Place = Span & { readonly kind: DoubtKind; readonly key: string };

const DENIALS = new RegExp(NEGATION.source, 'giu');

/** `key`: equal for what says the same, "three" and "3". The longer place of two comes first. */
export const createDoubtKinds =
  (isDrug: (word: string) => boolean) =>
  (text: string, language: string): Place[] => {
    const named = drugs(text, isDrug, false);
    return [
      ...quantities(text, language, named)
        .filter(({ vague }) => !vague)
        .map(({ bare, upTo, second, start, end }) => ({
          kind: 'number' as const,
          key: JSON.stringify([bare, upTo, second]),
          start,
          end,
        })),
      ...named.map(({ name, start, end }) => ({ kind: 'name' as const, key: name, start, end })),
      ...sides(text, { abbreviations: false }).map(({ side, start, end }) => ({
        kind: 'side' as const,
        key: side,
        start,
        end,
      })),
      ...[...text.matchAll(DENIALS)].map(({ 0: word, index }) => ({
        kind: 'negation' as const,
        key: word.toLowerCase(),
        start: index,
        end: index + word.length,
      })),
    ];
  };
