/** A notice in its place: the matter, its cause, and what can be done. */
import { CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const looks: Record<'info' | 'good' | 'warn' | 'bad', LucideIcon> = {
  info: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: TriangleAlert,
};

type Props = {
  readonly tone: keyof typeof looks;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly icon?: LucideIcon;
  /** Announced at once by a screen reader; for events that come without an action of the person. */
  readonly urgent?: boolean;
};

export function Banner({ tone, title, children, actions, icon, urgent = false }: Props) {
  const Icon = icon ?? looks[tone];
  return (
    <div className={`banner banner-${tone}`} {...(urgent ? { role: 'alert' } : {})}>
      <Icon aria-hidden="true" className="icon banner-icon" />
      <div className="banner-words">
        <p className="banner-title">{title}</p>
        {children && <div className="banner-text">{children}</div>}
      </div>
      {actions && <div className="banner-actions">{actions}</div>}
    </div>
  );
}
