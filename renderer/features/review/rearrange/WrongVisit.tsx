/** "Wrong patient or wrong visit …": says what is possible now, does it, and names how it is taken back. */
import { Shuffle, Undo2, UserPen } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Rearrangement } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { say } from '../../../common/stores/messages.ts';
import { openNote } from '../../../common/stores/navigation.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Ask } from '../../../ui/Dialog.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { ActionCard, type Attempt } from './ActionCard.tsx';
import { JoinNotes } from './JoinNotes.tsx';
import { MergeVisits, SplitVisit } from './RearrangeForms.tsx';
import { standingOf, undoableOf } from './wrong-visit-format.ts';
import { rearrangements, undoRearrangement } from './wrong-visit-store.ts';

export function WrongVisit({
  visit,
  onRename,
}: {
  readonly visit: Visit;
  readonly onRename: () => void;
}) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const standing = standingOf(visit);
  if (standing === 'locked' || standing === 'unfinished') return null;
  return (
    <>
      <Button look="quiet" icon={Shuffle} onPress={() => setOpen(true)}>
        {t('wrong.open')}
      </Button>
      {open && (
        <Dialog
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

function Dialog({
  visit,
  onClose,
  onRename,
}: {
  readonly visit: Visit;
  readonly onClose: () => void;
  readonly onRename: () => void;
}) {
  const { t, failure } = useWords();
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<'split' | 'merge' | 'join' | undefined>();
  const standing = standingOf(visit);
  /** Closes when it is done; what goes wrong is said here. */
  const attempt = async (deed: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await deed();
      onClose();
    } catch (error) {
      setProblem(failure(error));
      setBusy(false);
    }
  };
  return (
    <Ask
      open
      onClose={onClose}
      title={t('wrong.title')}
      actions={<Button onPress={onClose}>{t('wrong.close')}</Button>}
    >
      <div className="wrong">
        <p>{t(`wrong.standing.${standing}`)}</p>
        {problem !== undefined && (
          <Banner tone="bad" urgent title={t('wrong.refused')}>
            {problem}
          </Banner>
        )}
        {step === undefined && standing !== 'discarded' && (
          <ActionCard
            title={t('wrong.patient.title')}
            text={t(visit.signedAt === undefined ? 'wrong.patient.text' : 'wrong.patient.signed')}
          >
            <Button icon={UserPen} onPress={onRename}>
              {t('wrong.patient.act')}
            </Button>
          </ActionCard>
        )}
        {standing === 'unsent' && (step === undefined || step === 'split') && (
          <SplitVisit
            visit={visit}
            open={step === 'split'}
            busy={busy}
            onOpen={() => setStep('split')}
            attempt={attempt}
          />
        )}
        {standing === 'unsent' && (step === undefined || step === 'merge') && (
          <MergeVisits
            visit={visit}
            open={step === 'merge'}
            busy={busy}
            onOpen={() => setStep('merge')}
            attempt={attempt}
          />
        )}
        {standing === 'note' && <JoinNotes visit={visit} busy={busy} attempt={attempt} />}
        {step === undefined && <Undo visit={visit} busy={busy} attempt={attempt} />}
      </div>
    </Ask>
  );
}

/** What was done to it in the last day, and the way back. */
function Undo({
  visit,
  busy,
  attempt,
}: {
  readonly visit: Visit;
  readonly busy: boolean;
  readonly attempt: Attempt;
}) {
  const { t, moment } = useWords();
  const [deeds, setDeeds] = useState<readonly Rearrangement[]>([]);
  useEffect(() => void rearrangements().then(setDeeds, () => undefined), [visit.id]);
  const back = (deed: string) =>
    attempt(async () => {
      const [first] = await undoRearrangement(deed);
      say(t('wrong.undone'));
      if (first) openNote(first.id);
    });
  return undoableOf(visit.id, deeds, Date.now()).map(({ deed, at, until, kind }) => (
    <ActionCard
      key={deed}
      title={t(`wrong.undo.${kind}`, { time: moment(at) })}
      text={t('wrong.undo.until', { time: moment(until) })}
    >
      <Button icon={Undo2} isDisabled={busy} onPress={() => void back(deed)}>
        {t('wrong.undo.act')}
      </Button>
    </ActionCard>
  ));
}
