/** The board of the day: who comes next, and its visits, newest first, a line each. */
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Appointment } from '../../../../shared/model/day.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { isFocusFree } from '../../../common/pieces.ts';
import { openNote } from '../../../common/stores/navigation.ts';
import { Button } from '../../../ui/Button.tsx';
import { daysAgo, localeOf } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useRecorder } from '../../visits/recorder/recorder-store.ts';
import { hasNote } from '../../visits/state/visit-format.ts';
import { useVisits } from '../../visits/visits-store.ts';
import { AppointmentRow } from './AppointmentRow.tsx';
import { asLine, dayCounts } from './day-counts.ts';
import { loadDay, useDay } from './day-store.ts';
import { rowAction, rowWords } from './row-words.ts';
import { StateWords } from './StateWords.tsx';
import { loadStandings, useStandings } from './standing-store.ts';
import { rowId, useRowKeys } from './useRowKeys.ts';
import { waitingOf } from './waiting.ts';

const isOfToday = ({ createdAt, state }: Visit, now: number) =>
  daysAgo(createdAt, now) === 0 && state !== 'discarded';

/** Visits of today that were recorded, newest first. */
function useToday(): readonly Visit[] {
  const now = useNow();
  const list = useVisits((state) => state.list);
  const live = useRecorder(({ status, visit }) => (status === 'idle' ? undefined : visit?.id));
  return list.filter(
    (visit) =>
      isOfToday(visit, now) &&
      visit.id !== live &&
      visit.state !== 'recording' &&
      visit.state !== 'draft',
  );
}

/** No visit was recorded today. */
export const useIsFirstOfDay = () => useToday().length === 0;

/** Appointments of today that have no visit yet, also none that is being recorded. */
export function useWaiting(): readonly Appointment[] {
  const now = useNow();
  const list = useVisits((state) => state.list);
  const appointments = useDay((state) => state.appointments);
  const day = new Date(now).getDate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new day is a reason to ask again
  useEffect(() => void loadDay().catch(() => undefined), [day]);
  return waitingOf(appointments, list.filter((visit) => isOfToday(visit, now)).toReversed());
}

/** The day and how its visits stand: "Sun, 22 Nov · 8 visits · 5 signed". */
export function DayLine() {
  const { t, language } = useLocale();
  const now = useNow();
  const today = useToday();
  const day = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(now);
  const counts = today.length === 0 ? [] : dayCounts(today);
  return asLine([day, ...counts.map(({ what, count }) => t(`today.counts.${what}`, { count }))]);
}

/** Of a long list the next ones: the visits below stay in view. */
const SHOWN_WAITING = 3;

/** `without`: the visit that stands on its own above. `titled`: below something else. */
export function Board({
  without,
  titled = false,
}: {
  readonly without?: string | undefined;
  readonly titled?: boolean;
}) {
  const { t } = useLocale();
  const today = useToday();
  const waiting = useWaiting();
  const [all, setAll] = useState(false);
  // Only as the board comes into view: a list that comes later takes the focus from nobody.
  const [isNew, setNew] = useState(isFocusFree);
  useEffect(() => setNew(false), []);
  const coming = all ? waiting : waiting.slice(0, SHOWN_WAITING);
  const rows = today.filter(({ id }) => id !== without);
  const { active, setActive, onKeyDown } = useRowKeys([...coming, ...rows].map(({ id }) => id));
  useStandingsOf(today);
  if (rows.length + coming.length === 0 && without !== undefined) return null;
  return (
    <section className="today" aria-label={t('today.title')}>
      {titled && (
        <>
          <h2>{t('today.title')}</h2>
          <p className="hint">
            <DayLine />
          </p>
        </>
      )}
      {rows.length + coming.length === 0 ? (
        <p className="empty">{t('today.empty')}</p>
      ) : (
        <ul className="plain-list board" onKeyDown={onKeyDown}>
          {coming.map((appointment, index) => (
            <li key={appointment.id}>
              <AppointmentRow
                appointment={appointment}
                isNext={index === 0}
                autoFocus={isNew && !titled && index === 0}
                isActive={appointment.id === active}
                onFocus={() => setActive(appointment.id)}
              />
            </li>
          ))}
          {waiting.length > SHOWN_WAITING && (
            <li className="board-more">
              <Button look="quiet" onPress={() => setAll(!all)}>
                {all
                  ? t('board.fewer')
                  : t('board.more', { count: waiting.length - coming.length })}
              </Button>
            </li>
          )}
          {rows.map((visit) => (
            <li key={visit.id}>
              <VisitRow
                visit={visit}
                isActive={visit.id === active}
                onFocus={() => setActive(visit.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Reads the numbers of notes that came or were signed since. */
export function useStandingsOf(visits: readonly Visit[]): void {
  const wanted = visits
    .filter((visit) => hasNote(visit) && !visit.locked)
    .map(({ id, signedAt = '' }) => `${id} ${signedAt}`)
    .join();
  useEffect(() => {
    const ids = wanted === '' ? [] : wanted.split(',').map((one) => one.split(' ')[0] ?? '');
    void loadStandings(ids);
  }, [wanted]);
}

type RowProps = {
  readonly visit: Visit;
  readonly isActive: boolean;
  readonly onFocus: () => void;
};

function VisitRow({ visit, isActive, onFocus }: RowProps) {
  const { t, time, nameOf, forVisit } = useLocale();
  const standing = useStandings(({ byVisit }) => byVisit[visit.id]);
  const action = t(rowAction(visit));
  return (
    <article className="board-row" aria-label={nameOf(visit)}>
      <span className="board-time figures">{time(visit.createdAt)}</span>
      <span className="board-who">{nameOf(visit)}</span>
      <StateWords visit={visit} words={rowWords(visit, standing)} />
      <Button
        id={rowId(visit.id)}
        look="quiet"
        icon={ChevronRight}
        excludeFromTabOrder={!isActive}
        aria-label={forVisit(action, visit)}
        onFocus={onFocus}
        onPress={() => openNote(visit.id)}
      >
        {action}
      </Button>
    </article>
  );
}
