/** Microphones that were chosen before, in the order in which they stand in for the chosen one. */
import { ArrowUp, Trash2 } from 'lucide-react';
import type { Settings } from '../../../../shared/model/settings.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

type Chosen = Settings['microphone'];
type Fallback = Chosen['fallbacks'][number];

export function FallbackMicrophones({ microphone }: { readonly microphone: Chosen }) {
  const { t, attempt } = useLocale();
  const { fallbacks } = microphone;
  if (fallbacks.length === 0) return null;
  const save = (next: Fallback[]) =>
    attempt(() => changeSettings({ microphone: { ...microphone, fallbacks: next } }));
  return (
    <section className="setting" aria-labelledby="fallbacks" tabIndex={-1}>
      <h2 id="fallbacks">{t('microphone.fallbacks')}</h2>
      <p className="hint">{t('microphone.fallbacksHint')}</p>
      <ol className="fallbacks">
        {fallbacks.map((device, index) => (
          <li key={`${device.deviceId} ${device.label}`}>
            <div className="fallback">
              <span>{device.label}</span>
              {index > 0 && (
                <Button
                  look="quiet"
                  icon={ArrowUp}
                  aria-label={t('microphone.fallbackUp', { name: device.label })}
                  onPress={() => save(movedUp(fallbacks, index))}
                >
                  {t('microphone.up')}
                </Button>
              )}
              <Button
                look="quiet"
                icon={Trash2}
                aria-label={t('microphone.fallbackRemove', { name: device.label })}
                onPress={() => save(fallbacks.filter((other) => other !== device))}
              >
                {t('microphone.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function movedUp(list: readonly Fallback[], index: number): Fallback[] {
  const moved = list.slice(index, index + 1);
  const rest = list.toSpliced(index, 1);
  return rest.toSpliced(index - 1, 0, ...moved);
}
