/** Work at a glance: totals, a chart of the days, and the same figures as a table. */
import { useCallback, useEffect, useState } from 'react';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import type { Usage as Counts, UsageDay } from '../../../../shared/model/usage.ts';
import { request } from '../../../common/stores/core.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { numberIn, shortDay } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { barsOf, chartSize, totalsOf } from './usage-chart.ts';

const spans = ['7', '30', '90'] as const;
type Span = (typeof spans)[number];

export function Usage() {
  const { t, attempt } = useLocale();
  const [span, setSpan] = useState<Span>('30');
  const [counts, setCounts] = useState<Counts | undefined>();
  const count = useCallback(
    async (days: Span) => setCounts(await request('visits.usage', { days: Number(days) })),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew for another span alone
  useEffect(() => attempt(() => count(span)), [span]);
  return (
    <>
      <p>{t('settings.usage.text')}</p>
      <Choice
        label={t('settings.usage.span')}
        value={span}
        onChange={setSpan}
        options={spans.map((id) => ({
          id,
          label: t('settings.usage.days', { count: Number(id) }),
        }))}
      />
      {counts && <Figures counts={counts} />}
      <div className="row-actions">
        <Button onPress={() => attempt(() => count(span))}>{t('settings.usage.again')}</Button>
      </div>
    </>
  );
}

/** Noon, so that no clock change moves it to the day before. */
const wordsOfDay = ({ day }: UsageDay, language: string) =>
  shortDay(new Date(`${day}T12:00`).getTime(), language);

const minutesOf = (samples: number) => Math.round(samples / SAMPLE_RATE / 60);

function Figures({ counts: { days, toSignature } }: { readonly counts: Counts }) {
  const { t, language, lengthOfSeconds } = useLocale();
  const total = totalsOf(days);
  const facts = [
    ['visits', total.visits],
    ['minutes', minutesOf(total.samples)],
    ['signed', total.signed],
    ['codes', total.codes],
    [
      'toSignature',
      toSignature === undefined
        ? t('settings.usage.none')
        : lengthOfSeconds(Math.round(toSignature / 1000)),
    ],
  ] as const;
  return (
    <>
      <dl className="facts usage-facts">
        {facts.map(([id, value]) => (
          <div key={id}>
            <dt>{t(`settings.usage.${id}`)}</dt>
            <dd className="figures">
              {typeof value === 'number' ? numberIn(value, language) : value}
            </dd>
          </div>
        ))}
      </dl>
      <Chart days={days} />
      <details className="usage-table">
        <summary>{t('settings.usage.table')}</summary>
        <Table days={days} />
      </details>
    </>
  );
}

function Chart({ days }: { readonly days: readonly UsageDay[] }) {
  const { t, language } = useLocale();
  const { visits, most } = totalsOf(days);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className="usage-chart">
      <figcaption className="label">{t('settings.usage.chart')}</figcaption>
      <svg
        viewBox={`0 0 ${chartSize.width} ${chartSize.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('settings.usage.summary', { count: visits, days: days.length, most })}
      >
        {barsOf(days).map(({ day, ...bar }) => (
          <rect key={day} {...bar} />
        ))}
      </svg>
      {first && last && (
        <div className="usage-axis hint" aria-hidden="true">
          <span>{wordsOfDay(first, language)}</span>
          <span>{t('settings.usage.most', { count: most })}</span>
          <span>{wordsOfDay(last, language)}</span>
        </div>
      )}
    </figure>
  );
}

function Table({ days }: { readonly days: readonly UsageDay[] }) {
  const { t, language } = useLocale();
  return (
    <ScrollRegion className="table-wrap audit" label={t('settings.usage.chart')}>
      <table>
        <thead>
          <tr>
            {(['day', 'visits', 'minutes', 'signed', 'codes'] as const).map((id) => (
              <th key={id} scope="col">
                {t(`settings.usage.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((one) => (
            <tr key={one.day}>
              <th scope="row">{wordsOfDay(one, language)}</th>
              <td className="figures">{one.visits}</td>
              <td className="figures">{minutesOf(one.samples)}</td>
              <td className="figures">{one.signed}</td>
              <td className="figures">{one.codes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
