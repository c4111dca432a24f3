/** A part of a form that few need: drawn when it is opened for the first time, and kept then. */
import { type ReactNode, useState } from 'react';

type Props = {
  readonly summary: ReactNode;
  readonly className: string;
  readonly open?: boolean;
  readonly children: ReactNode;
};

export function Further({ summary, className, open = false, children }: Props) {
  const [isDrawn, setDrawn] = useState(open);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on its summary is a click
    <details
      className={`further ${className}`}
      open={open}
      // Before it opens: a quick Tab behind the Enter is to find what it opened.
      onClick={() => setDrawn(true)}
      // A search in the page opens it too.
      onToggle={({ currentTarget }) => currentTarget.open && setDrawn(true)}
    >
      <summary>{summary}</summary>
      {isDrawn && children}
    </details>
  );
}
