/**
 * The draft of this computer: alone while its visit waits for the platform, and beside the
 * platform's note once that has come. It can be edited, compared and copied from; it is never
 * signed.
 */
import { GitCompareArrows } from 'lucide-react';
import { useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type {
  NoteBranch,
  NoteState,
  SectionDiff,
} from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { diffOf, openNoteWork, useNoteWork } from '../../visits/note/note-versions-store.ts';
import { noteBranch } from '../../visits/note/versions-format.ts';
import { useNames } from '../useNames.ts';
import { Diff } from './Diff.tsx';
import { DocumentCard } from './DocumentCard.tsx';
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
  const words = <SectionTexts sections={branch.sections} language={branch.language} />;
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

type CompareProps = {
  readonly id: string;
  readonly draft: NoteBranch;
  readonly note: NoteBranch;
};

/** Word by word, from the draft to the note that is shown. */
function CompareWithNote({ id, draft, note }: CompareProps) {
  const { t, failure } = useNames();
  const [isOpen, setOpen] = useState(false);
  const { sections, problem } = useDifference(id, isOpen ? draft : undefined, note);
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
          <p className="hint">{t('fallback.compareHow')}</p>
          <Diff sections={sections} language={note.language} />
        </section>
      )}
    </>
  );
}

type Read = {
  readonly sections?: readonly SectionDiff[] | undefined;
  readonly problem?: Failure | undefined;
};

function useDifference(id: string, draft: NoteBranch | undefined, note: NoteBranch): Read {
  const [read, setRead] = useState<Read>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft keeps its version number; its rev tells that it changed
  useEffect(() => {
    if (!draft) return undefined;
    let over = false;
    diffOf(
      id,
      { branch: draft.id, version: draft.head },
      { branch: note.id, version: note.head },
    ).then(
      (sections) => {
        if (!over) setRead({ sections });
      },
      (error: unknown) => {
        if (!over) setRead({ problem: asFailure(error) });
      },
    );
    return () => {
      over = true;
    };
  }, [id, draft?.id, draft?.rev, draft?.head, note.id, note.rev, note.head]);
  return read;
}
