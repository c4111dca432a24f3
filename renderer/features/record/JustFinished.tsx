/**
 * Keeps the visit that was just finished in view above the next one: its safety, its progress, and
 * its note as soon as that is here.
 */
import { useEffect } from 'react';
import type { Visit } from '../../../shared/model/visit.ts';
import { useScreen } from '../../common/stores/navigation.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { useVisits } from '../visits/visits-store.ts';
import { TodaysVisit } from './Today.tsx';

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
  // The recorder that stood here may have been scrolled.
  useEffect(() => {
    document.getElementById('page')?.firstElementChild?.scrollTo(0, 0);
  }, []);
  return (
    <section className="just-finished" aria-labelledby="finished-title">
      <h2 id="finished-title" className="unseen">
        {t('today.finished')}
      </h2>
      <TodaysVisit visit={visit} lead={t('today.finished')} />
    </section>
  );
}
