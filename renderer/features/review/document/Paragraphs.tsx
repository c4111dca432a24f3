/** A text as it was written; a blank line begins the next paragraph, such as a speaker's turn. */
import { keyed } from '../../../ui/keyed.ts';
import { paragraphs } from '../../visits/text/layout-limits.ts';

export function Paragraphs({ text }: { readonly text: string }) {
  return keyed(paragraphs(text), (paragraph) => paragraph).map(({ key, item }) => (
    <p key={key} className="spoken">
      {item}
    </p>
  ));
}
