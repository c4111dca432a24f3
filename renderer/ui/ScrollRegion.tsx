/**
 * A wide or long content that scrolls in its own frame, by keyboard too: it takes the focus and has
 * a name.
 */
import type { ReactNode } from 'react';

type Props = {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
};

export function ScrollRegion({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll only what has the focus (WCAG 2.1.1)
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
