/**
 * Codes are decided about the machine's words. Where the doctor removed these words from the note
 * afterwards, or turned them into their contrary, the code is superseded and must not leave with
 * the note: a wrong code is worse than none.
 */
import { isCoded, type NeutralEntity } from '../../../../shared/model/export/export.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';

/**
 * Words that change the status of a finding, its bearer or its time. Coarse on purpose: in doubt a
 * person decides again.
 */
const cues =
  /(?<![\p{L}\p{M}])(?:no|not|nil|never|none|denies|denied|denying|without|absent|negative|rule[ds]? out|r\/o|excluded?|unlikely|possible|possibly|probable|suspected|suspicion|if|family|mother|father|brother|sister|history|h\/o|past|previous|resolved|नहीं|नही|இல்லை|లేదు|ಇಲ್ಲ|ഇല്ല|নেই|না|નથી|ਨਹੀਂ|नाही)(?![\p{L}\p{M}])|\?/giu;

export type CurrentCodes<Entity extends NeutralEntity = NeutralEntity> = {
  /** All entities; a superseded one is `pending`. */
  readonly entities: readonly Entity[];
  /** Words of the superseded ones. */
  readonly uncoded: readonly string[];
};

/**
 * `before`: the words that the codes were decided about; `after`: the words to be signed. Words
 * that never stood in this document belong to another document of the visit; their codes stay.
 */
export function withoutSuperseded<Entity extends NeutralEntity>(
  entities: readonly Entity[],
  before: readonly NoteSection[],
  after: readonly NoteSection[],
): CurrentCodes<Entity> {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const isSuperseded = ({ text }: Entity) => {
    const cuesBefore = linesWith(old, text).map(cuesOf);
    return (
      cuesBefore.length > 0 &&
      !linesWith(fresh, text).some((line) => cuesBefore.includes(cuesOf(line)))
    );
  };
  const superseded = entities.filter((entity) => isCoded(entity) && isSuperseded(entity));
  return {
    entities: entities.map((entity) =>
      superseded.includes(entity) ? { ...entity, decision: 'pending' as const } : entity,
    ),
    uncoded: [...new Set(superseded.map(({ text }) => text))],
  };
}

const plain = (text: string) => text.toLowerCase().replace(/\s+/gu, ' ').trim();
const linesOf = (sections: readonly NoteSection[]) =>
  sections.flatMap(({ text }) => text.split('\n').map(plain));
const cuesOf = (line: string) => (line.match(cues) ?? []).sort().join(' ');

/** Lines with these whole words: "fever" does not stand in "feverfew". */
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
