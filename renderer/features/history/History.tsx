/**
 * All visits on this computer, with a search. Only the rows in view are drawn: thousands cost no
 * more than a few.
 */
import { useDeferredValue, useMemo, useState } from 'react';
import {
  Collection,
  GridList,
  GridListHeader,
  GridListItem,
  GridListSection,
  Input,
  Label,
  ListLayout,
  SearchField,
  Virtualizer,
} from 'react-aria-components';
import type { Visit } from '../../../shared/model/visit.ts';
import { SEARCH_FIELD } from '../../common/field-ids.ts';
import { openNote } from '../../common/stores/navigation.ts';
import { Choice } from '../../ui/Choice.tsx';
import { PickOne } from '../../ui/Pick.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { daysAgo } from '../../ui/times.ts';
import { useLocale, type Words } from '../../ui/useLocale.ts';
import { useNow } from '../../ui/useNow.ts';
import { StateChip } from '../visits/state/StateChip.tsx';
import { useVisits } from '../visits/visits-store.ts';
import { byDay, type Filter, filters, findVisits } from './find-visits.ts';
import { PlatformVisits } from './PlatformVisits.tsx';

const layout = { estimatedRowSize: 72, estimatedHeadingSize: 44 };

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
  const { t, language } = useLocale();
  const { list, loaded } = useVisits();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const deferredSearch = useDeferredValue(search);
  const found = useMemo(
    () => findVisits(list, deferredSearch, filter, language),
    [list, deferredSearch, filter, language],
  );
  return (
    <>
      <div className="history-tools">
        <SearchField
          id={SEARCH_FIELD}
          className="field history-search"
          value={search}
          onChange={setSearch}
        >
          <Label className="label">{t('history.search')}</Label>
          <Input className="input" placeholder={t('history.searchExample')} />
        </SearchField>
        <PickOne
          label={t('history.state')}
          value={filter}
          onChange={(id) => setFilter(id as Filter)}
          options={filters.map((id) => ({ id, label: t(`history.filter.${id}`) }))}
        />
      </div>
      <p className="hint" role="status">
        {t('history.count', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <p className="empty">
          {t(list.length === 0 && loaded ? 'history.none' : 'history.notFound')}
        </p>
      ) : (
        <VisitList visits={found} />
      )}
    </>
  );
}

function VisitList({ visits }: { readonly visits: readonly Visit[] }) {
  const words = useLocale();
  const now = useNow(60_000);
  const days = useMemo(() => byDay(visits), [visits]);
  return (
    <Virtualizer layout={ListLayout} layoutOptions={layout}>
      <GridList
        className="history"
        aria-label={words.t('history.title')}
        items={days}
        onAction={(key) => openNote(String(key))}
        selectionMode="none"
        dependencies={[words.language, now]}
      >
        {(day) => (
          <GridListSection id={day.id}>
            <GridListHeader className="history-day">{dayName(day.at, now, words)}</GridListHeader>
            <Collection items={day.visits}>{(visit) => <VisitRow visit={visit} />}</Collection>
          </GridListSection>
        )}
      </GridList>
    </Virtualizer>
  );
}

function dayName(at: number, now: number, { t, day }: Words): string {
  const ago = daysAgo(at, now);
  if (ago === 0) return t('history.today');
  return ago === 1 ? t('history.yesterday') : day(at);
}

function VisitRow({ visit }: { readonly visit: Visit }) {
  const { t, time, length, templateName, languageName, nameOf } = useLocale();
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
