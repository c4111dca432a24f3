/** The code desk: every finding of a note with its candidates, decided by a person, one after the other, without the mouse. */
import {
  Ban,
  CheckCheck,
  ChevronLeft,
  Highlighter,
  MessagesSquare,
  RefreshCw,
  Undo2,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Visit } from '../../../shared/model/visit.ts';
import { go } from '../../common/stores/navigation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { KeyCaps } from '../../ui/KeysDialog.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../ui/useWords.ts';
import { loadNote, useVisits } from '../visits/visits-store.ts';
import { ChangeDialog } from './desk/ChangeDialog.tsx';
import { deskKeys } from './desk/deskKeys.ts';
import { KeyCap } from './desk/Entity.tsx';
import { MarkDialog } from './desk/MarkDialog.tsx';
import { NoteText } from './desk/NoteText.tsx';
import { SectionCodes } from './desk/SectionCodes.tsx';
import { Sections } from './desk/Sections.tsx';
import { type Selected, selectedIn } from './desk/selected.ts';
import { useDeskWork } from './desk/useDeskWork.ts';
import { useNoteNames } from './desk/useNoteNames.ts';
import { NoteTextProvider, useTextsOf } from './desk/useNoteText.ts';
import { progressOf } from './desk-format.ts';
import { linkAll, openDesk, useDeskOf } from './desk-store.ts';

type Props = { readonly id: string; readonly from: 'record' | 'queue' | 'history' };

export function Desk({ id, from }: Props) {
  const { t } = useWords();
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
      <Page key={id} visit={visit} />
    </>
  );
}

