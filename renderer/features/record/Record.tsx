/**
 * Home: record a visit, go on with one that was cut short, and see how today's visits are doing.
 */

import { Screen } from '../../ui/Screen.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { SystemAlerts } from '../visits/alerts/SystemAlerts.tsx';
import { useRecorder } from '../visits/recorder/recorder-store.ts';
import { useVisits } from '../visits/visits-store.ts';
import { JustFinished, useJustFinished } from './JustFinished.tsx';
import { NewVisit } from './NewVisit.tsx';
import { Recorder } from './Recorder.tsx';
import { Today } from './Today.tsx';
import { UnfinishedVisits } from './UnfinishedVisits.tsx';

export function Record() {
  const { t } = useLocale();
  const live = useRecorder(
    ({ status }) => status === 'recording' || status === 'paused' || status === 'finishing',
  );
  const unfinished = useVisits((state) => state.unfinished.length > 0);
  const finished = useJustFinished();
  return (
    <>
      {!live && finished && <JustFinished key={finished.id} visit={finished} />}
      <Screen title={t(live ? 'record.titleLive' : 'record.title')} keepFocus>
        <SystemAlerts most={2} brief={!live && (unfinished || finished !== undefined)} />
        {live ? (
          <Recorder />
        ) : (
          <>
            <UnfinishedVisits />
            <NewVisit />
          </>
        )}
        <Today without={live ? undefined : finished?.id} />
      </Screen>
    </>
  );
}
