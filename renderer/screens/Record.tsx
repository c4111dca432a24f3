/** Home: record a visit, go on with one that was cut short, and see how today's visits are doing. */
import { Matters } from '../parts/Matters.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useWords } from '../parts/useWords.ts';
import { useRecorder } from '../stores/recorder.ts';
import { useVisits } from '../stores/visits.ts';
import { JustFinished, useJustFinished } from './record/JustFinished.tsx';
import { NewVisit } from './record/NewVisit.tsx';
import { Recorder } from './record/Recorder.tsx';
import { Today } from './record/Today.tsx';
import { UnfinishedVisits } from './record/UnfinishedVisits.tsx';

export function Record() {
  const { t } = useWords();
  const live = useRecorder(
    ({ status }) => status === 'recording' || status === 'paused' || status === 'finishing',
  );
  const unfinished = useVisits((state) => state.unfinished.length > 0);
  const finished = useJustFinished();
  return (
    <>
      {!live && finished && <JustFinished visit={finished} />}
      <Screen title={t(live ? 'record.titleLive' : 'record.title')} keepFocus>
        <Matters most={2} brief={!live && (unfinished || finished !== undefined)} />
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
