/** The close of the day: what is left to do, each with the way there; or plainly nothing. */
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Visit } from '../../../../shared/model/visit.ts';
import { request } from '../../../common/stores/core.ts';
import { go, openNote } from '../../../common/stores/navigation.ts';
import { useSettings } from '../../../common/stores/settings.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { daysAgo } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useVisits } from '../../visits/visits-store.ts';
import { useStandingsOf, useWaiting } from './Board.tsx';
import { type Undone, undoneKinds, undoneOf } from './close-of-day.ts';
import { useStandings } from './standing-store.ts';

/** Visits of today, also those that are not finished. */
function useDayOf(): readonly Visit[] {
  const now = useNow();
  const list = useVisits((state) => state.list);
  return list.filter(({ createdAt }) => daysAgo(createdAt, now) === 0);
}

export function CloseDayDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLocale();
  const visits = useDayOf();
  const waiting = useWaiting();
  const emrOn = useEmrOn();
  const standings = useStandings(({ byVisit }) => byVisit);
  useStandingsOf(visits);
  const undone = undoneOf(visits, { standings, emrOn });
  const work = undone.filter(({ kind }) => kind !== 'sound');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('closeDay.title')}
      actions={
        <Button look="primary" onPress={onClose} autoFocus>
          {t('closeDay.close')}
        </Button>
      }
    >
      {work.length === 0 && (
        <Banner tone="good" title={t('closeDay.nothing')}>
          {waiting.length > 0 && t('closeDay.waiting', { count: waiting.length })}
        </Banner>
      )}
      {undoneKinds
        .filter((kind) => kind !== 'sound')
        .map((kind) => (
          <UndoneList
            key={kind}
            title={t(`closeDay.kind.${kind}`)}
            rows={work.filter((one) => one.kind === kind)}
            onOpen={onClose}
          />
        ))}
      <SoundLine count={undone.length - work.length} onOpen={onClose} />
    </Dialog>
  );
}

function UndoneList({
  title,
  rows,
  onOpen,
}: {
  readonly title: string;
  readonly rows: readonly Undone[];
  readonly onOpen: () => void;
}) {
  const { t, time, nameOf } = useLocale();
  if (rows.length === 0) return null;
  return (
    <section className="close-list" aria-label={title}>
      <h3>{title}</h3>
      <ul className="plain-list">
        {rows.map(({ visit, kind, count }) => (
          <li key={visit.id}>
            <Button
              look="quiet"
              icon={ChevronRight}
              onPress={() => {
                onOpen();
                if (kind === 'unfinished') go({ name: 'record' });
                else openNote(visit.id);
              }}
            >
              {[
                time(visit.createdAt),
                nameOf(visit),
                count === undefined ? '' : t('board.codes', { count }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sound goes by itself after its days: one line says when, and leads to where that is set. */
function SoundLine({ count, onOpen }: { readonly count: number; readonly onOpen: () => void }) {
  const { t } = useLocale();
  const days = useSettings(({ settings }) => settings?.privacy.keepAudioDays);
  if (count === 0) return null;
  return (
    <section className="close-list" aria-label={t('closeDay.kind.sound')}>
      <h3>{t('closeDay.kind.sound')}</h3>
      <Button
        look="quiet"
        icon={ChevronRight}
        onPress={() => {
          onOpen();
          go({ name: 'settings', section: 'privacy' });
        }}
      >
        {t('closeDay.sound', { count, days: t('closeDay.days', { count: days ?? 0 }) })}
      </Button>
    </section>
  );
}

/** Whether a folder, a server or a receiver takes signed notes. */
function useEmrOn(): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    let over = false;
    request('exports.targets.get').then(
      ({ folder, server, mllp }) =>
        over || setOn(folder.on || server.address !== '' || mllp.host !== ''),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, []);
  return on;
}
