/**
 * The code desk: the findings of a note with their candidate codes. A person decides each, one
 * after the other, without the mouse.
 */
import { ChevronLeft, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../../shared/failure.ts';
import type { Desk } from '../../../shared/model/coding/desk.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { go } from '../../common/stores/navigation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { KeyCaps } from '../../ui/KeysDialog.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { loadNote, useVisits } from '../visits/visits-store.ts';
import { ChangeDialog } from './desk/ChangeDialog.tsx';
import { DeskBar, secondLinker } from './desk/DeskBar.tsx';
import { DeskFoot } from './desk/DeskFoot.tsx';
import { DeskNotices } from './desk/DeskNotices.tsx';
import { MarkDialog } from './desk/MarkDialog.tsx';
import { NoteText } from './desk/note/NoteText.tsx';
import { type Selected, selectedIn } from './desk/note/selection.ts';
import { useNoteNames } from './desk/note/useNoteNames.ts';
import { NoteTextProvider, useTextsOf } from './desk/note/useNoteText.ts';
import { SectionCodes } from './desk/SectionCodes.tsx';
import { Sections } from './desk/Sections.tsx';
import { deskKeys } from './desk/work/desk-keys.ts';
import { type DeskWork, useDeskWork } from './desk/work/useDeskWork.ts';
import { progressOf } from './desk-format.ts';
import { linkAll, openDesk, useDeskOf } from './desk-store.ts';

type Props = { readonly id: string; readonly from: 'record' | 'queue' | 'history' };

export function CodeDesk({ id, from }: Props) {
  const { t } = useLocale();
  const visit = useVisits(({ list }) => list.find((one) => one.id === id));
  const back = (
    <Button look="quiet" icon={ChevronLeft} onPress={() => go({ name: 'note', id, from })}>
      {t('desk.toNote')}{' '}
      <span className="desk-way-key" aria-hidden="true">
        <KeyCaps keys={['mod', 'K']} />
      </span>
    </Button>
  );
  if (!visit || visit.locked)
    return (
      <>
        <div className="desk-back">{back}</div>
        <Screen title={t('note.missing')}>{null}</Screen>
      </>
    );
  return (
    <>
      <div className="desk-back">{back}</div>
      <VisitDesk key={id} visit={visit} />
    </>
  );
}

function VisitDesk({ visit }: { readonly visit: Visit }) {
  const { t } = useLocale();
  const { desk, failure } = useDeskOf(visit.id);
  const noteFailure = useLoadedDesk(visit.id, desk);
  if (failure) return <DeskFailed visit={visit} failure={failure} />;
  if (!desk)
    return (
      <Screen title={t('desk.title')}>
        <p className="empty" role="status">
          {t('desk.opening')}
        </p>
      </Screen>
    );
  return <OpenDesk visit={visit} desk={desk} noteFailure={noteFailure} />;
}

/** Opens the desk, loads the note and asks for candidates. Returns the failure of the note. */
function useLoadedDesk(id: string, desk: Desk | undefined): Failure | undefined {
  const [noteFailure, setNoteFailure] = useState<Failure | undefined>();
  useEffect(() => {
    void openDesk(id);
    loadNote(id).catch((error: unknown) => setNoteFailure(asFailure(error)));
  }, [id]);
  const entityIds = desk?.entities.map((entity) => entity.id).join(' ') ?? '';
  useEffect(() => {
    if (entityIds !== '') void linkAll();
  }, [entityIds]);
  return noteFailure;
}

function DeskFailed({ visit, failure }: { readonly visit: Visit; readonly failure: Failure }) {
  const words = useLocale();
  const { t } = words;
  return (
    <Screen title={t('desk.title')}>
      <Banner
        tone="bad"
        urgent
        title={t('desk.failed')}
        actions={
          <Button icon={RefreshCw} onPress={() => void openDesk(visit.id)}>
            {t('desk.again')}
          </Button>
        }
      >
        {words.failure(failure)}
      </Banner>
    </Screen>
  );
}

const transcriptPosition = (note: Note | undefined) =>
  note?.documents.findIndex(({ kind, text }) => kind === 'transcript' && text !== undefined) ?? -1;

type OpenDeskProps = {
  readonly visit: Visit;
  readonly desk: Desk;
  readonly noteFailure: Failure | undefined;
};

function OpenDesk({ visit, desk, noteFailure }: OpenDeskProps) {
  const { t, nameOf } = useLocale();
  const note = useVisits(({ notes }) => notes[visit.id]);
  const { looking, linkFailure, answers } = useDeskOf(visit.id);
  const [selected, setSelected] = useState<Selected | undefined>();
  const texts = useTextsOf(note);
  const { sectionName, sectionLabel, documentName } = useNoteNames(note, texts);
  const work = useDeskWork(visit.id);
  const language = visit.outputLanguage;
  const transcriptAt = transcriptPosition(note);
  const { of } = progressOf(desk);
  const askSecond = !looking && secondLinker(answers) ? () => askSecondLinker(work) : undefined;
  const openMark = () => {
    setSelected(selectedIn(getSelection()));
    work.openForm('mark');
  };
  const changing = work.form?.kind === 'change' ? work.items.get(work.form.id) : undefined;
  return (
    <Screen
      title={t('desk.title')}
      windowTitle={t('desk.window')}
      lead={[nameOf(visit), visit.patient.recordNumber].filter(Boolean).join(' · ')}
      keepFocus={of > 0}
    >
      <NoteTextProvider value={texts}>
        <DeskBar work={work} answers={answers} askSecond={askSecond} onMark={openMark} />
        <DeskNotices
          desk={desk}
          isSigned={visit.state === 'reviewed'}
          noteFailure={noteFailure}
          linkFailure={looking ? undefined : linkFailure}
        />
        {of === 0 && <p className="empty">{t('desk.nothing')}</p>}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the entities in it, which have the focus */}
        <div className="desk" onKeyDown={deskKeys(work, { askSecond, openMark })}>
          <div className="desk-side">
            <Sections work={work} sectionName={sectionLabel} />
            <NoteText
              work={work}
              language={language}
              sectionName={sectionName}
              documentName={documentName}
              transcriptAt={transcriptAt}
            />
          </div>
          <div className="desk-codes">
            {work.sections.map((section) => (
              <SectionCodes
                key={section.key}
                section={section}
                work={work}
                language={language}
                sectionName={sectionLabel}
              />
            ))}
          </div>
        </div>
        <DeskFoot desk={desk} work={work} />
        {changing && <ChangeDialog key={changing.entity.id} item={changing} work={work} />}
        {work.form?.kind === 'mark' && (
          <MarkDialog
            work={work}
            selected={selected}
            language={language}
            sectionName={sectionLabel}
            transcriptAt={transcriptAt}
          />
        )}
      </NoteTextProvider>
    </Screen>
  );
}

function askSecondLinker(work: DeskWork): void {
  work.announce('');
  work.moveTo(work.current);
  void linkAll('both');
}
