/**
 * The codes of a note, beside it: its findings with their candidate codes. A person decides each,
 * one after the other, without the mouse.
 */
import { RefreshCw } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../../shared/failure.ts';
import type { Desk } from '../../../shared/model/coding/desk.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Later } from '../../ui/Later.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import {
  codesFocused,
  keepSide,
  markOpened,
  useWorkplace,
} from '../visits/note/workplace-store.ts';
import { loadNote, useVisits } from '../visits/visits-store.ts';
import { ChangeDialog } from './desk/ChangeDialog.tsx';
import { DeskBar, secondLinker } from './desk/DeskBar.tsx';
import { DeskFoot } from './desk/DeskFoot.tsx';
import { DeskNotices } from './desk/DeskNotices.tsx';
import { MarkDialog } from './desk/MarkDialog.tsx';
import { type Selected, selectedIn } from './desk/note/selection.ts';
import { useNoteNames } from './desk/note/useNoteNames.ts';
import { NoteTextProvider, useTextsOf } from './desk/note/useNoteText.ts';
import { SectionCodes } from './desk/SectionCodes.tsx';
import { formItem } from './desk/work/desk-actions.ts';
import { settledIn } from './desk/work/desk-items.ts';
import { deskKeys } from './desk/work/desk-keys.ts';
import { type DeskWork, useDeskWork } from './desk/work/useDeskWork.ts';
import { nextUndecided } from './desk-format.ts';
import { linkAll, openDesk, useDeskOf } from './desk-store.ts';

export const CodePane = memo(function CodePane({ visit }: { readonly visit: Visit }) {
  const { t } = useLocale();
  const { desk, failure } = useDeskOf(visit.id);
  const noteFailure = useLoadedDesk(visit.id, desk);
  if (failure && !desk) return <DeskFailed visit={visit} failure={failure} />;
  const opening = (
    <p className="empty" role="status">
      {t('desk.opening')}
    </p>
  );
  if (!desk) return opening;
  return (
    <Later meanwhile={opening}>
      <OpenDesk visit={visit} desk={desk} noteFailure={noteFailure} />
    </Later>
  );
});

/** Opens the desk, loads the note and asks for candidates. Returns the failure of the note. */
function useLoadedDesk(id: string, desk: Desk | undefined): Failure | undefined {
  const [noteFailure, setNoteFailure] = useState<Failure | undefined>();
  useEffect(() => {
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
  const { t } = useLocale();
  const note = useVisits(({ notes }) => notes[visit.id]);
  const { looking, linkFailure, answers, failure } = useDeskOf(visit.id);
  const [selected, setSelected] = useState<Selected | undefined>();
  const texts = useTextsOf(note);
  const { sectionLabel, isHeading } = useNoteNames(note, texts);
  const work = useDeskWork(visit.id);
  useFocusWhenAsked(work);
  const language = visit.outputLanguage;
  const transcriptAt = transcriptPosition(note);
  const second = secondLinker(answers);
  // No platform is told of a visit that is worked on here: its core would refuse.
  const isAsked = second !== undefined && !(second === 'platform' && visit.worksHere);
  const askSecond = !looking && isAsked ? () => askSecondLinker(work) : undefined;
  const openMark = () => {
    setSelected(selectedIn(getSelection(), texts.documents, transcriptAt));
    work.openForm('mark');
  };
  const wantsMark = useWorkplace((state) => state.wantsMark);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, whatever is rendered meanwhile
  useEffect(() => {
    if (!wantsMark) return;
    markOpened();
    openMark();
  }, [wantsMark]);
  // A form stays in front, whatever the checks find meanwhile.
  const isFormOpen = work.form !== undefined;
  useEffect(() => {
    if (isFormOpen) keepSide('codes');
  }, [isFormOpen]);
  const changing = work.form?.kind === 'change' ? formItem(work) : undefined;
  return (
    <section className="code-pane" aria-label={t('desk.card')}>
      <NoteTextProvider value={texts}>
        <DeskBar work={work} answers={answers} askSecond={askSecond} onMark={openMark} />
        {failure && <DeskFailed visit={visit} failure={failure} />}
        <DeskNotices
          desk={desk}
          isSigned={visit.state === 'reviewed'}
          noteFailure={noteFailure}
          linkFailure={looking ? undefined : linkFailure}
        />
        {work.items.size === 0 && <p className="empty">{t('desk.nothing')}</p>}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the entities in it, which have the focus */}
        <div className="code-list" onKeyDown={deskKeys(work, { askSecond, openMark })}>
          <div className="desk-codes">
            {work.sections.map((section) => (
              <SectionCodes
                key={section.key}
                section={section}
                work={work}
                language={language}
                sectionName={sectionLabel}
                headingLanguage={
                  isHeading(section.document, section.section) ? language : undefined
                }
              />
            ))}
          </div>
        </div>
        <DeskFoot desk={desk} work={work} />
        {changing && <ChangeDialog key={work.form?.id} item={changing} work={work} />}
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
    </section>
  );
}

function askSecondLinker(work: DeskWork): void {
  work.announce('');
  work.moveTo(work.current);
  void linkAll('both');
}

/** The first undecided entity takes the focus when somebody asked for the codes, and only then. */
function useFocusWhenAsked({ items, order, current, moveTo }: DeskWork): void {
  const wanted = useWorkplace((state) => state.wantsCodes);
  useEffect(() => {
    if (!wanted || order.length === 0) return;
    codesFocused();
    moveTo(nextUndecided(order, settledIn(items)) ?? current ?? order[0]);
  }, [wanted, order, current, items, moveTo]);
}
