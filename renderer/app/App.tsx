/**
 * Chooses the page: starting, connection lost, first start, locked, or the screens of a working
 * day.
 */
import { type ReactNode, Suspense, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { SYSTEM_LANGUAGE, speak } from '../common/i18n.ts';
import { useOpening } from '../common/lifecycle.ts';
import { stayAwake } from '../common/stores/awake.ts';
import { keepChosenLanguage, useChosenLanguage } from '../common/stores/chosen-language.ts';
import { useDoor } from '../common/stores/core.ts';
import { type Place, useScreen } from '../common/stores/navigation.ts';
import { useSession } from '../common/stores/session.ts';
import { useSettings } from '../common/stores/settings.ts';
import { Record } from '../features/record/Record.tsx';
import { useFirstRun } from '../features/unlock/first-run/first-run-store.ts';
import { useRecorder } from '../features/visits/recorder/recorder-store.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useTurn } from '../ui/Later.tsx';
import { localeOf } from '../ui/times.ts';
import { useHeldFocus } from '../ui/useHeldFocus.ts';
import {
  CodeLookup,
  CodeStep,
  Documents,
  FirstRun,
  History,
  Note,
  Orders,
  People,
  Queue,
  Settings,
  Unlock,
} from './screens.tsx';
import { ClinicScreen } from './shell/ClinicNav.tsx';
import { LiveTitle } from './shell/LiveStrip.tsx';
import { Messages } from './shell/Messages.tsx';
import { Shell } from './shell/Shell.tsx';
import { Broken, Starting, Unavailable, WouldNotStart } from './Unavailable.tsx';

export function App() {
  const { i18n } = useTranslation();
  const settings = useSettings((state) => state.settings);
  const theme = settings?.theme ?? 'system';
  const chosen = useChosenLanguage((state) => state.language);
  const language = chosen ?? settings?.uiLanguage ?? SYSTEM_LANGUAGE;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => void speak(language), [language]);
  const loaded = settings !== undefined;
  useEffect(() => {
    if (loaded && chosen !== undefined) keepChosenLanguage(chosen);
  }, [loaded, chosen]);
  return (
    <I18nProvider locale={localeOf(i18n.resolvedLanguage ?? 'en')}>
      <ErrorBoundary otherwise={(again) => <Broken again={again} />}>
        <LiveTitle />
        <Suspense fallback={<Starting />}>
          <Page />
        </Suspense>
        <Messages />
      </ErrorBoundary>
    </I18nProvider>
  );
}

function Page() {
  const { opened, failure } = useOpening();
  const connection = useDoor((door) => door.connection);
  const recording = useRecorder(({ status }) => status !== 'idle');
  const { info, vault } = useSession();
  const walking = useFirstRun((state) => state.step !== undefined);
  const code = useFirstRun((state) => state.code);
  useEffect(() => stayAwake(), []);
  useHeldFocus();

  if (connection === 'closed' || failure?.detail === 'session-lost') return <Unavailable final />;
  // A page that is recording still holds the sound: it keeps its controls and says there that the
  // core is lost.
  if (connection === 'lost' && !recording) return <Unavailable final={false} />;
  if (!opened) return failure ? <WouldNotStart failure={failure} /> : <Starting />;
  if (code !== undefined) return <CodeStep code={code} />;
  if (walking || !info?.profile || vault?.state === 'none') return <FirstRun />;
  if (vault?.state === 'locked') return <Unlock />;
  return (
    <Shell key={info.profile}>
      <CurrentScreen />
    </Shell>
  );
}

function CurrentScreen() {
  const place = useScreen((screen) => screen.place);
  const loaded = useSettings((state) => state.settings !== undefined);
  // The frame around the first screen comes first.
  const isDrawn = useTurn(loaded) && loaded;
  return <Suspense fallback={<Starting />}>{isDrawn ? screenOf(place) : <Starting />}</Suspense>;
}

const inClinic = (screen: ReactNode) => <ClinicScreen>{screen}</ClinicScreen>;

function screenOf(place: Place) {
  switch (place.name) {
    case 'record':
      return <Record />;
    case 'queue':
      return <Queue />;
    case 'history':
      return <History />;
    case 'codes':
      return inClinic(<CodeLookup />);
    case 'orders':
      return inClinic(<Orders />);
    case 'people':
      return inClinic(<People />);
    case 'documents':
      return inClinic(<Documents />);
    case 'note':
      return <Note key={place.id} id={place.id} from={place.from} />;
    case 'settings':
      return <Settings section={place.section} />;
  }
}
