/** The safe-to-walk-away line of one visit, and its one calm sentence. */
import { Check, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Visit } from '../../../../shared/model/visit.ts';
import { DAY } from '../../../../shared/time.ts';
import { daysAgo } from '../../../ui/times.ts';
import { useLocale, type Words } from '../../../ui/useLocale.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useStrain } from '../recorder/useLive.ts';
import { useIsLive } from './StateChip.tsx';
import { type Step, walkAway } from './walk-away.ts';

/** Milliseconds. */
const UNDO_DISCARD_FOR = DAY;

export function WalkAwayLine({
  visit,
  actions,
}: {
  readonly visit: Visit;
  readonly actions?: ReactNode;
}) {
  const words = useLocale();
  const { t } = words;
  const now = useNow();
  const line = walkAway(visit, useIsLive(visit.id), useStrain());
  const Shield = line.safe ? ShieldCheck : ShieldAlert;
  return (
    <div className="walk">
      <ol className="walk-steps" aria-label={t('walk.label')}>
        {line.steps.map((step) => (
          <li key={step.id} className={`walk-step walk-${step.state}`}>
            <span className="walk-mark" aria-hidden="true">
              {step.state === 'done' && <Check />}
            </span>
            <span className="walk-word">{stepWord(step, visit, words)}</span>
            {step.at !== undefined && (
              <span className="walk-time">{when(step.at, now, words)}</span>
            )}
          </li>
        ))}
      </ol>
      <div className="walk-foot">
        <p className={line.safe ? 'walk-safe' : 'walk-wait'}>
          <Shield aria-hidden="true" className="icon" />
          {t(
            line.sentence,
            visit.discardedAt === undefined
              ? {}
              : { until: words.moment(visit.discardedAt + UNDO_DISCARD_FOR) },
          )}
        </p>
        {actions && <div className="row-actions">{actions}</div>}
      </div>
    </div>
  );
}

const when = (at: number, now: number, { time, moment }: Words) =>
  daysAgo(at, now) === 0 ? time(at) : moment(at);

function stepWord(step: Step, { parts, worksHere }: Visit, { t }: Words): string {
  if (step.id === 'sent' && parts.of > 0)
    return t(worksHere ? 'walk.heardOf' : 'walk.sentOf', { sent: parts.sent, of: parts.of });
  // Nothing of such a visit is sent.
  if (step.id === 'sent' && worksHere) return t(`walk.heard.${step.state}`);
  return t(`walk.${step.id}.${step.state}`);
}
