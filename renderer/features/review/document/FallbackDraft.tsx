/**
 * The draft of this computer: alone while its visit waits for the platform, and beside the
 * platform's note once that has come. It can be edited, compared and copied from; it is never
 * signed.
 */
import { GitCompareArrows } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { Difference } from '../../../../shared/model/note/checks.ts';
import { placedDoubts } from '../../../../shared/model/note/doubts.ts';
import type { NoteBranch, NoteState } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import {
  diffOf,
  heardOf,
  openNoteWork,
  useNoteWork,
} from '../../visits/note/note-versions-store.ts';
import { noteBranch } from '../../visits/note/versions-format.ts';
import { shown } from '../../visits/text/layout-limits.ts';
import { useNames } from '../useNames.ts';
import { Diff } from './Diff.tsx';
import { DocumentCard } from './DocumentCard.tsx';
import { MarksProvider, marksOf } from './note-marks.ts';
import { Paragraphs } from './Paragraphs.tsx';
import { SectionTexts } from './SectionTexts.tsx';
import { WrittenHere } from './WrittenHere.tsx';

/** The whole draft, for a visit that has no note yet. */
export function WaitingDraft({ visit }: { readonly visit: Visit }) {
  const { t, failure, documentName } = useNames();
  const work = useNoteWork();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state of the draft is read again
  useEffect(() => void openNoteWork(visit.id), [visit.id, visit.fallback?.state]);
  if (work.id !== visit.id || (!work.state && !work.failure))
    return (
      <p className="empty" role="status">
        {t('note.opening')}
      </p>
    );
  if (work.failure || !work.state)
    return (
      <Banner tone="bad" urgent title={t('review.unreadable')}>
        {work.failure && failure(work.failure)}
      </Banner>
    );
  const { state } = work;
  return (
    <section className="cards" aria-label={t('fallback.name')}>
      <Banner tone="warn" title={t('fallback.label')}>
        <p>{t('fallback.labelText')}</p>
      </Banner>
      {state.branches
        .filter(({ fallback }) => fallback)
        .map((branch) => (
          <article key={branch.id} className="card document">
            <h2>{documentName(branch)}</h2>
            <FallbackDraft visit={visit} state={state} branch={branch} />
          </article>
        ))}
    </section>
  );
}

type Props = {
  readonly visit: Visit;
  readonly state: NoteState;
  readonly branch: NoteBranch;
};

/** Beside the platform's note. */
export function KeptDraft(props: Props) {
  const { t } = useNames();
  const { visit, state, branch } = props;
  const note = noteBranch(state);
  return (
    <>
      <Banner tone="warn" title={t('fallback.kept')}>
        <p>{t('fallback.keptText')}</p>
      </Banner>
      {note && branch.purpose === 'note' && (
        <CompareWithNote id={visit.id} draft={branch} note={note} />
      )}
      <FallbackDraft {...props} />
    </>
  );
}

function FallbackDraft({ visit, state, branch }: Props) {
  const { by, remarks = [] } = branch.fallback ?? {};
  const words = <DraftWords id={visit.id} branch={branch} />;
  return (
    <>
      {by && <WrittenHere document={{ kind: branch.kind, writtenHere: by }} />}
      {remarks.map((remark) => (
        <p key={remark} className="hint hint-warn" lang="en">
          {remark}
        </p>
      ))}
      {branch.editable ? (
        <DocumentCard visit={visit} state={state} branch={branch}>
          <div className="document-body">{words}</div>
        </DocumentCard>
      ) : (
        <div className="document-body">{words}</div>
      )}
    </>
  );
}

type WordsProps = { readonly id: string; readonly branch: NoteBranch };

/** With the words marked of which the recogniser was unsure; nothing of them can be taken back. */
function DraftWords({ id, branch }: WordsProps) {
  return branch.purpose === 'transcript' ? (
    <DraftTranscript branch={branch} />
  ) : (
    <DraftNote id={id} branch={branch} />
  );
}

function DraftNote({ id, branch }: WordsProps) {
  const { failure } = useNames();
  const { found = none, problem } = useAnswer(
    () => heardOf(id, branch),
    JSON.stringify(placeOf(id, branch)),
  );
  const marks = useMemo(() => marksOf(found), [found]);
  return (
    <MarksProvider value={marks}>
      {problem && <Banner tone="bad" title={failure(problem)} />}
      <SectionTexts sections={branch.sections} language={branch.language} />
    </MarksProvider>
  );
}
const none: readonly Difference[] = [];

function DraftTranscript({ branch: { sections, language, fallback } }: Pick<WordsProps, 'branch'>) {
  const { t, language: own } = useNames();
  const { text, more } = shown(sections.map((one) => one.text).join('\n'));
  const doubts = placedDoubts({ text, doubts: fallback?.doubts });
  return (
    <>
      {more && (
        <p className="hint" lang={own}>
          {t('document.onlyPart')}
        </p>
      )}
      <div lang={language}>
        <Paragraphs text={text} doubts={doubts} />
      </div>
    </>
  );
}

type CompareProps = {
  readonly id: string;
  readonly draft: NoteBranch;
  readonly note: NoteBranch;
};

/** Word by word, from the draft to the note that is shown. */
function CompareWithNote({ id, draft, note }: CompareProps) {
  const { t, failure } = useNames();
  const [isOpen, setOpen] = useState(false);
  const { found: sections, problem } = useAnswer(
    isOpen
      ? () =>
          diffOf(
            id,
            { branch: draft.id, version: draft.head },
            { branch: note.id, version: note.head },
          )
      : undefined,
    JSON.stringify([isOpen, ...placeOf(id, draft), ...placeOf(id, note)]),
  );
  return (
    <>
      <div className="row-actions">
        <Button icon={GitCompareArrows} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'fallback.compareNot' : 'fallback.compare')}
        </Button>
      </div>
      {isOpen && problem && <Banner tone="bad" urgent title={failure(problem)} />}
      {isOpen && sections && (
        <section className="compared" aria-label={t('fallback.compare')}>
          {/* The sections below it are headed one step lower. */}
          <h3 className="unseen">{t('fallback.compare')}</h3>
          <p className="hint">{t('fallback.compareHow')}</p>
          <Diff sections={sections} language={note.language} />
        </section>
      )}
    </>
  );
}

const placeOf = (id: string, branch: NoteBranch) => [id, branch.id, branch.rev, branch.head];

type Answer<T> = { readonly found?: T | undefined; readonly problem?: Failure | undefined };

/**
 * Asks anew when `of` is another: a draft keeps its version number, and its rev tells that it
 * changed. What was found before stays until the answer is here.
 */
function useAnswer<T>(ask: (() => Promise<T>) | undefined, of: string): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it asks about is in `of`
  useEffect(() => {
    let over = false;
    ask?.().then(
      (found) => {
        if (!over) setAnswer({ found });
      },
      (error: unknown) => {
        if (!over) setAnswer({ problem: asFailure(error) });
      },
    );
    return () => {
      over = true;
    };
  }, [of]);
  return answer;
}
