/**
 * One thing that can be done about a visit: its title, its consequence, and the controls for it.
 */
import type { ReactNode } from 'react';

/**
 * Runs an action of a card; closes the dialog when it is done, and shows the Failure in it
 * otherwise.
 */
export type Attempt = (action: () => Promise<void>) => Promise<void>;

export function ActionCard({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="wrong-way">
      <h3>{title}</h3>
      <p className="hint">{text}</p>
      {children}
    </section>
  );
}
