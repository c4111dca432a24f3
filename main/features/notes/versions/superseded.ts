/**
 * Codes were decided about the machine's words. Where a doctor took these words out of the note afterwards, or turned them into their
 * contrary, the code must not leave with it: a wrong code is worse than none.
 */
import { isCoded, type NeutralEntity } from '../../../../shared/model/export/export.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';

/** Words that change whether, whose or when something is. Coarse on purpose: where in doubt, a person decides anew. */
const cues =
  /(?<![\p{L}\p{M}])(?:no|not|nil|never|none|denies|denied|denying|without|absent|negative|rule[ds]? out|r\/o|excluded?|unlikely|possible|possibly|probable|suspected|suspicion|if|family|mother|father|brother|sister|history|h\/o|past|previous|resolved|नहीं|नही|இல்லை|లేదు|ಇಲ್ಲ|ഇല്ല|নেই|না|નથી|ਨਹੀਂ|नाही)(?![\p{L}\p{M}])|\?/giu;

/**
 * `before`: what the codes were decided about; `after`: what is to be signed. Words that never stood in this document belong to another
 * document of the visit, and are left as they are. Answers the entities, those that no longer stand as `pending`, and the words of these.
 */
export function standing(
  entities: readonly NeutralEntity[],
  before: readonly NoteSection[],
  after: readonly NoteSection[],
): { readonly entities: readonly NeutralEntity[]; readonly uncoded: readonly string[] } {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const gone = ({ text }: NeutralEntity) => {
    const told = linesWith(old, text).map(cuesOf);
    return told.length > 0 && !linesWith(fresh, text).some((line) => told.includes(cuesOf(line)));
  };
  const lost = entities.filter((entity) => isCoded(entity) && gone(entity));
  return {
    entities: entities.map((entity) =>
      lost.includes(entity) ? { ...entity, decision: 'pending' as const } : entity,
    ),
    uncoded: [...new Set(lost.map(({ text }) => text))],
  };
}

const plain = (text: string) => text.toLowerCase().replace(/\s+/gu, ' ').trim();
const linesOf = (sections: readonly NoteSection[]) =>
  sections.flatMap(({ text }) => text.split('\n').map(plain));
const cuesOf = (line: string) => (line.match(cues) ?? []).sort().join(' ');

/** Whole words alone: "fever" does not stand in "feverfew". */
function linesWith(lines: readonly string[], text: string): string[] {
  const word = plain(text);
  const letter = /[\p{L}\p{M}\p{N}]/u;
  return lines.filter((line) => {
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
      if (!letter.test(line[at - 1] ?? ' ') && !letter.test(line[at + word.length] ?? ' '))
        return true;
    }
    return false;
  });
}
