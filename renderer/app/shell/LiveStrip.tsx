/**
 * Says wherever the recorder is out of view that a recording goes on, with its patient, level and
 * time, and the ways to pause, to finish and to go back to it.
 */
import { Mic, Pause, Play, Square } from 'lucide-react';
import { useEffect } from 'react';
import { isDeclined } from '../../../shared/model/consent.ts';
import { askToFinish, go, useScreen } from '../../common/stores/navigation.ts';
import { DictationOnly } from '../../features/visits/consent/DictationOnly.tsx';
import { ForgetButton } from '../../features/visits/recorder/ForgetDialog.tsx';
import { LevelMeter } from '../../features/visits/recorder/LevelMeter.tsx';
import {
  pauseRecording,
  resumeRecording,
  useRecorder,
} from '../../features/visits/recorder/recorder-store.ts';
import { TroubleBanner } from '../../features/visits/recorder/TroubleBanner.tsx';
import { useLiveVisit } from '../../features/visits/recorder/useLive.ts';
import { useVisits } from '../../features/visits/visits-store.ts';
import { Button } from '../../ui/Button.tsx';
import { clockFace } from '../../ui/times.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { showSign } from '../../ui/window-title.ts';

export function LiveStrip() {
  const { t, attempt, nameOf } = useLocale();
  const elsewhere = useScreen(({ place, recorderInView }) => {
    return place.name !== 'record' || !recorderInView;
  });
  const status = useRecorder((recorder) => recorder.status);
  const visit = useLiveVisit();
  // After a lock the label comes back with the list.
  const isListed = useVisits(({ list }) => list.some(({ id }) => id === visit?.id));
  const patient = visit && (isListed || visit.patient.name) ? nameOf(visit) : '';
  const time = useRecorder(({ elapsed }) => clockFace(elapsed));
  const loud = useRecorder(({ signal }) => signal.clipping);
  if (!elsewhere || status === 'idle' || status === 'opening') return null;
  const paused = status === 'paused';
  const busy = status === 'finishing';
  return (
    <div className="strip-place">
      <section className="strip" aria-label={t('strip.label')}>
        {paused ? (
          <Pause aria-hidden="true" className="icon" />
        ) : (
          <span className="dot" aria-hidden="true" />
        )}
        <strong>{t(paused ? 'record.paused' : 'record.recording')}</strong>
        <span className="figures">{time}</span>
        <LevelMeter asleep={paused} label={t('record.level')} />
        {loud && !paused && <span className="hint-warn">{t('strip.tooLoud')}</span>}
        <span className="strip-patient">{patient}</span>
        <Button
          look="plain"
          icon={paused ? Play : Pause}
          isDisabled={busy}
          onPress={() => attempt(async () => (paused ? resumeRecording() : pauseRecording()))}
        >
          {t(paused ? 'record.resume' : 'record.pause')}
        </Button>
        <Button look="plain" icon={Square} isDisabled={busy} onPress={() => askToFinish(true)}>
          {t('record.finish')}
        </Button>
        <ForgetButton look="quiet" isDisabled={busy} />
        <Button look="quiet" icon={Mic} onPress={toRecorder}>
          {t('strip.back')}
        </Button>
      </section>
      {visit && isDeclined(visit) && <DictationOnly />}
      <TroubleBanner />
    </div>
  );
}

function toRecorder(): void {
  if (useScreen.getState().place.name !== 'record') go({ name: 'record' });
  else document.getElementById('page')?.firstElementChild?.scrollTo(0, 0);
}

/** Shows in the window's title that a recording goes on, on every page, the locked one as well. */
export function LiveTitle() {
  const status = useRecorder((recorder) => recorder.status);
  const time = useRecorder(({ elapsed }) => clockFace(elapsed));
  const sign = signOf(status, time);
  useEffect(() => {
    showSign(sign);
    return () => showSign('');
  }, [sign]);
  return null;
}

/** Without the hour until there is one. */
function signOf(status: string, whole: string): string {
  const time = whole.replace(/^00:/, '');
  if (status === 'recording' || status === 'finishing') return `● ${time}`;
  return status === 'paused' ? `❚❚ ${time}` : '';
}
