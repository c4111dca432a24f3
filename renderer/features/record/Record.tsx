/**
 * Home: the board of the day. A visit is recorded, one that was cut short is continued, and today's
 * visits show how they stand.
 */

import { ListChecks, ListPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { focusSoon, PATIENT_FIELD } from '../../common/field-ids.ts';
import { Button } from '../../ui/Button.tsx';
import { KeyCaps } from '../../ui/KeysDialog.tsx';
import { Later } from '../../ui/Later.tsx';
import { partOnDemand } from '../../ui/on-demand.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { SystemAlerts } from '../visits/alerts/SystemAlerts.tsx';
import { useRecorder } from '../visits/recorder/recorder-store.ts';
import { useVisits } from '../visits/visits-store.ts';
import { Board, DayLine } from './board/Board.tsx';
import { JustFinished, useJustFinished } from './JustFinished.tsx';
import { NewVisit } from './NewVisit.tsx';
import { Recorder } from './Recorder.tsx';
import { UnfinishedVisits } from './UnfinishedVisits.tsx';

const DayListDialog = partOnDemand(
  async () => (await import('./board/DayListDialog.tsx')).DayListDialog,
);
const CloseDayDialog = partOnDemand(
  async () => (await import('./board/CloseDayDialog.tsx')).CloseDayDialog,
);

export function Record() {
  const { t } = useLocale();
  const live = useRecorder(
    ({ status }) => status === 'recording' || status === 'paused' || status === 'finishing',
  );
  const unfinished = useVisits((state) => state.unfinished.length > 0);
  const finished = useJustFinished();
  return (
    <>
      {!live && finished && <JustFinished key={finished.id} visit={finished} />}
      <Screen
        title={t(live ? 'record.titleLive' : 'today.title')}
        lead={!live && <DayLine />}
        actions={!live && <DayActions />}
        keepFocus
      >
        <SystemAlerts most={2} brief={!live && (unfinished || finished !== undefined)} />
        {live ? (
          <>
            <Recorder />
            <Later>
              <Board titled />
            </Later>
          </>
        ) : (
          <>
            <UnfinishedVisits />
            {/* Another one than that of the recording: each has a turn of its own. */}
            <Later key="form">
              <NewVisit
                board={
                  <Later>
                    <Board without={finished?.id} />
                  </Later>
                }
              />
            </Later>
          </>
        )}
      </Screen>
    </>
  );
}

/** Brings the list of the day in, closes the day, and leads to the form. */
function DayActions() {
  const { t } = useLocale();
  const [open, setOpen] = useState<'list' | 'close' | undefined>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button look="quiet" icon={ListPlus} onPress={() => setOpen('list')}>
        {t('dayList.open')}
      </Button>
      <Button look="quiet" icon={ListChecks} onPress={() => setOpen('close')}>
        {t('closeDay.open')}
      </Button>
      <Button icon={Plus} aria-keyshortcuts="Control+N" onPress={() => focusSoon(PATIENT_FIELD)}>
        {t('today.new')} <KeyCaps keys={['mod', 'N']} />
      </Button>
      {open === 'list' && <DayListDialog onClose={close} />}
      {open === 'close' && <CloseDayDialog onClose={close} />}
    </>
  );
}
