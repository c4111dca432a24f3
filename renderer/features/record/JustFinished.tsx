/**
 * Keeps the visit that was just finished in view above the next one: its safety, its progress, and
 * its note as soon as that is here.
 */
import { Eraser, Send } from 'lucide-react';
import { useEffect } from 'react';
import type { Visit } from '../../../shared/model/visit.ts';
import { useScreen } from '../../common/stores/navigation.ts';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { useNow } from '../../ui/useNow.ts';
import { askToForgetHeld } from '../visits/recorder/forget-store.ts';
import { CutFile } from '../visits/state/CutFile.tsx';
import { ReasonLine } from '../visits/state/ReasonLine.tsx';
import { Remedies } from '../visits/state/Remedies.tsx';
import { retries, waits } from '../visits/state/visit-format.ts';
import { VisitCard } from '../visits/VisitCard.tsx';
import { sendNow, useVisits } from '../visits/visits-store.ts';

/** Undefined when there is none, or it was discarded since. */
export function useJustFinished(): Visit | undefined {
  const id = useScreen(({ finished }) => finished);
  return useVisits(({ list }) =>
    list.find(
      (visit) => visit.id === id && visit.state !== 'discarded' && visit.state !== 'recording',
    ),
  );
}

/** Drawn anew for each visit (`key`): it comes into view by scrolling to the top. */
export function JustFinished({ visit }: { readonly visit: Visit }) {
  const { t } = useLocale();
  // The recorder that stood here may have been scrolled. In the frame, which lays the page out anyway.
  useEffect(() => {
    requestAnimationFrame(() => document.getElementById('page')?.firstElementChild?.scrollTo(0, 0));
  }, []);
  return (
    <section className="just-finished" aria-labelledby="finished-title">
      <h2 id="finished-title" className="unseen">
        {t('today.finished')}
      </h2>
      <VisitCard
        visit={visit}
        lead={t('today.finished')}
        reason={waits(visit) && <ReasonLine visit={visit} />}
        // What waits for the network or for signing in goes on by itself: it needs no button.
        actions={(visit.state === 'attention' || retries(visit)) && <Remedies visit={visit} />}
      />
      <CutFile visit={visit} />
      <HeldBack visit={visit} />
    </section>
  );
}

/** Until it is sent, a part of it can still be destroyed. */
function HeldBack({ visit }: { readonly visit: Visit }) {
  const { t, time, attempt } = useLocale();
  const now = useNow();
  const { state, hold, waitsUntil, imported } = visit;
  if (state !== 'sealed' || hold || imported || waitsUntil === undefined || waitsUntil <= now)
    return null;
  return (
    <div className="row-actions">
      <p className="hint">{t('forget.held', { time: time(waitsUntil) })}</p>
      <Button look="quiet" icon={Eraser} onPress={() => askToForgetHeld(visit)}>
        {t('forget.open')}
      </Button>
      <Button look="quiet" icon={Send} onPress={() => attempt(sendNow)}>
        {t('forget.sendNow')}
      </Button>
    </div>
  );
}
