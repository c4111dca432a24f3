/** Shows the recorder's trouble: what happened, what is kept, and what to do. */

import { askToFinish, go } from '../../../common/stores/navigation.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { resumeRecording, useRecorder } from './recorder-store.ts';

/** Good to know, not in the way of recording. */
const mild = new Set([
  'forgotten',
  'silence',
  'device-changed',
  'telephone',
  'worklet-fallback',
  'host-stalled',
  'sleep',
]);

export function TroubleBanner() {
  const { t, exists, attempt } = useLocale();
  const trouble = useRecorder((recorder) => recorder.trouble);
  const status = useRecorder((recorder) => recorder.status);
  if (!trouble) return null;
  const key = `microphone.trouble.${trouble.kind}`;
  const words = exists(`${key}.title`) ? key : 'microphone.trouble.failed';
  const canGoOn =
    status === 'paused' && (trouble.kind === 'device-lost' || trouble.kind === 'sleep');
  return (
    <Banner
      tone={mild.has(trouble.kind) ? 'warn' : 'bad'}
      urgent
      title={t(`${words}.title`)}
      actions={
        <>
          {trouble.kind === 'forgotten' && (
            <Button onPress={() => askToFinish(true)}>{t('record.finish')}</Button>
          )}
          {canGoOn && (
            <Button onPress={() => attempt(async () => resumeRecording())}>
              {t('record.resume')}
            </Button>
          )}
          {['permission-denied', 'no-device', 'failed'].includes(trouble.kind) && (
            <Button onPress={() => go({ name: 'settings', section: 'microphone' })}>
              {t('microphone.open')}
            </Button>
          )}
        </>
      }
    >
      <p>{t(`${words}.text`, { device: trouble.message ?? '' })}</p>
    </Banner>
  );
}
