/**
 * One document of the note: its text, the editor, its versions and its evidence. A newer text of
 * the platform is announced, never adopted unasked.
 */
import { Check, GitCompareArrows, History, PenLine, Quote } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { NoteBranch, NoteState } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { beginDraft, type Draft, leave, useDrafts } from '../../visits/note/note-drafts-store.ts';
import { chooseNote, restoreVersion } from '../../visits/note/note-versions-store.ts';
import {
  dictionaryIn,
  headOf,
  saysAsItCame,
  signedHow,
} from '../../visits/note/versions-format.ts';
import { EvidenceList } from '../evidence/EvidenceList.tsx';
import { followInTranscript } from '../evidence/follow.ts';
import { useNames } from '../useNames.ts';
import { Editor, loadSheet } from './Editor.tsx';
import { SectionTexts } from './SectionTexts.tsx';
import { type Pair, Versions } from './Versions.tsx';

type Props = {
  readonly visit: Visit;
  readonly state: NoteState;
  readonly branch: NoteBranch;
  /** The document as the platform laid it out. */
  readonly children: ReactNode;
};

/** Opened by its key the list of evidence takes the focus. */
type EvidenceView = 'hidden' | 'shown' | 'shown-by-key';

export function DocumentCard({ visit, state, branch, children }: Props) {
  const { attempt } = useNames();
  // Not its words: they change with each key.
  const isEdited = useDrafts(({ drafts }) => drafts[branch.id] !== undefined);
  const [versionsOpen, setVersionsOpen] = useState(false);
  const [pair, setPair] = useState<Pair | undefined>();
  const [evidence, setEvidence] = useState<EvidenceView>('hidden');
  // The editor is here before somebody asks for it.
  useEffect(() => void loadSheet(), []);
  const edit = () => beginDraft(visit.id, branch);
  const done = () =>
    attempt(async () => {
      if (await leave(branch.id)) document.getElementById(editId(branch.id))?.focus();
    });
  const toggleEvidence = (next: EvidenceView) =>
    setEvidence(evidence === 'hidden' ? next : 'hidden');
  const compare = (versions: Pair) => {
    setVersionsOpen(true);
    setPair(versions);
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const letter = letterOf(event);
    if (letter !== 'e' && (letter !== 'v' || isEdited || branch.fallback)) return;
    event.preventDefault();
    if (letter === 'e') return edit();
    toggleEvidence('shown-by-key');
    // The sentence with the focus goes with the list.
    if (evidence !== 'hidden') document.getElementById(evidenceId(branch.id))?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the controls and sentences in it, which have the focus
    <div className="document-work" onKeyDown={keys}>
      <DocumentBar
        visit={visit}
        state={state}
        branch={branch}
        isEdited={isEdited}
        versionsOpen={versionsOpen}
        evidenceShown={evidence !== 'hidden'}
        onVersions={() => {
          setVersionsOpen(!versionsOpen);
          setPair(undefined);
        }}
        onEvidence={() => toggleEvidence('shown')}
        onEdit={edit}
        onDone={done}
      />
      <DocumentNotices visit={visit} branch={branch} isEdited={isEdited} onCompare={compare} />
      {versionsOpen && <Versions id={visit.id} branch={branch} pair={pair} onPair={setPair} />}
      {isEdited && (
        <Editor
          visit={visit.id}
          branch={branch}
          onDone={done}
          onCompare={(other) => compare({ from: other, to: branch.head })}
        />
      )}
      {!isEdited && evidence !== 'hidden' && (
        <EvidenceList
          visit={visit.id}
          branch={branch}
          focused={evidence === 'shown-by-key'}
          onFocused={() => setEvidence('shown')}
        />
      )}
      {!isEdited && evidence === 'hidden' && (
        // biome-ignore lint/a11y/noStaticElementInteractions: words are clicked, as they are selected; by keyboard the evidence (V) shows the same
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div
          onClick={(event) => {
            // The transcript beside it is the platform's, or not there.
            if (!branch.fallback) void followInTranscript(event, visit.id, branch);
          }}
        >
          <CurrentText branch={branch}>{children}</CurrentText>
        </div>
      )}
    </div>
  );
}

/** The layout of the platform while nothing is changed, else the text of the newest version. */
function CurrentText({ branch, children }: Pick<Props, 'branch' | 'children'>) {
  if (saysAsItCame(branch)) return children;
  return (
    <div className="document-body">
      <SectionTexts sections={branch.sections} language={branch.language} />
    </div>
  );
}

/** The single letter that was pressed; undefined in fields, in dialogs and with a modifier. */
function letterOf(event: KeyboardEvent<HTMLElement>): string | undefined {
  const target = event.target as HTMLElement;
  const isTyping = target.closest('input, textarea, select, [contenteditable]') !== null;
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (!event.currentTarget.contains(target) || isTyping) return undefined;
  if (hasModifier || event.nativeEvent.isComposing) return undefined;
  return event.key.toLowerCase();
}

