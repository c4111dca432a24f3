/**
 * Shows that a recording goes on while the vault is locked, its time, and the ways to pause and to
 * end it. No name is here.
 */
import { Pause, Play, Square } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { clockFace } from '../../ui/times.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { LevelMeter } from '../visits/recorder/LevelMeter.tsx';
import {
  finishRecording,
  pauseRecording,
  resumeRecording,
  useRecorder,
} from '../visits/recorder/recorder-store.ts';
import { TroubleBanner } from '../visits/recorder/TroubleBanner.tsx';

export function LockedRecording() {
  const { t, attempt } = useLocale();
  const status = useRecorder((recorder) => recorder.status);
  const time = useRecorder(({ elapsed }) => clockFace(elapsed));
  if (status === 'idle' || status === 'opening') return null;
  const paused = status === 'paused';
  const busy = status === 'finishing';
  return (
    <>
      <section className="card locked-recording" aria-label={t('record.recorder')}>
        <p className={paused ? 'recorder-state recorder-paused' : 'recorder-state'} role="status">
          {paused ? (
            <Pause aria-hidden="true" className="icon" />
          ) : (
            <span className="dot" aria-hidden="true" />
          )}
          {t(paused ? 'record.paused' : 'record.recording')}
        </p>
        <p
          className="figures locked-time"
          role="timer"
          aria-live="off"
          aria-label={t('record.time')}
        >
          {time}
        </p>
        <LevelMeter asleep={paused} label={t('record.level')} />
        <div className="row-actions">
          {paused ? (
            <Button icon={Play} onPress={() => attempt(async () => resumeRecording())}>
              {t('record.resume')}
            </Button>
          ) : (
            <Button
              icon={Pause}
              onPress={() => attempt(async () => pauseRecording())}
              isDisabled={busy}
            >
              {t('record.pause')}
            </Button>
          )}
          <Button
            icon={Square}
            onPress={() =>
              attempt(
                async () => finishRecording(),
                ({ t }) => t('unlock.finished'),
              )
            }
            isDisabled={busy}
          >
            {t('record.finish')}
          </Button>
        </div>
        <p className="hint locked-words">{t(paused ? 'unlock.paused' : 'unlock.recording')}</p>
      </section>
      <TroubleBanner />
    </>
  );
}
