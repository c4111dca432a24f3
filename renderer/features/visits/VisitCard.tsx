/** One visit in a list: who, when, how it stands, and the way to its page. */
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Visit } from '../../../shared/model/visit.ts';
import { openNote } from '../../common/stores/navigation.ts';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { hasDraftAlone } from './state/fallback-format.ts';
import { StateChip } from './state/StateChip.tsx';
import { hasNote } from './state/visit-format.ts';
import { WalkAwayLine } from './state/WalkAwayLine.tsx';

type Props = {
  readonly visit: Visit;
  readonly reason?: ReactNode;
  readonly actions?: ReactNode;
  readonly facts?: ReactNode;
  readonly lead?: string | undefined;
};

function openWord(visit: Visit): string {
  if (hasDraftAlone(visit)) return 'board.readDraft';
  return hasNote(visit) ? 'visit.read' : 'visit.open';
}

export function VisitCard({ visit, reason, actions, facts, lead }: Props) {
  const { t, time, length, nameOf, forVisit } = useLocale();
  const { patient } = visit;
  const open = t(openWord(visit));
  return (
    <article className="card visit-card" aria-label={nameOf(visit)}>
      <div className="visit-head">
        <div className="visit-who">
          <h3>{nameOf(visit)}</h3>
          <p className="hint">
            {[
              lead,
              patient.recordNumber,
              time(visit.createdAt),
              visit.samples > 0 ? length(visit.samples) : undefined,
            ]
              .filter(Boolean)
              .join(' · ')}
            {facts}
          </p>
        </div>
        <StateChip visit={visit} />
      </div>
      {reason}
      <WalkAwayLine
        visit={visit}
        actions={
          <>
            {actions}
            <Button
              look={hasNote(visit) ? 'plain' : 'quiet'}
              icon={ChevronRight}
              aria-label={forVisit(open, visit)}
              onPress={() => openNote(visit.id)}
            >
              {open}
            </Button>
          </>
        }
      />
    </article>
  );
}
