/** A page with one subject and nothing around it: first start, locked, no core. */
import { AudioLines } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocale } from './useLocale.ts';
import { nameScreen } from './window-title.ts';

export function CenteredPage({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { t } = useLocale();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    nameScreen(t('app.title', { screen: title }));
    // Fields that take the focus themselves do so before this runs.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title, t]);
  return (
    <main className="alone">
      <p className="brand">
        <AudioLines aria-hidden="true" className="brand-mark" />
        {t('app.name')}
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </main>
  );
}
