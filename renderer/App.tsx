/** Decides which page stands: starting, lost, first start, locked, or the screens of a working day. */
import { useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { speak } from './i18n.ts';
import { Messages } from './parts/Messages.tsx';
import { Mishap } from './parts/Mishap.tsx';
import { Shell } from './parts/Shell.tsx';
import { useHeldFocus } from './parts/useHeldFocus.ts';
import { Codes } from './screens/Codes.tsx';
import { Desk } from './screens/Desk.tsx';
import { Documents } from './screens/Documents.tsx';
import { FirstRun } from './screens/FirstRun.tsx';
import { CodeStep } from './screens/first-run/CodeStep.tsx';
import { Broken, Gone, Starting, WouldNotStart } from './screens/Gone.tsx';
import { History } from './screens/History.tsx';
import { Note } from './screens/Note.tsx';
import { Orders } from './screens/Orders.tsx';
import { People } from './screens/People.tsx';
import { Queue } from './screens/Queue.tsx';
import { Record } from './screens/Record.tsx';
import { Settings } from './screens/Settings.tsx';
import { Unlock } from './screens/Unlock.tsx';
import { stayAwake } from './stores/awake.ts';
import { useDoor } from './stores/bridge.ts';
import { useFirstRun } from './stores/first-run.ts';
import { useOpening } from './stores/open.ts';
import { useRecorder } from './stores/recorder.ts';
import { type Place, useScreen } from './stores/screen.ts';
import { useSession } from './stores/session.ts';
import { useSettings } from './stores/settings.ts';

export function App() {
  const { i18n } = useTranslation();
  const settings = useSettings((state) => state.settings);
  const theme = settings?.theme ?? 'system';
  const language = settings?.uiLanguage ?? 'en';
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => void speak(language), [language]);
  return (
    <I18nProvider locale={i18n.resolvedLanguage ?? 'en'}>
      <Mishap otherwise={(again) => <Broken again={again} />}>
        <Page />
        <Messages />
      </Mishap>
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

  if (connection === 'closed' || failure?.detail === 'session-lost') return <Gone final />;
  // A page that is recording still holds what it heard: it keeps its controls and says so there.
  if (connection === 'lost' && !recording) return <Gone final={false} />;
  if (!opened) return failure ? <WouldNotStart failure={failure} /> : <Starting />;
  if (code !== undefined) return <CodeStep code={code} />;
  if (walking || !info?.profile || vault?.state === 'none') return <FirstRun />;
  if (vault?.state === 'locked') return <Unlock />;
  return (
    <Shell>
      <Standing />
    </Shell>
  );
}

function Standing() {
  const place = useScreen((screen) => screen.place);
  const loaded = useSettings((state) => state.settings !== undefined);
  return loaded ? screenOf(place) : <Starting />;
}

function screenOf(place: Place) {
  switch (place.name) {
    case 'record':
      return <Record />;
    case 'queue':
      return <Queue />;
    case 'history':
      return <History />;
    case 'codes':
      return <Codes />;
    case 'orders':
      return <Orders />;
    case 'people':
      return <People />;
    case 'documents':
      return <Documents />;
    case 'note':
      return <Note key={place.id} id={place.id} from={place.from} />;
    case 'desk':
      return <Desk key={place.id} id={place.id} from={place.from} />;
    case 'settings':
      return <Settings section={place.section} />;
  }
}
