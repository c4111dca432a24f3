/** A text as it was written; a blank line begins the next paragraph, such as a speaker's turn. */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { keyed } from '../../../ui/keyed.ts';
import { DoubtedText } from '../../visits/text/DoubtedText.tsx';
import { paragraphs } from '../../visits/text/layout-limits.ts';

const none: readonly Span[] = [];

type Props = {
  readonly text: string;
  /** Words of which the recogniser was unsure. */
  readonly doubts?: readonly Span[];
};

export function Paragraphs({ text, doubts = none }: Props) {
  return keyed(placed(text), (paragraph) => paragraph.text).map(({ key, item }) => (
    <p key={key} className="spoken">
      <DoubtedText text={item.text} from={item.from} doubts={doubts} />
    </p>
  ));
}

/** Each paragraph with the place of its first letter. */
function placed(text: string) {
  let at = 0;
  return paragraphs(text).map((paragraph) => {
    const found = text.indexOf(paragraph, at);
    // The rest of a very long text is joined anew: behind all doubts.
    const from = found < 0 ? text.length : found;
    at = from + paragraph.length;
    return { text: paragraph, from };
  });
}
