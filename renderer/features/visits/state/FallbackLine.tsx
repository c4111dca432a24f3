/**
 * The draft of this computer for a visit that waits for its platform: how it stands, and the button
 * that asks for it.
 */
import { FilePen } from 'lucide-react';
import type { Visit } from '../../../../shared/model/visit.ts';
import { useWorkHere } from '../../../common/stores/work-here.ts';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { askForDraft } from '../visits-store.ts';
import { fallbackWord } from './fallback-format.ts';

export function FallbackLine({ visit }: { readonly visit: Visit }) {
  const { t, exists, attempt, forVisit } = useLocale();
  const server = useWorkHere(({ here }) => here?.speech.address ?? '');
  const word = fallbackWord(visit);
  if (!word) return null;
  const trouble = word === 'failed' ? visit.fallback?.trouble : undefined;
  const isKnown = trouble !== undefined && exists(`trouble.${trouble.code}`);
  const canAsk = word === 'offered' || word === 'failed';
  const button = t(`fallback.${word === 'failed' ? 'again' : 'ask'}`);
  return (
    <div className="reason">
      <p role="status">{t(`fallback.${word}`)}</p>
      {trouble && (
        <p className="hint" {...(!isKnown && { lang: 'en' })}>
          {isKnown ? t(`trouble.${trouble.code}`) : trouble.message}
        </p>
      )}
      {canAsk && (
        <>
          <p className="hint">
            {server === '' ? t('fallback.byEngine') : t('fallback.byServer', { server })}
          </p>
          <div className="row-actions">
            <Button
              icon={FilePen}
              aria-label={forVisit(button, visit)}
              onPress={() => attempt(() => askForDraft(visit.id))}
            >
              {button}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
