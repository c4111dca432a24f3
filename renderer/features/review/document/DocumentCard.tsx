/** One document of the note: read, edited in place, and its versions; what the platform sent anew is told, and never taken over by itself. */
import { Check, GitCompareArrows, History, PenLine, Quote } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { NoteBranch, NoteState } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { beginDraft, type Draft, leave, useDrafts } from '../../visits/note/note-drafts-store.ts';
import { chooseNote, restoreVersion } from '../../visits/note/note-versions-store.ts';
import {
  dictionaryIn,
  headOf,
  saysAsItCame,
  signedHow,
} from '../../visits/note/versions-format.ts';
import { EvidenceList } from '../evidence/EvidenceList.tsx';
import { useNames } from '../useNames.ts';
import { Editor } from './Editor.tsx';
import { SectionTexts } from './SectionTexts.tsx';
import { type Pair, Versions } from './Versions.tsx';

type Props = {
  readonly visit: Visit;
  readonly state: NoteState;
  readonly branch: NoteBranch /** The document as the platform laid it out. */;
  readonly children: ReactNode;
};

export function DocumentCard({ visit, state, branch, children }: Props) {
  const { t, versionName, documentName, attempt } = useNames();
  const draft = useDrafts(({ drafts }) => drafts[branch.id]);
  const [open, setOpen] = useState(false);
  const [pair, setPair] = useState<Pair | undefined>();
  const [evidence, setEvidence] = useState<'shown' | 'by-key' | undefined>();
  const isNote = state.note === branch.id;
  const signed = isNote && signedHow(state) === 'is';
  const edit = () => beginDraft(visit.id, branch);
  const done = () =>
    attempt(async () => {
      if (await leave(branch.id)) document.getElementById(editId(branch.id))?.focus();
    });
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (
      !event.currentTarget.contains(target) ||
      target.closest('input, textarea, select, [contenteditable]')
    )
      return;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey ||
      event.nativeEvent.isComposing
    )
      return;
    const letter = event.key.toLowerCase();
    if (letter !== 'e' && (letter !== 'v' || draft)) return;
    event.preventDefault();
    if (letter === 'e') return edit();
    setEvidence(evidence ? undefined : 'by-key');
    // The sentence that had the focus goes with the list.
    if (evidence) document.getElementById(evidenceId(branch.id))?.focus();
  };
  const compare = (pairOf: Pair) => {
    setOpen(true);
    setPair(pairOf);
  };
  const dictionary = dictionaryIn(branch);
  return (
    <div className="document-work" onKeyDown={keys}>
      <div className="document-bar">
        <p className="hint">
          {draft ? <Saving draft={draft} /> : versionName(headOf(branch))}
          {isNote &&
            state.branches.filter(({ purpose }) => purpose === 'note').length > 1 &&
            ` · ${t('review.isNote')}`}
        </p>
        <div className="row-actions">
          {branch.purpose === 'note' && !isNote && (
            <Button
              look="quiet"
              onPress={() =>
                attempt(
                  () => chooseNote(visit.id, branch.id),
                  t('review.chosen', { name: documentName(branch) }),
                )
              }
            >
              {t('review.choose')}
            </Button>
          )}
          <Button
            look="quiet"
            icon={History}
            aria-expanded={open}
            onPress={() => {
              setOpen(!open);
              setPair(undefined);
            }}
          >
            {t('versions.count', { count: branch.versions.length })}
          </Button>
          {!draft && (
            <Button
              id={evidenceId(branch.id)}
              look="quiet"
              icon={Quote}
              aria-pressed={evidence !== undefined}
              onPress={() => setEvidence(evidence ? undefined : 'shown')}
            >
              {t('support.toggle')}{' '}
              <kbd className="key" aria-hidden="true">
                V
              </kbd>
            </Button>
          )}
          {draft ? (
            <Button icon={Check} onPress={done}>
              {t('review.done')}
            </Button>
          ) : (
            <Button id={editId(branch.id)} icon={PenLine} onPress={edit}>
              {t(signed ? 'review.editAgain' : 'review.edit')}{' '}
              <kbd className="key" aria-hidden="true">
                E
              </kbd>
            </Button>
          )}
        </div>
      </div>
      {branch.arrived !== undefined && (
        <Banner
          tone="warn"
          title={t('review.arrived')}
          actions={
            <Button
              icon={GitCompareArrows}
              onPress={() => compare({ from: branch.head, to: branch.arrived! })}
            >
              {t('review.compare')}
            </Button>
          }
        >
          {t('review.arrivedText')}
        </Banner>
      )}
      {dictionary && !draft && (
        <Banner
          tone="info"
          title={t('review.dictionary')}
          actions={
            <>
              <Button onPress={() => compare({ from: dictionary.before, to: dictionary.number })}>
                {t('review.compare')}
              </Button>
              <Button
                onPress={() =>
                  attempt(
                    () => restoreVersion(visit.id, branch, dictionary.before),
                    t('review.dictionaryUndone'),
                  )
                }
              >
                {t('review.dictionaryUndo')}
              </Button>
            </>
          }
        >
          {t('review.dictionaryText')}
        </Banner>
      )}
      {open && <Versions id={visit.id} branch={branch} pair={pair} onPair={setPair} />}
      {draft ? (
        <Editor
          branch={branch}
          draft={draft}
          onDone={done}
          onCompare={(other) => compare({ from: other, to: branch.head })}
        />
      ) : evidence ? (
        <EvidenceList
          visit={visit.id}
          branch={branch}
          focused={evidence === 'by-key'}
          onFocused={() => setEvidence('shown')}
        />
      ) : saysAsItCame(branch) ? (
        children
      ) : (
        <div className="document-body">
          <SectionTexts sections={branch.sections} language={branch.language} />
        </div>
      )}
    </div>
  );
}

export const editId = (branch: string) => `edit-${branch}`;
const evidenceId = (branch: string) => `evidence-${branch}`;

/** How far what is typed is. Not announced each time: it would speak every few seconds. */
function Saving({ draft: { typed, sent, savedAt, running } }: { readonly draft: Draft }) {
  const { t, recent } = useNames();
  if (
    typed !== sent &&
    running === undefined &&
    typed.some((one, at) => one.text !== sent[at]?.text)
  )
    return t('review.typing');
  return savedAt === undefined ? t('review.editing') : t('review.saved', { time: recent(savedAt) });
}
