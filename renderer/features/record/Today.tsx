/** Today's visits, newest first, each with its way to the note. */
import type { Visit } from '../../../shared/model/visit.ts';
import { daysAgo } from '../../ui/times.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { useNow } from '../../ui/useNow.ts';
import { useRecorder } from '../visits/recorder/recorder-store.ts';
import { ReasonLine } from '../visits/state/ReasonLine.tsx';
import { Remedies } from '../visits/state/Remedies.tsx';
import { retries, waits } from '../visits/state/visit-format.ts';
import { VisitCard } from '../visits/VisitCard.tsx';
import { useVisits } from '../visits/visits-store.ts';
import { dayCounts } from './day-counts.ts';

/** `without`: the visit that stands on its own above. */
export function Today({ without }: { readonly without?: string | undefined }) {
  const { t } = useLocale();
  const now = useNow();
  const list = useVisits((state) => state.list);
  const live = useRecorder(({ status, visit }) => (status === 'idle' ? undefined : visit?.id));
  const today = list.filter(
    (visit) =>
      daysAgo(visit.createdAt, now) === 0 &&
      visit.id !== live &&
      visit.id !== without &&
      visit.state !== 'discarded' &&
      visit.state !== 'recording' &&
      visit.state !== 'draft',
  );
  if (today.length === 0 && without !== undefined) return null;
  return (
    <section className="today" aria-labelledby="today-title">
      <h2 id="today-title">{t('today.title')}</h2>
      {today.length > 0 && (
        <p className="hint">
          {dayCounts(today)
            .map(({ what, count }) => t(`today.counts.${what}`, { count }))
            .join(' · ')}
        </p>
      )}
      {today.length === 0 ? (
        <p className="empty">{t('today.empty')}</p>
      ) : (
        <ul className="plain-list cards">
          {today.map((visit) => (
            <li key={visit.id}>
              <TodaysVisit visit={visit} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A visit that waits or needs a person stands with the reason and its remedies. */
export function TodaysVisit({ visit, lead }: { readonly visit: Visit; readonly lead?: string }) {
  // A visit that waits for the network or for signing in goes on by itself: it needs no button on
  // each card.
  const asks = visit.state === 'attention' || retries(visit);
  return (
    <VisitCard
      visit={visit}
      lead={lead}
      reason={waits(visit) && <ReasonLine visit={visit} />}
      actions={asks && <Remedies visit={visit} />}
    />
  );
}
