/** One visit: its state, what can be done with it, and its note. */
import {
  ChevronDown,
  ChevronLeft,
  ChevronUp,
  ClipboardPlus,
  Download,
  Pencil,
  RefreshCw,
  Undo2,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../../shared/failure.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { allows } from '../../../shared/model/visit-state.ts';
import { go } from '../../common/stores/navigation.ts';
import { useSession } from '../../common/stores/session.ts';
import { useSettings } from '../../common/stores/settings.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Later } from '../../ui/Later.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SetByOrganisation } from '../../ui/SetByOrganisation.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { orderFor } from '../clinic/orders/orders-store.ts';
import { CancelVisit, canCancel } from '../visits/CancelVisit.tsx';
import { ConsentButton } from '../visits/consent/ConsentDialog.tsx';
import { leaveAll } from '../visits/note/note-drafts-store.ts';
import { openNoteWork, useNoteWork } from '../visits/note/note-versions-store.ts';
import { noteBranch } from '../visits/note/versions-format.ts';
import { useOtherPatient } from '../visits/practice.ts';
import { RenameDialog } from '../visits/RenameDialog.tsx';
import { CutFile } from '../visits/state/CutFile.tsx';
import { FallbackLine } from '../visits/state/FallbackLine.tsx';
import { hasDraftAlone } from '../visits/state/fallback-format.ts';
import { ReasonLine } from '../visits/state/ReasonLine.tsx';
import { Remedies } from '../visits/state/Remedies.tsx';
import { StateChip } from '../visits/state/StateChip.tsx';
import { hasNote, isQueued } from '../visits/state/visit-format.ts';
import { WalkAwayLine } from '../visits/state/WalkAwayLine.tsx';
import { useDiscard } from '../visits/useDiscard.ts';
import { useSaveAll } from '../visits/useSaveAll.ts';
import { loadNote, retry, useVisits } from '../visits/visits-store.ts';
import { birthInWords } from '../visits/whole-patient.ts';
import { WaitingDraft } from './document/FallbackDraft.tsx';
import { WrongVisit } from './rearrange/WrongVisit.tsx';
import './note-keys.ts';
import { SignBar } from './sign/SignBar.tsx';
import { Workplace } from './workplace/Workplace.tsx';

type Props = { readonly id: string; readonly from: 'record' | 'queue' | 'history' };

export function Note({ id, from }: Props) {
  const { t } = useLocale();
  const visit = useVisits(({ list }) => list.find((one) => one.id === id));
  if (!visit)
    return (
      <Screen title={t('note.missing')}>
        <Back from={from} />
      </Screen>
    );
  return <VisitNote visit={visit} from={from} />;
}

function Back({ from }: Pick<Props, 'from'>) {
  const { t } = useLocale();
  return (
    <Button look="quiet" icon={ChevronLeft} onPress={() => go({ name: from })}>
      {t(`note.back.${from}`)}
    </Button>
  );
}

function VisitNote({ visit, from }: { readonly visit: Visit; readonly from: Props['from'] }) {
  const words = useLocale();
  const { t } = words;
  const [renaming, setRenaming] = useState(false);
  const { id } = visit;
  // Also what was typed into a draft of this computer, whatever came meanwhile.
  useEffect(() => () => void leaveAll(id), [id]);
  const facts = useFacts(visit);
  const isReady = hasNote(visit) && !visit.locked;
  const progress = useProgress(visit, isReady);
  return (
    <Screen
      title={words.nameOf(visit)}
      windowTitle={t('note.window')}
      lead={facts}
      back={<Back from={from} />}
      tall={isReady}
      actions={
        <>
          <StateChip visit={visit} />
          {isReady && progress.button}
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
          {isReady && <HeaderSign visit={visit} />}
        </>
      }
    >
      {progress.isOpen && (
        <section className="card note-way" aria-label={t('note.way')}>
          <WalkAwayLine
            visit={visit}
            actions={isSealed(visit) && <SealedActions visit={visit} />}
          />
          <NextSteps visit={visit} />
          <div className="row-actions">
            <WrongVisit visit={visit} onRename={() => setRenaming(true)} />
          </div>
        </section>
      )}
      <CutFile visit={visit} />
      <NoteContent visit={visit} />
      {renaming && <RenameDialog visit={visit} onClose={() => setRenaming(false)} />}
    </Screen>
  );
}

/** Folded away while nothing needs a person; it opens by itself when something does. */
function useProgress(visit: Visit, isReady: boolean) {
  const { t } = useLocale();
  const [wanted, setWanted] = useState(false);
  const needsPerson = !isReady || isQueued(visit) || allows(visit.state, 'discard-undone');
  const isOpen = wanted || needsPerson;
  const button = !needsPerson && (
    <Button
      look="quiet"
      icon={isOpen ? ChevronUp : ChevronDown}
      aria-expanded={isOpen}
      onPress={() => setWanted(!isOpen)}
    >
      {t('workplace.progress')}
    </Button>
  );
  return { isOpen, button };
}

/** The signature, or the way to it. */
function HeaderSign({ visit }: { readonly visit: Visit }) {
  const state = useNoteWork((work) => (work.id === visit.id ? work.state : undefined));
  const branch = noteBranch(state);
  return state && branch ? <SignBar state={state} branch={branch} /> : null;
}

