/** The board of the day: its visits, newest first, a line each, with one action. */
import { ChevronRight } from 'lucide-react';
import type { Visit } from '../../../../shared/model/visit.ts';
import { openNote } from '../../../common/stores/navigation.ts';
import { Button } from '../../../ui/Button.tsx';
import { daysAgo } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useRecorder } from '../../visits/recorder/recorder-store.ts';
import { useVisits } from '../../visits/visits-store.ts';
import { dayCounts } from './day-counts.ts';
import { type RowWord, rowAction, rowWords } from './row-words.ts';
import { StateWords } from './StateWords.tsx';
import { rowId, useRowKeys } from './useRowKeys.ts';

/** Visits of today that were recorded, newest first. */
function useToday(): readonly Visit[] {
  const now = useNow();
  const list = useVisits((state) => state.list);
  const live = useRecorder(({ status, visit }) => (status === 'idle' ? undefined : visit?.id));
  return list.filter(
    (visit) =>
      daysAgo(visit.createdAt, now) === 0 &&
      visit.id !== live &&
      !['discarded', 'recording', 'draft'].includes(visit.state),
  );
}

/** The day and how its visits stand: "Sunday 22 Nov · 8 visits · 5 signed". */
export function DayLine() {
  const { t, language } = useLocale();
  const now = useNow();
  const today = useToday();
  const day = new Intl.DateTimeFormat(language === 'en' ? 'en-IN' : language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(now);
  const counts = today.length === 0 ? [] : dayCounts(today);
  return [day, ...counts.map(({ what, count }) => t(`today.counts.${what}`, { count }))].join(
    ' · ',
  );
}

/** `without`: the visit that stands on its own above. */
export function Board({
  without,
  titled = false,
}: {
  readonly without?: string | undefined;
  /** Below something else, the board has a heading of its own. */
  readonly titled?: boolean;
}) {
  const { t } = useLocale();
  const today = useToday();
  const rows = today.filter(({ id }) => id !== without);
  const { active, setActive, onKeyDown } = useRowKeys(
    rows.map(({ id }) => id),
    undefined,
  );
  if (rows.length === 0 && without !== undefined) return null;
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
      {rows.length === 0 ? (
        <p className="empty">{t('today.empty')}</p>
      ) : (
        <ul className="plain-list board" onKeyDown={onKeyDown}>
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

type RowProps = {
  readonly visit: Visit;
  readonly isActive: boolean;
  readonly onFocus: () => void;
};

function VisitRow({ visit, isActive, onFocus }: RowProps) {
  const { t, time, nameOf, forVisit } = useLocale();
  const action = t(rowAction(visit));
  const words: readonly RowWord[] = rowWords(visit);
  return (
    <article className="board-row" aria-label={nameOf(visit)}>
      <span className="board-time figures">{time(visit.createdAt)}</span>
      <span className="board-who">{nameOf(visit)}</span>
      <StateWords visit={visit} words={words} />
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
