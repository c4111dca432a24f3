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
import { canAskForDraft, fallbackBy, fallbackWord } from './fallback-format.ts';

type Props = {
  readonly visit: Visit;
  /** The page says once for all of its visits what is offered (`FallbackOffer`). */
  readonly isExplained?: boolean;
};

export function FallbackLine({ visit, isExplained = false }: Props) {
  const { t, exists, attempt, forVisit } = useLocale();
  const word = fallbackWord(visit);
  if (!word) return null;
  const trouble = word === 'failed' ? visit.fallback?.trouble : undefined;
  const isKnown = trouble !== undefined && exists(`trouble.${trouble.code}`);
  const button = t(`fallback.${word === 'failed' ? 'again' : 'ask'}`);
  return (
    <div className="reason">
      {!(isExplained && word === 'offered') && <p role="status">{t(`fallback.${word}`)}</p>}
      {trouble && (
        <p className="hint" {...(!isKnown && { lang: 'en' })}>
          {isKnown ? t(`trouble.${trouble.code}`) : trouble.message}
        </p>
      )}
      {canAskForDraft(visit) && (
        <>
          {!isExplained && <WhereSoundGoes />}
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

/** Once for many visits; nothing where none of them can get a draft. */
export function FallbackOffer({ visits }: { readonly visits: readonly Visit[] }) {
  const { t } = useLocale();
  if (!visits.some(canAskForDraft)) return null;
  return (
    <div className="reason">
      <p>{t('fallback.offeredAll')}</p>
      <WhereSoundGoes />
    </div>
  );
}

function WhereSoundGoes() {
  const { t } = useLocale();
  const here = useWorkHere((state) => state.here);
  return (
    <p className="hint">
      {t(`fallback.${fallbackBy(here)}`, { server: here?.speech.address ?? '' })}
    </p>
  );
}
