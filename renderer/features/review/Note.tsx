/** One visit: how it stands, and what was written about it. */
import { ChevronLeft, ClipboardPlus, Download, Pencil, RefreshCw, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Visit } from '../../../shared/model/visit.ts';
import { allows } from '../../../shared/model/visit-state.ts';
import { go } from '../../common/stores/navigation.ts';
import { useSettings } from '../../common/stores/settings.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../ui/useWords.ts';
import { orderFor } from '../clinic/orders/orders-store.ts';
import { CancelVisit, canCancel } from '../visits/CancelVisit.tsx';
import { leaveAll } from '../visits/note/note-drafts-store.ts';
import { openNoteWork } from '../visits/note/note-versions-store.ts';
import { RenameDialog } from '../visits/RenameDialog.tsx';
import { ReasonLine } from '../visits/state/ReasonLine.tsx';
import { Remedies } from '../visits/state/Remedies.tsx';
import { StateChip } from '../visits/state/StateChip.tsx';
import { hasNote, isQueued } from '../visits/state/visit-format.ts';
import { WalkAwayLine } from '../visits/state/WalkAwayLine.tsx';
import { useDiscard } from '../visits/useDiscard.ts';
import { useSaveAll } from '../visits/useSaveAll.ts';
import { loadNote, retry, useVisits } from '../visits/visits-store.ts';
import { birthInWords } from '../visits/whole-patient.ts';
import { CodesCard } from './CodesCard.tsx';
import { Another } from './document/RequestDocument.tsx';
import { WrongVisit } from './rearrange/WrongVisit.tsx';
import { Review } from './sign/Review.tsx';

type Props = { readonly id: string; readonly from: 'record' | 'queue' | 'history' };

export function Note({ id, from }: Props) {
  const { t } = useWords();
  const visit = useVisits(({ list }) => list.find((one) => one.id === id));
  if (!visit)
    return (
      <Screen title={t('note.missing')}>
        <Back from={from} />
      </Screen>
    );
  return <Page visit={visit} from={from} />;
}

function Back({ from }: Pick<Props, 'from'>) {
  const { t } = useWords();
  return (
    <Button look="quiet" icon={ChevronLeft} onPress={() => go({ name: from })}>
      {t(`note.back.${from}`)}
    </Button>
  );
}

function Page({ visit, from }: { readonly visit: Visit; readonly from: Props['from'] }) {
  const words = useWords();
  const { t, moment, length, languageName } = words;
  const [renaming, setRenaming] = useState(false);
  const { save, saving } = useSaveAll();
  const asksConsent = useSettings(({ settings }) => settings?.askConsent === true);
  const facts = [
    visit.patient.recordNumber,
    visit.patient.birthDate === undefined
      ? undefined
      : t('who.born', { day: birthInWords(visit.patient.birthDate, words.language) }),
    visit.patient.sex === undefined || visit.patient.sex === 'unknown'
      ? undefined
      : t(`who.sexIs.${visit.patient.sex}`),
    moment(visit.createdAt),
    visit.samples > 0 ? length(visit.samples) : undefined,
    t('history.languages', {
      from: visit.inputLanguages.map(languageName).join(', '),
      to: languageName(visit.outputLanguage),
    }),
    visit.consentAt === undefined
      ? asksConsent && !visit.locked
        ? t('note.consentMissing')
        : undefined
      : t('note.consent', { time: words.time(visit.consentAt) }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <Back from={from} />
      <Screen
        title={words.nameOf(visit)}
        windowTitle={t('note.window')}
        lead={facts}
        actions={
          <>
            <StateChip visit={visit} />
            {!visit.locked && (
              <Button
                look="quiet"
                icon={Pencil}
                aria-label={words.forVisit(t('note.changeLabel'), visit)}
                onPress={() => setRenaming(true)}
              >
                {t('note.changeLabel')}
              </Button>
            )}
          </>
        }
      >
        <section className="card note-way" aria-label={t('note.way')}>
          <WalkAwayLine
            visit={visit}
            actions={
              canSave(visit) && (
                <>
                  {hasNote(visit) && (
                    <Button
                      look="quiet"
                      icon={ClipboardPlus}
                      onPress={() => {
                        orderFor(visit.transactionId);
                        go({ name: 'orders' });
                      }}
                    >
                      {t('orders.fromNote')}
                    </Button>
                  )}
                  <Button icon={Download} onPress={() => save(visit.id)} isDisabled={saving}>
                    {t(saving ? 'save.saving' : 'save.all')}
                  </Button>
                </>
              )
            }
          />
          <Way visit={visit} />
          <div className="row-actions">
            <WrongVisit visit={visit} onRename={() => setRenaming(true)} />
          </div>
        </section>
        {visit.locked ? null : hasNote(visit) ? (
          <>
            <CodesCard visit={visit} from={from} />
            <Result visit={visit} />
          </>
        ) : (
          visit.state !== 'discarded' &&
          visit.state !== 'attention' && <p className="empty">{t('note.notYet')}</p>
        )}
        {renaming && <RenameDialog visit={visit} onClose={() => setRenaming(false)} />}
      </Screen>
    </>
  );
}

/** Once it is sealed: there is something to take along. */
const canSave = ({ state, locked }: Visit) => allows(state, 'save-sound') && !locked;

function Way({ visit }: { readonly visit: Visit }) {
  const { t } = useWords();
  const { undo } = useDiscard();
  if (allows(visit.state, 'discard-undone'))
    return (
      <div className="row-actions">
        <Button icon={Undo2} onPress={() => undo(visit.id)}>
          {t('discard.undo')}
        </Button>
      </div>
    );
  if (!isQueued(visit) && !visit.locked) return null;
  return (
    <>
      <ReasonLine visit={visit} />
      <div className="row-actions">
        <Remedies visit={visit} without="save" />
        {canCancel(visit) && <CancelVisit visit={visit} />}
      </div>
    </>
  );
}

function Result({ visit }: { readonly visit: Visit }) {
  const { t, failure, attempt } = useWords();
  const note = useVisits(({ notes }) => notes[visit.id]);
  const [problem, setProblem] = useState<string | undefined>();
  const [looked, setLooked] = useState(false);
  useEffect(() => {
    loadNote(visit.id).then(
      () => setLooked(true),
      (error: unknown) => setProblem(failure(error)),
    );
    // Once for each visit and state; the words of a failure may change with the language, the note does not.
  }, [visit.id, visit.state]);
  useEffect(() => void openNoteWork(visit.id), [visit.id, visit.state]);
  useEffect(() => () => void leaveAll(visit.id), [visit.id]);
  if (problem !== undefined)
    return (
      <Banner tone="bad" urgent title={t('note.unreadable')}>
        {problem}
      </Banner>
    );
  if (!note)
    return (
      <p className="empty" role="status">
        {t(looked ? 'note.none' : 'note.opening')}
      </p>
    );
  return (
    <>
      {note.practice && (
        <Banner tone="warn" title={t('note.practice')}>
          {t('note.practiceText')}
        </Banner>
      )}
      {visit.state === 'partial' && (
        <Banner
          tone="warn"
          title={t('note.partial')}
          actions={
            <Button
              icon={RefreshCw}
              onPress={() => attempt(() => retry(visit.id), t('queue.looking'))}
            >
              {t('note.partialAgain')}
            </Button>
          }
        >
          {t('note.partialText')}
        </Banner>
      )}
      <Review note={note} visit={visit} />
      <Another visit={visit} />
    </>
  );
}
