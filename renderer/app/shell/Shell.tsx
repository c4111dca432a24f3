/**
 * Frame around every screen of a working day: navigation, connection to the platform, and the
 * recording under way.
 */
import {
  AudioLines,
  CalendarDays,
  Clock4,
  Settings as Gear,
  Keyboard,
  type LucideIcon,
  History as Past,
  Stethoscope,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { go, type Place, showKeys, useScreen } from '../../common/stores/navigation.ts';
import { useSession } from '../../common/stores/session.ts';
import { FinishDialog } from '../../features/record/FinishDialog.tsx';
import { ForgetDialog } from '../../features/visits/recorder/ForgetDialog.tsx';
import { useRecorder } from '../../features/visits/recorder/recorder-store.ts';
import { isQueued } from '../../features/visits/state/visit-format.ts';
import { useVisits } from '../../features/visits/visits-store.ts';
import { Button } from '../../ui/Button.tsx';
import { KeysDialog } from '../../ui/KeysDialog.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import { LiveStrip } from './LiveStrip.tsx';
import { SavingPaused } from './SavingPaused.tsx';
import { useKeys } from './useKeys.ts';

export function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useLocale();
  useKeys();
  const practice = useSession(({ info }) => info?.profile === 'practice');
  const live = useRecorder(({ status }) => status === 'recording' || status === 'paused');
  const queued = useVisits(({ list }) =>
    list.reduce((sum, visit) => sum + (isQueued(visit) ? 1 : 0), 0),
  );
  const clinic = useScreen((screen) => screen.clinic);
  // What was discarded can be brought back there.
  const restorable = useVisits(({ list }) => list.some(({ state }) => state === 'discarded'));
  // The entry of the screen in view stays.
  const inQueue = useScreen((screen) => isIn(screen.place, 'queue'));
  return (
    <div className="shell">
      <aside className="side">
        <p className="brand">
          <AudioLines aria-hidden="true" className="brand-mark" />
          {t('app.name')}
        </p>
        <nav className="nav" aria-label={t('nav.label')}>
          <NavButton icon={CalendarDays} place={{ name: 'record' }} live={live}>
            {t('nav.record')}
          </NavButton>
          <NavButton icon={Past} place={{ name: 'history' }}>
            {t('nav.history')}
          </NavButton>
          {(queued > 0 || restorable || inQueue) && (
            <NavButton icon={Clock4} place={{ name: 'queue' }} count={queued}>
              {t('nav.queue')}
            </NavButton>
          )}
          <NavButton icon={Stethoscope} place={{ name: clinic }}>
            {t('nav.clinic')}
          </NavButton>
          <NavButton icon={Gear} place={{ name: 'settings', section: 'general' }}>
            {t('nav.settings')}
          </NavButton>
        </nav>
        <div className="side-foot">
          <Button look="quiet" icon={Keyboard} onPress={() => showKeys(true)}>
            {t('nav.keys')}
          </Button>
          <ConnectionBadge />
        </div>
      </aside>
      <main className="main">
        {practice && (
          <p className="practice">
            <strong>{t('practice.title')}</strong> {t('practice.text')}
          </p>
        )}
        <SavingPaused />
        <LiveStrip />
        {children}
      </main>
      <FinishDialog />
      <ForgetDialog />
      <KeysDialog />
    </div>
  );
}

/** A note belongs to the screen that it was opened from. */
const isIn = (place: Place, name: Place['name']) =>
  (place.name === 'note' ? place.from : place.name) === name;

function NavButton({
  icon: Icon,
  place,
  count = 0,
  live = false,
  children,
}: {
  readonly icon: LucideIcon;
  readonly place: Place;
  readonly count?: number;
  /** A recording goes on there. */
  readonly live?: boolean;
  readonly children: string;
}) {
  const { t } = useLocale();
  const here = useScreen((screen) => isIn(screen.place, place.name));
  return (
    <AriaButton
      className="way"
      {...(here ? { 'aria-current': 'page' as const } : {})}
      onPress={() => go(place)}
    >
      <Icon aria-hidden="true" className="icon" />
      <span>{children}</span>
      {live && (
        <span className="way-live">
          <span className="dot" aria-hidden="true" />
          <span className="unseen">{t('strip.label')}</span>
        </span>
      )}
      {count > 0 && (
        <span className="count">
          <span aria-hidden="true">{count}</span>
          <span className="unseen">{t('nav.waiting', { count })}</span>
        </span>
      )}
    </AriaButton>
  );
}
