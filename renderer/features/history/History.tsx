/** All visits on this computer, a page at a time, with a search; and those of the platform. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  Collection,
  GridList,
  GridListHeader,
  GridListItem,
  GridListSection,
} from 'react-aria-components';
import type { Visit } from '../../../shared/model/visit.ts';
import { openNote } from '../../common/stores/navigation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { daysAgo } from '../../ui/times.ts';
import { useLocale, type Words } from '../../ui/useLocale.ts';
import { useNow } from '../../ui/useNow.ts';
import { StateChip } from '../visits/state/StateChip.tsx';
import { applyVisit } from '../visits/visits-store.ts';
import { byDay } from './by-day.ts';
import { HistoryTools } from './HistoryTools.tsx';
import { newer, older, useHistory } from './history-store.ts';
import { PlatformVisits } from './PlatformVisits.tsx';
import { Withdrawals } from './Withdrawals.tsx';

export function History() {
  const { t } = useLocale();
  const [where, setWhere] = useState<'here' | 'platform'>('here');
  return (
    <Screen title={t('history.title')} tall={where === 'here'} keepFocus={false}>
      <Choice
        label={t('history.where')}
        value={where}
        onChange={setWhere}
        options={(['here', 'platform'] as const).map((id) => ({
          id,
          label: t(`history.place.${id}`),
        }))}
      />
      {where === 'here' ? <LocalVisits /> : <PlatformVisits />}
    </Screen>
  );
}

function LocalVisits() {
  const { t, failure } = useLocale();
  const page = useHistory();
  return (
    <>
      <HistoryTools />
      <Withdrawals />
      {page.failure && (
        <Banner tone="warn" title={t('history.unread')}>
          {failure(page.failure)}
        </Banner>
      )}
      <PageLine />
      {page.loaded && page.visits.length === 0 ? (
        <p className="empty">{t(isWhole(page.query) ? 'history.none' : 'history.notFound')}</p>
      ) : (
        <VisitList visits={page.visits} />
      )}
    </>
  );
}

/** Nothing was searched for: an empty list means that there are no visits. */
const isWhole = ({ filter = 'all', ...rest }: Readonly<Record<string, unknown>>) =>
  filter === 'all' && Object.keys(rest).length === 0;

/** How much is in view, what the search misses yet, and the way to the other pages. */
function PageLine() {
  const { t, attempt } = useLocale();
  const { visits, next, newer: before, unindexed, loaded } = useHistory();
  return (
    <div className="history-pages">
      <p className="hint" role="status">
        {loaded &&
          t(next === undefined && before.length === 0 ? 'history.count' : 'history.some', {
            count: visits.length,
          })}
        {unindexed > 0 && ` ${t('history.unindexed', { count: unindexed })}`}
      </p>
      {(next !== undefined || before.length > 0) && (
        <div className="row-actions">
          <Button
            look="quiet"
            icon={ChevronLeft}
            isDisabled={before.length === 0}
            onPress={() => attempt(newer)}
          >
            {t('history.newer')}
          </Button>
          <Button
            look="quiet"
            icon={ChevronRight}
            isDisabled={next === undefined}
            onPress={() => attempt(older)}
          >
            {t('history.older')}
          </Button>
        </div>
      )}
    </div>
  );
}

function VisitList({ visits }: { readonly visits: readonly Visit[] }) {
  const words = useLocale();
  const now = useNow(60_000);
  const days = useMemo(() => byDay(visits), [visits]);
  return (
    <GridList
      className="history"
      aria-label={words.t('history.title')}
      items={days}
      onAction={(key) => {
        const visit = visits.find(({ id }) => id === key);
        if (!visit) return;
        applyVisit(visit);
        openNote(visit.id);
      }}
      selectionMode="none"
      dependencies={[words.language, now]}
    >
      {(day) => (
        <GridListSection id={day.id}>
          <GridListHeader className="history-day">{dayName(day.at, now, words)}</GridListHeader>
          <Collection items={day.visits}>
            {(visit) => <VisitRow visit={visit} words={words} />}
          </Collection>
        </GridListSection>
      )}
    </GridList>
  );
}

function dayName(at: number, now: number, { t, day }: Words): string {
  const ago = daysAgo(at, now);
  if (ago === 0) return t('history.today');
  return ago === 1 ? t('history.yesterday') : day(at);
}

function VisitRow({ visit, words }: { readonly visit: Visit; readonly words: Words }) {
  const { t, time, length, templateName, languageName, nameOf } = words;
  const { patient, templates, inputLanguages, outputLanguage } = visit;
  const facts = [
    templates.map(templateName).join(', '),
    visit.samples > 0 ? length(visit.samples) : undefined,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <GridListItem id={visit.id} className="history-row" textValue={nameOf(visit)}>
      <span className="history-time figures">{time(visit.createdAt)}</span>
      <span className="history-who">
        <strong>{nameOf(visit)}</strong>
        {patient.recordNumber && <span className="quiet"> · {patient.recordNumber}</span>}
        <span className="hint">
          {facts} ·{' '}
          <span>
            {t('history.languages', {
              from: inputLanguages.map(languageName).join(', '),
              to: languageName(outputLanguage),
            })}
          </span>
        </span>
      </span>
      <StateChip visit={visit} />
    </GridListItem>
  );
}