function Page({ visit }: { readonly visit: Visit }) {
  const words = useWords();
  const { t, failure } = words;
  const note = useVisits(({ notes }) => notes[visit.id]);
  const { desk, failure: problem, looking, linkFailure, answers } = useDeskOf(visit.id);
  const [noteProblem, setNoteProblem] = useState<string | undefined>();
  const [selected, setSelected] = useState<Selected | undefined>();
  const texts = useTextsOf(note);
  const { sectionName, sectionLabel, documentName } = useNoteNames(note, texts);
  const work = useDeskWork(visit.id);
  const language = visit.outputLanguage;
  const transcriptAt =
    note?.documents.findIndex(({ kind, text }) => kind === 'transcript' && text !== undefined) ??
    -1;
  useEffect(() => {
    void openDesk(visit.id);
    loadNote(visit.id).catch((error: unknown) => setNoteProblem(failure(error)));
    // Once for each visit.
  }, [visit.id]);
  const ids = desk?.entities.map(({ id }) => id).join(' ') ?? '';
  useEffect(() => {
    if (ids !== '') void linkAll();
  }, [ids]);

  const title = t('desk.title');
  if (problem)
    return (
      <Screen title={title}>
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
          {failure(problem)}
        </Banner>
      </Screen>
    );
  if (!desk)
    return (
      <Screen title={title}>
        <p className="empty" role="status">
          {t('desk.opening')}
        </p>
      </Screen>
    );
  const { decided, of } = progressOf(desk);
  const linkersOf = (trouble: boolean) =>
    new Set(
      Object.values(answers).flatMap(({ answers: all }) =>
        all
          .filter((one) => (one.trouble !== undefined) === trouble)
          .map(({ linker }) => (linker === 'platform-legacy' ? 'platform' : linker)),
      ),
    );
  const asked = linkersOf(false);
  const silent = [...linkersOf(true)].filter((linker) => !asked.has(linker));
  const second =
    asked.size !== 1 ? undefined : asked.has('local') ? ('platform' as const) : ('local' as const);
  const absent = work.absent();
  const askSecond =
    second && !looking
      ? () => {
          work.tell('');
          work.moveTo(work.current);
          void linkAll('both');
        }
      : undefined;
  const keys = deskKeys(work, askSecond);
  const askMark = () => {
    setSelected(selectedIn(getSelection()));
    work.ask('mark');
  };
  const changing = work.asking?.what === 'change' ? work.items.get(work.asking.id) : undefined;
  return (
    <Screen
      title={title}
      windowTitle={t('desk.window')}
      lead={[words.nameOf(visit), visit.patient.recordNumber].filter(Boolean).join(' · ')}
      keepFocus={of > 0}
    >
      <NoteTextProvider value={texts}>
        <div className="desk-bar">
          <div className="row-actions">
            {absent.length > 0 && (
              <Button icon={Ban} onPress={() => work.keepOut(absent)}>
                {t('desk.keepOutAll', { count: absent.length })} <KeyCap>K</KeyCap>
              </Button>
            )}
            <Button icon={Highlighter} isDisabled={texts.documents.length === 0} onPress={askMark}>
              {t('desk.mark')} <KeyCap>M</KeyCap>
            </Button>
            {second && askSecond && (
              <Button icon={MessagesSquare} onPress={askSecond}>
                {t(`desk.second.${second}`)} <KeyCap>O</KeyCap>
              </Button>
            )}
          </div>
          <p role="status" className="hint">
            {looking
              ? t('desk.looking')
              : [
                  ...[...asked].map((linker) => t(`desk.answered.${linker}`)),
                  ...silent.map((linker) => t(`desk.silent.${linker}`)),
                ].join(' ')}
          </p>
        </div>
        {noteProblem !== undefined && (
          <Banner tone="bad" urgent title={t('note.unreadable')}>
            {noteProblem}
          </Banner>
        )}
        {linkFailure && !looking && (
          <Banner
            tone="warn"
            urgent
            title={t('desk.noAnswer')}
            actions={
              <Button icon={RefreshCw} onPress={() => void linkAll()}>
                {t('desk.again')}
              </Button>
            }
          >
            {failure(linkFailure)}
          </Banner>
        )}
        {visit.state === 'reviewed' && <Banner tone="info" title={t('desk.signed')} />}
        {desk.gone && desk.gone.length > 0 && (
          <Banner tone="info" title={t('desk.gone', { count: desk.gone.length })}>
            {desk.gone
              .map(
                ({ entity, decision }) =>
                  `“${entity.text}”${decision.codes.map(({ code }) => ` ${code}`).join('')}`,
              )
              .join(', ')}
          </Banner>
        )}
        {of === 0 ? <p className="empty">{t('desk.nothing')}</p> : null}
        <div
          className="desk"
          onKeyDown={(event) => {
            const inNote = (event.target as HTMLElement).closest('[data-note]') !== null;
            // A selection in the note is marked from there; an entity's M takes its line.
            if (
              event.key.toLowerCase() === 'm' &&
              !event.ctrlKey &&
              !event.metaKey &&
              !event.altKey &&
              event.currentTarget.contains(event.target as Node) &&
              (inNote || (event.target as HTMLElement).closest('[data-entity]'))
            ) {
              event.preventDefault();
              return askMark();
            }
            keys(event);
          }}
        >
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
                icon={CheckCheck}
              />
            ))}
          </div>
        </div>
        <div className="desk-foot">
          <p role="status" className="desk-progress">
            {t('desk.progress', { decided, of })}
          </p>
          <p role="status" className={work.told.bad ? 'desk-told desk-told-bad' : 'desk-told'}>
            {work.told.text}
          </p>
          <Button
            look="quiet"
            icon={Undo2}
            isDisabled={desk.undo === undefined}
            onPress={() => void work.undo()}
          >
            {t('desk.undo')} <KeyCap>U</KeyCap>
          </Button>
          <progress className="progress" max={Math.max(1, of)} value={decided} aria-hidden="true" />
        </div>
        {changing && <ChangeDialog key={changing.entity.id} item={changing} work={work} />}
        {work.asking?.what === 'mark' && (
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
