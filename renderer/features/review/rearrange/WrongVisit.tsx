/**
 * "Wrong patient or wrong visit …": offers what is possible in the visit's state, does it, and
 * offers to undo it.
 */
import { Shuffle, Undo2, UserPen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { Rearrangement } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { say } from '../../../common/stores/messages.ts';
import { openNote } from '../../../common/stores/navigation.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { ActionCard, type Attempt } from './ActionCard.tsx';
import { JoinNotes } from './JoinNotes.tsx';
import { MergeVisits, SplitVisit } from './RearrangeForms.tsx';
import { stageOf, undoableOf } from './wrong-visit-format.ts';
import { rearrangements, undoRearrangement } from './wrong-visit-store.ts';

export function WrongVisit({
  visit,
  onRename,
}: {
  readonly visit: Visit;
  readonly onRename: () => void;
}) {
  const { t } = useLocale();
  const [open, setOpen] = useState(false);
  const stage = stageOf(visit);
  if (stage === 'locked' || stage === 'unfinished') return null;
  return (
    <>
      <Button look="quiet" icon={Shuffle} onPress={() => setOpen(true)}>
        {t('wrong.open')}
      </Button>
      {open && (
        <WrongVisitDialog
          visit={visit}
          onClose={() => setOpen(false)}
          onRename={() => {
            setOpen(false);
            onRename();
          }}
        />
      )}
    </>
  );
}

function WrongVisitDialog({
  visit,
  onClose,
  onRename,
}: {
  readonly visit: Visit;
  readonly onClose: () => void;
  readonly onRename: () => void;
}) {
  const { t, failure } = useLocale();
  const [problem, setProblem] = useState<Failure | undefined>();
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<'split' | 'merge' | 'join' | undefined>();
  const stage = stageOf(visit);
  /** Closes the dialog when the action is done; a failure is shown in it. */
  const attempt = async (action: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await action();
      onClose();
    } catch (error) {
      setProblem(asFailure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('wrong.title')}
      actions={<Button onPress={onClose}>{t('wrong.close')}</Button>}
    >
      <div className="wrong">
        <p>{t(`wrong.standing.${stage}`)}</p>
        {problem && (
          <Banner tone="bad" urgent title={t('wrong.refused')}>
            {failure(problem)}
          </Banner>
        )}
        {step === undefined && stage !== 'discarded' && (
          <ActionCard
            title={t('wrong.patient.title')}
            text={t(visit.signedAt === undefined ? 'wrong.patient.text' : 'wrong.patient.signed')}
          >
            <Button icon={UserPen} onPress={onRename}>
              {t('wrong.patient.act')}
            </Button>
          </ActionCard>
        )}
        {stage === 'unsent' && (step === undefined || step === 'split') && (
          <SplitVisit
            visit={visit}
            open={step === 'split'}
            busy={busy}
            onOpen={() => setStep('split')}
            attempt={attempt}
          />
        )}
        {stage === 'unsent' && (step === undefined || step === 'merge') && (
          <MergeVisits
            visit={visit}
            open={step === 'merge'}
            busy={busy}
            onOpen={() => setStep('merge')}
            attempt={attempt}
          />
        )}
        {stage === 'note' && <JoinNotes visit={visit} busy={busy} attempt={attempt} />}
        {step === undefined && <UndoRearrangements visit={visit} busy={busy} attempt={attempt} />}
      </div>
    </Dialog>
  );
}

/** Rearrangements of the visit in the last day, each with its undo. */
function UndoRearrangements({
  visit,
  busy,
  attempt,
}: {
  readonly visit: Visit;
  readonly busy: boolean;
  readonly attempt: Attempt;
}) {
  const { t, moment } = useLocale();
  const [rearranged, setRearranged] = useState<readonly Rearrangement[]>([]);
  useEffect(() => void rearrangements().then(setRearranged, () => undefined), []);
  const undo = (deed: string) =>
    attempt(async () => {
      const [first] = await undoRearrangement(deed);
      say(({ t }) => t('wrong.undone'));
      if (first) openNote(first.id);
    });
  return undoableOf(visit.id, rearranged, Date.now()).map(({ deed, at, until, kind }) => (
    <ActionCard
      key={deed}
      title={t(`wrong.undo.${kind}`, { time: moment(at) })}
      text={t('wrong.undo.until', { time: moment(until) })}
    >
      <Button icon={Undo2} isDisabled={busy} onPress={() => void undo(deed)}>
        {t('wrong.undo.act')}
      </Button>
    </ActionCard>
  ));
}
