/** Choice of the microphone; the recorder remembers it. */
import { useEffect } from 'react';
import { useSettings } from '../../../common/stores/settings.ts';
import { PickOne } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { chooseDevice, refreshDevices, useRecorder } from './recorder-store.ts';

export function MicrophonePick() {
  const { t, attempt } = useLocale();
  const devices = useRecorder((recorder) => recorder.devices);
  const chosen = useSettings(({ settings }) => settings?.microphone.deviceId ?? '');
  useEffect(() => {
    // Asking for the list needs no permission; labels come once it is given.
    void Promise.resolve(refreshDevices()).catch(() => undefined);
  }, []);
  const options = devices
    .filter(({ deviceId }) => deviceId !== '')
    .map(({ deviceId, label }, index) => ({
      id: deviceId,
      label: label || t('microphone.unnamed', { number: index + 1 }),
    }));
  const value =
    options.find(({ id }) => id === chosen)?.id ??
    options.find(({ id }) => id === 'default')?.id ??
    options[0]?.id ??
    null;
  if (options.length === 0) return <p className="hint">{t('microphone.askedLater')}</p>;
  return (
    <PickOne
      label={t('microphone.label')}
      options={options}
      value={value}
      onChange={(id) => attempt(async () => chooseDevice(id))}
    />
  );
}
