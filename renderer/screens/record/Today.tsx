/** Today's visits, newest first, each with its way to the note. */
import { ReasonLine } from '../../parts/ReasonLine.tsx';
import { VisitCard } from '../../parts/VisitCard.tsx';
import { useNow } from '../../parts/useNow.ts';
import { useWords } from '../../parts/useWords.ts';
import { useRecorder } from '../../stores/recorder.ts';
import { useVisits } from '../../stores/visits.ts';
import { daysAgo } from '../../words/times.ts';
import { waits } from '../../words/visit.ts';

export function Today() {
  const { t } = useWords();
  const now = useNow();
  const list = useVisits((state) => state.list);
  const live = useRecorder(({ status, consultation }) => (status === 'idle' ? undefined : consultation?.id));
  const today = list.filter((visit) => daysAgo(visit.createdAt, now) === 0 && visit.id !== live && visit.state !== 'discarded' && visit.state !== 'recording' && visit.state !== 'draft');
  return (
    <section className="today" aria-labelledby="today-title">
      <h2 id="today-title">{t('today.title')}</h2>
      {today.length === 0
        ? <p className="empty">{t('today.empty')}</p>
        : <ul className="plain-list cards">{today.map((visit) => <li key={visit.id}><VisitCard visit={visit} reason={waits(visit) && <ReasonLine visit={visit} />} /></li>)}</ul>}
    </section>
  );
}