/** Patient, time, length, languages and consent, in one line. */
function useFacts(visit: Visit): string {
  const { t, language, moment, length, languageName } = useLocale();
  const consent = useConsentText(visit);
  const { recordNumber, birthDate, sex } = visit.patient;
  return [
    recordNumber,
    birthDate !== undefined && t('who.born', { day: birthInWords(birthDate, language) }),
    sex !== undefined && sex !== 'unknown' && t(`who.sexIs.${sex}`),
    moment(visit.createdAt),
    visit.samples > 0 && length(visit.samples),
    t('history.languages', {
      from: visit.inputLanguages.map(languageName).join(', '),
      to: languageName(visit.outputLanguage),
    }),
    consent,
  ]
    .filter(Boolean)
    .join(' · ');
}

function useConsentText({ consent, consentAt, locked }: Visit): string | undefined {
  const { t, time } = useLocale();
  const asksConsent = useSettings(({ settings }) => settings?.askConsent === true);
  if (consent) {
    const { kind, at, guardian } = consent;
    return t(`consent.noted.${kind}`, { time: time(at), name: guardian?.name ?? '' });
  }
  if (consentAt !== undefined) return t('note.consent', { time: time(consentAt) });
  return asksConsent && !locked ? t('note.consentMissing') : undefined;
}

/** True once the recording is complete: everything of the visit can be saved as files. */
const isSealed = ({ state, locked }: Visit) => allows(state, 'save-sound') && !locked;

function SealedActions({ visit }: { readonly visit: Visit }) {
  const { t } = useLocale();
  const { save, saving, isAllowed } = useSaveAll();
  return (
    <>
      <ConsentButton visit={visit} />
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
      <Button icon={Download} onPress={() => save(visit.id)} isDisabled={saving || !isAllowed}>
        {t(saving ? 'save.saving' : 'save.all')}
      </Button>
      {!isAllowed && (
        <span className="hint">
          <SetByOrganisation />
        </span>
      )}
    </>
  );
}

function NoteContent({ visit }: { readonly visit: Visit }) {
  const { t } = useLocale();
  if (visit.locked) return null;
  if (hasNote(visit)) return <Result visit={visit} />;
  if (hasDraftAlone(visit)) return <WaitingDraft visit={visit} />;
  if (visit.state === 'discarded' || visit.state === 'attention') return null;
  return <p className="empty">{t('note.notYet')}</p>;
}

/** Actions that the state of the visit allows. */
function NextSteps({ visit }: { readonly visit: Visit }) {
  const { t } = useLocale();
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
      {/* A draft that is shown below says so itself. */}
      {!hasDraftAlone(visit) && <FallbackLine visit={visit} />}
      <div className="row-actions">
        <Remedies visit={visit} without="save" />
        {canCancel(visit) && <CancelVisit visit={visit} />}
      </div>
    </>
  );
}

function Result({ visit }: { readonly visit: Visit }) {
  const { t, failure } = useLocale();
  const note = useVisits(({ notes }) => notes[visit.id]);
  const { isLoaded, problem } = useLoadedNote(visit);
  const other = useOtherPatient(visit);
  // The whole window says so already.
  const practice = useSession(({ info }) => info?.profile === 'practice');
  if (problem)
    return (
      <Banner tone="bad" urgent title={t('note.unreadable')}>
        {failure(problem)}
      </Banner>
    );
  const missing = (
    <p className="empty" role="status">
      {t(isLoaded && !note ? 'note.none' : 'note.opening')}
    </p>
  );
  if (!note) return missing;
  return (
    <Later meanwhile={missing}>
      <Workplace
        note={note}
        visit={visit}
        banners={
          <>
            {note.practice && !practice && (
              <Banner tone="warn" title={t('note.practice')}>
                {t('note.practiceText')}
              </Banner>
            )}
            {visit.state === 'partial' && <PartialBanner visit={visit} />}
            {other !== undefined && (
              <p className="hint hint-warn">
                {other.name === undefined
                  ? t('note.practiceUnnamed')
                  : t('note.practiceOther', { name: other.name })}
              </p>
            )}
          </>
        }
      />
    </Later>
  );
}

/** Loads the note with its versions, and saves the drafts on leaving. */
function useLoadedNote({ id, state }: Visit) {
  const [isLoaded, setIsLoaded] = useState(false);
  const [problem, setProblem] = useState<Failure | undefined>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state may bring another note, so it is read again
  useEffect(() => {
    loadNote(id).then(
      () => setIsLoaded(true),
      (error: unknown) => setProblem(asFailure(error)),
    );
    void openNoteWork(id);
  }, [id, state]);
  return { isLoaded, problem };
}

function PartialBanner({ visit }: { readonly visit: Visit }) {
  const { t, attempt } = useLocale();
  return (
    <Banner
      tone="warn"
      title={t('note.partial')}
      actions={
        <Button
          icon={RefreshCw}
          onPress={() =>
            attempt(
              () => retry(visit.id),
              ({ t }) => t('queue.looking'),
            )
          }
        >
          {t('note.partialAgain')}
        </Button>
      }
    >
      {t('note.partialText')}
    </Banner>
  );
}
