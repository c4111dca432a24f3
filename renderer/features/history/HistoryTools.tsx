/** The search and the filters over the list of visits. */
import { useEffect, useState } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import { type VisitFilter, visitFilters } from '../../../shared/model/visit-search.ts';
import { SEARCH_FIELD } from '../../common/field-ids.ts';
import { Field, useFields } from '../../ui/Field.tsx';
import { PickOne } from '../../ui/Pick.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { useOptions } from '../visits/VisitChoices.tsx';
import { searchFor } from './history-store.ts';
import { daysOf, type Period, periods } from './periods.ts';

const ANY = 'any';
const none = { words: '', code: '', from: '', to: '' };
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

export function HistoryTools() {
  const { t } = useLocale();
  const { templateOptions } = useOptions();
  const { values, set } = useFields(none);
  const [filter, setFilter] = useState<VisitFilter>('all');
  const [period, setPeriod] = useState<Period>('ever');
  const [template, setTemplate] = useState(ANY);
  const { words, code, from, to } = values;
  useEffect(() => {
    const between = { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
    void searchFor({
      filter,
      ...daysOf(period, between, Date.now()),
      ...(words.trim() && { words }),
      ...(code.trim() && { code }),
      ...(template !== ANY && { template }),
    });
  }, [words, code, from, to, filter, period, template]);
  return (
    <div className="history-tools">
      <SearchField
        id={SEARCH_FIELD}
        className="field history-search"
        value={words}
        onChange={set('words')}
        maxLength={200}
      >
        <Label className="label">{t('history.search')}</Label>
        <Input className="input" placeholder={t('history.searchExample')} />
      </SearchField>
      <PickOne
        label={t('history.state')}
        value={filter}
        onChange={(id) => setFilter(visitFilters.find((one) => one === id) ?? 'all')}
        options={visitFilters.map((id) => ({ id, label: t(`history.filter.${id}`) }))}
      />
      <PickOne
        label={t('history.period')}
        value={period}
        onChange={(id) => setPeriod(periods.find((one) => one === id) ?? 'ever')}
        options={periods.map((id) => ({ id, label: t(`history.periods.${id}`) }))}
      />
      <PickOne
        label={t('history.template')}
        value={template}
        onChange={setTemplate}
        options={[{ id: ANY, label: t('history.anyTemplate') }, ...templateOptions]}
      />
      <Field
        label={t('history.code')}
        placeholder="J06.9"
        value={code}
        onChange={set('code')}
        maxLength={40}
        autoComplete="off"
      />
      {period === 'between' && (
        <>
          <Field label={t('history.from')} type="date" value={from} onChange={set('from')} />
          <Field label={t('history.to')} type="date" value={to} onChange={set('to')} />
        </>
      )}
    </div>
  );
}
