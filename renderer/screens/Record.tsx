/** Home: record a visit, go on with one that was cut short, and see how today's visits are doing. */
import { Screen } from '../parts/Screen.tsx';
import { useWords } from '../parts/useWords.ts';
import { useRecorder } from '../stores/recorder.ts';
import { NewVisit } from './record/NewVisit.tsx';
import { Recorder } from './record/Recorder.tsx';
import { Today } from './record/Today.tsx';
import { TroubleBanner } from './record/TroubleBanner.tsx';
import { UnfinishedVisits } from './record/UnfinishedVisits.tsx';

export function Record() {
  const { t } = useWords();
  const live = useRecorder(({ status }) => status === 'recording' || status === 'paused' || status === 'finishing');
  return (
    <Screen title={t(live ? 'record.titleLive' : 'record.title')} keepFocus>
      <TroubleBanner />
      {live ? <Recorder /> : <><UnfinishedVisits /><NewVisit /></>}
      <Today />
    </Screen>
  );
}
