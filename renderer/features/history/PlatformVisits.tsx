/**
 * Earlier visits that the platform has: here too or only there. Each can be read, and archived
 * there.
 */
import { Archive, BookOpen, ChevronRight, RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../../shared/failure.ts';
import type { PastVisit } from '../../../shared/model/history.ts';
import { say } from '../../common/stores/messages.ts';
import { openNote } from '../../common/stores/navigation.ts';
import { archivePast, listPast } from '../../common/stores/platform.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { useVisits } from '../visits/visits-store.ts';
import { PastDocuments } from './PastDocuments.tsx';

const MAX_VISITS = 200;

export function PlatformVisits() {
  const { t, failure } = useLocale();
  const [list, setList] = useState<readonly PastVisit[] | undefined>();
  const [problem, setProblem] = useState<Failure | undefined>();
  const [archiving, setArchiving] = useState<PastVisit | undefined>();
  const load = useCallback(() => {
    setProblem(undefined);
    listPast(MAX_VISITS).then(setList, (error: unknown) => setProblem(asFailure(error)));
  }, []);
  useEffect(load, [load]);
  if (problem)
    return (
      <Banner
        tone="warn"
        title={t('past.unread')}
        actions={
          <Button icon={RefreshCw} onPress={load}>
            {t('past.again')}
          </Button>
        }
      >
        {failure(problem)}
      </Banner>
    );
  if (!list)
    return (
      <p className="empty" role="status">
        {t('past.loading')}
      </p>
    );
  const here = list.filter(({ id }) => id !== undefined).length;
  return (
    <>
      <p className="hint" role="status">
        {list.length === 0 ? '' : t('past.count', { count: list.length, here })}
      </p>
      {list.length === 0 ? (
        <p className="empty">{t('past.none')}</p>
      ) : (
        <ul className="plain-list cards">
          {list.map((past) => (
            <li key={past.transactionId}>
              <PastVisitCard past={past} onArchive={() => setArchiving(past)} />
            </li>
          ))}
        </ul>
      )}
      {archiving && (
        <ArchiveDialog
          past={archiving}
          onClose={() => setArchiving(undefined)}
          onDone={() => setList(list.filter((one) => one !== archiving))}
        />
      )}
    </>
  );
}

type CardProps = { readonly past: PastVisit; readonly onArchive: () => void };

function PastVisitCard({ past, onArchive }: CardProps) {
  const { t, exists, moment, nameOf } = useLocale();
  const [reading, setReading] = useState(false);
  const visit = useVisits(({ list }) => list.find(({ id }) => id === past.id));
  const name = visit ? nameOf(visit) : t('past.elsewhere');
  const when = past.createdAt === undefined ? t('past.noTime') : moment(past.createdAt);
  const state = exists(`past.processing.${past.processing}`)
    ? t(`past.processing.${past.processing}`)
    : past.processing;
  const mode =
    past.mode !== undefined && exists(`record.${past.mode}`) ? t(`record.${past.mode}`) : past.mode;
  return (
    <article className="card visit-card" aria-label={`${name}, ${when}`}>
      <div className="visit-head">
        <div className="visit-who">
          <h2 className="past-name">{name}</h2>
          <p className="hint">{[when, mode, past.transactionId].filter(Boolean).join(' · ')}</p>
        </div>
        <span className={`chip ${visit ? 'chip-good' : ''}`}>
          {visit ? t('past.here') : t('past.there')} · {state}
        </span>
      </div>
      <div className="row-actions">
        {visit && (
          <Button icon={ChevronRight} onPress={() => openNote(visit.id)}>
            {t('past.open')}
          </Button>
        )}
        <Button
          look="quiet"
          icon={BookOpen}
          aria-expanded={reading}
          onPress={() => setReading(!reading)}
        >
          {t(reading ? 'past.hide' : 'past.read')}
        </Button>
        <Button look="quiet" icon={Archive} onPress={onArchive}>
          {t('past.archive')}
        </Button>
      </div>
      {reading && <PastDocuments transactionId={past.transactionId} />}
    </article>
  );
}

function ArchiveDialog({
  past,
  onClose,
  onDone,
}: {
  readonly past: PastVisit;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { t } = useLocale();
  const archive = async () => {
    await archivePast(past.transactionId);
    onDone();
    say(({ t }) => t('past.archived'));
  };
  return (
    <Confirm
      title={t('past.archiveTitle')}
      stay={t('past.stay')}
      act={t('past.archive')}
      icon={Archive}
      refused={t('past.notArchived')}
      run={archive}
      onClose={onClose}
    >
      <p>{t(past.id === undefined ? 'past.archiveOnlyThere' : 'past.archiveHere')}</p>
    </Confirm>
  );
}