type BarProps = {
  readonly visit: Visit;
  readonly state: NoteState;
  readonly branch: NoteBranch;
  readonly isEdited: boolean;
  readonly versionsOpen: boolean;
  readonly evidenceShown: boolean;
  readonly onVersions: () => void;
  readonly onEvidence: () => void;
  readonly onEdit: () => void;
  readonly onDone: () => void;
};

/** The state of the document, and its buttons. */
function DocumentBar(props: BarProps) {
  const { visit, state, branch, isEdited, versionsOpen, evidenceShown } = props;
  const { t, versionName } = useNames();
  const isNote = state.note === branch.id;
  const hasOtherNotes =
    state.branches.filter(({ purpose, fallback }) => purpose === 'note' && !fallback).length > 1;
  const isSigned = isNote && signedHow(state) === 'is';
  return (
    <div className="document-bar">
      <p className="hint">
        {isEdited ? <SaveState branch={branch.id} /> : versionName(headOf(branch), branch)}
        {isNote && hasOtherNotes && ` · ${t('review.isNote')}`}
      </p>
      <div className="row-actions">
        {branch.purpose === 'note' && !isNote && !branch.fallback && (
          <ChooseNote visit={visit} branch={branch} />
        )}
        <Button look="quiet" icon={History} aria-expanded={versionsOpen} onPress={props.onVersions}>
          {t('versions.count', { count: branch.versions.length })}
        </Button>
        {!isEdited && !branch.fallback && (
          <Button
            id={evidenceId(branch.id)}
            look="quiet"
            icon={Quote}
            aria-pressed={evidenceShown}
            onPress={props.onEvidence}
          >
            {t('support.toggle')} <KeyCap>V</KeyCap>
          </Button>
        )}
        {isEdited ? (
          <Button icon={Check} onPress={props.onDone}>
            {t('review.done')}
          </Button>
        ) : (
          <Button id={editId(branch.id)} icon={PenLine} onPress={props.onEdit}>
            {t(isSigned ? 'review.editAgain' : 'review.edit')} <KeyCap>E</KeyCap>
          </Button>
        )}
      </div>
    </div>
  );
}

/** Makes this document the one that is checked and signed. */
function ChooseNote({ visit, branch }: Pick<Props, 'visit' | 'branch'>) {
  const { t, documentName, attempt } = useNames();
  const chosen = t('review.chosen', { name: documentName(branch) });
  return (
    <Button look="quiet" onPress={() => attempt(() => chooseNote(visit.id, branch.id), chosen)}>
      {t('review.choose')}
    </Button>
  );
}

type NoticesProps = Pick<Props, 'visit' | 'branch'> & {
  readonly isEdited: boolean;
  readonly onCompare: (pair: Pair) => void;
};

/**
 * A newer text of the platform, and words replaced by the dictionary: both can be compared, and
 * neither is adopted unasked.
 */
function DocumentNotices({ visit, branch, isEdited, onCompare }: NoticesProps) {
  const { t } = useNames();
  const { head, arrived, isHere } = branch;
  return (
    <>
      {arrived !== undefined && (
        <Banner
          tone="warn"
          title={t(isHere ? 'review.arrivedHere' : 'review.arrived')}
          actions={
            <Button icon={GitCompareArrows} onPress={() => onCompare({ from: head, to: arrived })}>
              {t('review.compare')}
            </Button>
          }
        >
          {t('review.arrivedText')}
        </Banner>
      )}
      {!isEdited && <DictionaryNotice visit={visit} branch={branch} onCompare={onCompare} />}
    </>
  );
}

function DictionaryNotice({ visit, branch, onCompare }: Omit<NoticesProps, 'isEdited'>) {
  const { t, attempt } = useNames();
  const dictionary = dictionaryIn(branch);
  if (!dictionary) return null;
  const { before, number } = dictionary;
  const undo = () =>
    attempt(
      () => restoreVersion(visit.id, branch, before),
      ({ t }) => t('review.dictionaryUndone'),
    );
  return (
    <Banner
      tone="info"
      title={t('review.dictionary')}
      actions={
        <>
          <Button onPress={() => onCompare({ from: before, to: number })}>
            {t('review.compare')}
          </Button>
          <Button onPress={undo}>{t('review.dictionaryUndo')}</Button>
        </>
      }
    >
      {t('review.dictionaryText')}
    </Banner>
  );
}

const editId = (branch: string) => `edit-${branch}`;
const evidenceId = (branch: string) => `evidence-${branch}`;

/**
 * The state of the text being typed. Not announced: a screen reader would speak every few seconds.
 */
function SaveState({ branch }: { readonly branch: string }) {
  const { t, recent } = useNames();
  const isTyping = useDrafts(({ drafts }) => isUnsent(drafts[branch]));
  const savedAt = useDrafts(({ drafts }) => drafts[branch]?.savedAt);
  if (isTyping) return t('review.typing');
  return savedAt === undefined ? t('review.editing') : t('review.saved', { time: recent(savedAt) });
}

function isUnsent(draft: Draft | undefined): boolean {
  if (!draft || draft.typed === draft.sent || draft.running !== undefined) return false;
  return draft.typed.some(({ text }, index) => text !== draft.sent[index]?.text);
}
