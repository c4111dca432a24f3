/**
 * Says on every screen but Record that a recording goes on, with its patient and the way back to
 * it.
 */
import { Mic, Pause } from 'lucide-react';
import { go, useScreen } from '../../common/stores/navigation.ts';
import { useRecorder } from '../../features/visits/recorder/recorder-store.ts';
import { useLiveVisit } from '../../features/visits/recorder/useLive.ts';
import { Button } from '../../ui/Button.tsx';
import { clockFace } from '../../ui/times.ts';
import { useLocale } from '../../ui/useLocale.ts';

export function LiveStrip() {
  const { t } = useLocale();
  const elsewhere = useScreen(({ place }) => place.name !== 'record');
  const status = useRecorder((recorder) => recorder.status);
  const patient = useLiveVisit()?.patient.name ?? '';
  const seconds = useRecorder(({ elapsed }) => Math.floor(elapsed / 1000));
  if (!elsewhere || status === 'idle' || status === 'opening') return null;
  const paused = status === 'paused';
  return (
    <section className="strip" aria-label={t('strip.label')}>
      {paused ? (
        <Pause aria-hidden="true" className="icon" />
      ) : (
        <span className="dot" aria-hidden="true" />
      )}
      <strong>{t(paused ? 'record.paused' : 'record.recording')}</strong>
      <span className="figures">{clockFace(seconds * 1000)}</span>
      <span className="strip-patient">{patient}</span>
      <Button look="plain" icon={Mic} onPress={() => go({ name: 'record' })}>
        {t('strip.back')}
      </Button>
    </section>
  );
}
