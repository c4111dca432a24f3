/**
 * The frame of a screen: its heading, which takes the focus when the doctor arrives, and the
 * window's title.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocale } from './useLocale.ts';
import { nameScreen } from './window-title.ts';

type Props = {
  readonly title: string;
  /**
   * For the window, where the title names a patient: others read it in the task bar, and the system
   * keeps it.
   */
  readonly windowTitle?: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly lead?: ReactNode;
  /** The way back, before the heading. */
  readonly back?: ReactNode;
  /** Fills the height instead of growing with its content. */
  readonly tall?: boolean;
  /** A field of the screen takes the focus itself. */
  readonly keepFocus?: boolean;
};

export function Screen({
  title,
  windowTitle = title,
  children,
  actions,
  lead,
  back,
  tall = false,
  keepFocus = false,
}: Props) {
  const { t } = useLocale();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    nameScreen(t('app.title', { screen: windowTitle }));
  }, [windowTitle, t]);
  useEffect(() => {
    if (!keepFocus) heading.current?.focus();
  }, [keepFocus]);
  return (
    <div className={tall ? 'screen screen-tall' : 'screen'}>
      <header className="screen-head">
        {back}
        <div className="screen-titles">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="screen-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
