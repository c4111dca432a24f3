/**
 * A text with the words marked of which the recogniser was unsure: a dotted line and a question mark
 * for the eye, a word for a screen reader. None of it is part of the text: it is not copied.
 */
import type { ReactNode } from 'react';
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { useLocale } from '../../../ui/useLocale.ts';

type Props = {
  readonly text: string;
  /** In the order of the text; none overlaps another. */
  readonly doubts: readonly Span[];
  /** Of the first letter, in the text that the doubts count in. */
  readonly from?: number;
};

export function DoubtedText({ text, doubts, from = 0 }: Props) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const doubt of doubts) {
    const start = Math.max(at, doubt.start - from);
    const end = Math.min(text.length, doubt.end - from);
    if (start >= end) continue;
    pieces.push(text.slice(at, start), <Doubted key={start}>{text.slice(start, end)}</Doubted>);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces;
}

function Doubted({ children }: { readonly children: ReactNode }) {
  return (
    <mark className="doubted">
      {children}
      <Unsure />
    </mark>
  );
}

/** Said behind doubted words; nothing is seen of it. */
export function Unsure() {
  const { t, language } = useLocale();
  return (
    <span className="unseen unselected" lang={language}>
      {' '}
      ({t('doubt.unsure')})
    </span>
  );
}
