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
    <details
      className={`further ${className}`}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open && setDrawn(true)}
    >
      <summary>{summary}</summary>
      {isDrawn && children}
    </details>
  );
}
