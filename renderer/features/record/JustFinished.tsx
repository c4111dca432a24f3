/** The visit that was just finished, in view above the next one: that it is safe, how far it is, and its note as soon as it is here. */
import { useEffect } from 'react';
import type { Visit } from '../../../shared/model/visit.ts';
import { useScreen } from '../../common/stores/navigation.ts';
import { useWords } from '../../ui/useWords.ts';
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

export function JustFinished({ visit }: { readonly visit: Visit }) {
  const { t } = useWords();
  // The recorder that stood here may have been scrolled.
  useEffect(() => {
    document.getElementById('page')?.firstElementChild?.scrollTo(0, 0);
  }, [visit.id]);
  return (
    <section className="just-finished" aria-labelledby="finished-title">
      <h2 id="finished-title" className="unseen">
        {t('today.finished')}
      </h2>
      <TodaysVisit visit={visit} lead={t('today.finished')} />
    </section>
  );
}
