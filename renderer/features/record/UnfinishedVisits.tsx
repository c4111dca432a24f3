/** Recordings that a crash or a quit cut short: kept, and offered. */
import { CircleCheck, Mic, Trash2 } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { goOnWith } from '../visits/recorder/recorder-store.ts';
import { useDiscard } from '../visits/useDiscard.ts';
import { finishUnfinished, forgetUnfinished, useVisits } from '../visits/visits-store.ts';

export function UnfinishedVisits() {
  const words = useLocale();
  const { t, moment, length, attempt } = words;
  const named = (key: string, name: string) => t('visit.of', { what: t(key), name });
  const unfinished = useVisits((state) => state.unfinished);
  const { discardVisit } = useDiscard();
  if (unfinished.length === 0) return null;
  return (
    <section className="card card-warm" aria-labelledby="unfinished-title">
      <h2 id="unfinished-title">{t('unfinished.title', { count: unfinished.length })}</h2>
      <p className="lead">{t('unfinished.text')}</p>
      <ul className="plain-list">
        {unfinished.map(({ id, patientName: given, startedAt, samples }) => {
          const patientName = given || t('visit.unnamed', { time: words.time(startedAt) });
          return (
            <li key={id} className="unfinished">
              <div>
                <p>
                  <strong>{patientName}</strong>
                </p>
                <p className="hint">
                  {t('unfinished.facts', { when: moment(startedAt), length: length(samples) })}
                </p>
              </div>
              <div className="row-actions">
                <Button
                  look="primary"
                  icon={Mic}
                  aria-label={named('unfinished.goOn', patientName)}
                  onPress={() =>
                    attempt(async () => {
                      await goOnWith(id);
                      forgetUnfinished(id);
                    })
                  }
                >
                  {t('unfinished.goOn')}
                </Button>
                <Button
                  icon={CircleCheck}
                  aria-label={named('unfinished.finish', patientName)}
                  onPress={() =>
                    attempt(
                      async () => {
                        await finishUnfinished(id);
                        forgetUnfinished(id);
                      },
                      t('finish.done', { name: patientName }),
                    )
                  }
                >
                  {t('unfinished.finish')}
                </Button>
                <Button
                  look="quiet"
                  icon={Trash2}
                  aria-label={named('unfinished.discard', patientName)}
                  onPress={() => discardVisit({ id })}
                >
                  {t('unfinished.discard')}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
