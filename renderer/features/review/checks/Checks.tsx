/**
 * Differences between note and transcript, each with the words around it. The doctor looks at them
 * one by one, by keyboard too.
 */
import { AudioLines, Check, Eye, TextSelect, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { certainOf, type Difference } from '../../../../shared/model/note/checks.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import type { NoteBranch } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { excerpt, sentenceOf } from '../../visits/note/checks-format.ts';
import { inOrder, stepAfter } from '../../visits/note/checks-steps.ts';
import { beginDraft, flush } from '../../visits/note/note-drafts-store.ts';
import {
  isLooked,
  look,
  stillToLookAt,
  useNoteWork,
} from '../../visits/note/note-versions-store.ts';
import { SIGN_BUTTON } from '../../visits/note/sign-flow.ts';
import { followTo, showSide } from '../../visits/note/workplace-store.ts';
import { useNames } from '../useNames.ts';
import { showCheck } from './check-place-store.ts';
import { useTakeBack } from './useTakeBack.ts';

type Props = { readonly visit: Visit; readonly note: Note; readonly branch: NoteBranch };

export function Checks({ visit, note, branch }: Props) {
  const { t } = useNames();
  const { differences } = useNoteWork();
  const transcripts = note.documents.flatMap(({ kind, text }) =>
    kind === 'transcript' && text !== undefined ? [text] : [],
  );
  if (transcripts.length === 0)
    return (
      <Banner tone="info" title={t('checks.nothing')}>
        {t('checks.nothingText')}
      </Banner>
    );
  if (!differences) return null;
  if (differences.length === 0) return <p className="hint checks-none">{t('checks.none')}</p>;
  return (
    <DifferenceList
      visit={visit}
      branch={branch}
      all={differences}
      transcript={transcripts.join('\n')}
    />
  );
}

type ListProps = {
  readonly visit: Visit;
  readonly branch: NoteBranch;
  readonly all: readonly Difference[];
  readonly transcript: string;
};

function DifferenceList({ visit, branch, all, transcript }: ListProps) {
  const { t, sectionName } = useNames();
  const title = useId();
  const [isOpen, setIsOpen] = useState(false);
  const certain = certainOf(all);
  const uncertain = all.filter(({ isUncertain }) => isUncertain);
  const { work, left, current, message, setHere, actions } = useChecks(visit, branch, all, isOpen);
  const takeBack = useTakeBack(visit.id);
  const isHeard = all.some(({ kind }) => kind === 'heard');
  const sectionOf = ({ section }: Difference) =>
    sectionName(branch.sections.find(({ id }) => id === section) ?? { title: '', key: undefined });
  const item = (difference: Difference) => (
    <li key={difference.id}>
      <DifferenceItem
        difference={difference}
        noteLanguage={branch.language}
        transcript={transcript}
        transcriptLanguage={visit.outputLanguage}
        looked={isLooked(work, difference)}
        here={difference.id === current?.id}
        section={sectionOf(difference)}
        onHere={() => setHere(difference.id)}
        onLook={() => actions.look(difference)}
        onShow={() => actions.show(difference)}
        onTakeBack={takeBack}
      />
    </li>
  );
  return (
    <section
      className="card checks"
      aria-labelledby={title}
      onKeyDown={(event) => onKey(event, inOrder(all), actions)}
    >
      <h2 id={title}>
        {certain.length === 0 && t('checks.titleNone')}
        {certain.length > 0 && left.length > 0 && t('checks.title', { count: left.length })}
        {certain.length > 0 &&
          left.length === 0 &&
          t('checks.titleDone', { count: certain.length })}
      </h2>
      <p className="hint">{t(certain.length > 0 ? 'checks.text' : 'checks.onlyUncertain')}</p>
      {isHeard && <p className="hint">{t('checks.heardText')}</p>}
      <ul className="guard-list">{certain.map(item)}</ul>
      {uncertain.length > 0 && (
        <details
          className="checks-uncertain"
          open={isOpen}
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary>{t('checks.uncertain', { count: uncertain.length })}</summary>
          <p className="hint">{t('checks.uncertainText')}</p>
          <ul className="guard-list">{uncertain.map(item)}</ul>
        </details>
      )}
      <p className="unseen" role="status">
        {message}
      </p>
    </section>
  );
}

type Actions = {
  readonly moveTo: (difference: Difference | undefined) => void;
  /** Marks as looked at, or takes the mark back. */
  readonly look: (difference: Difference) => void;
  /** Opens the editor at the place of the difference. */
  readonly show: (difference: Difference) => void;
};

function useChecks(visit: Visit, branch: NoteBranch, all: readonly Difference[], isOpen: boolean) {
  const { t } = useNames();
  const work = useNoteWork();
  const [here, setHere] = useState<string | undefined>();
  const [message, setMessage] = useState('');
  const left = stillToLookAt(work);
  const toggleLooked = (difference: Difference) => {
    const { said, next, isDone } = stepAfter(all, difference, (one) => isLooked(work, one));
    look(difference);
    setMessage(t(`checks.${said.key}`, { count: said.count }));
    if (next) moveTo(next, setHere);
    else if (isDone) document.getElementById(SIGN_BUTTON)?.focus();
  };
  const show = ({ section, span }: Difference) => {
    // The span counts in the text that the core has: what was typed since goes there first.
    void flush(branch.id).then((isFlushed) =>
      beginDraft(visit.id, branch, { section, ...(isFlushed && { span }) }),
    );
  };
  const actions: Actions = {
    moveTo: (difference) => moveTo(difference, setHere),
    look: toggleLooked,
    show,
  };
  // None of those that are folded away has the focus.
  const reachable = isOpen ? inOrder(all) : certainOf(all);
  const current = reachable.find(({ id }) => id === here) ?? left[0] ?? reachable[0];
  useEffect(() => {
    showCheck(current?.id);
    return () => showCheck(undefined);
  }, [current?.id]);
  return { work, left, current, message, setHere, actions };
}

/** Opens the list that the difference is folded in: what is folded takes no focus. */
function moveTo(difference: Difference | undefined, setHere: (id: string) => void): void {
  if (!difference) return;
  setHere(difference.id);
  const item = document.getElementById(checkId(difference.id));
  const folded = item?.closest('details');
  // Its toggle event tells the list, which then keeps it open.
  if (folded) folded.open = true;
  item?.focus();
}

function onKey(
  event: KeyboardEvent<HTMLElement>,
  all: readonly Difference[],
  { moveTo, look: lookAt, show }: Actions,
): void {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (hasModifier || event.nativeEvent.isComposing || event.repeat) return;
  const item = (event.target as HTMLElement).closest<HTMLElement>('[data-guard]');
  const at = all.findIndex(({ id }) => id === item?.dataset.guard);
  const difference = all[at];
  if (!difference) return;
  const commands = new Map([
    ['l', () => lookAt(difference)],
    ['s', () => show(difference)],
    [
      't',
      () =>
        difference.kind === 'heard' &&
        difference.inTranscript &&
        listenAt(difference.inTranscript.span),
    ],
    ['arrowdown', () => moveTo(all[at + 1])],
    ['arrowup', () => moveTo(all[at - 1])],
  ]);
  const command = commands.get(event.key.toLowerCase());
  if (!command) return;
  event.preventDefault();
  event.stopPropagation();
  command();
}

const checkId = (id: string) => `guard-${id}`;

type ItemProps = {
  readonly difference: Difference;
  readonly noteLanguage: string;
  readonly transcript: string;
  readonly transcriptLanguage: string;
  readonly looked: boolean;
  readonly here: boolean;
  readonly section: string;
  readonly onHere: () => void;
  readonly onLook: () => void;
  readonly onShow: () => void;
  readonly onTakeBack: (putIn: NonNullable<Difference['putIn']>) => void;
};

/** The transcript, with these words in sight: a press on their sentence plays it. */
function listenAt(span: Span): void {
  showSide('transcript');
  followTo(span);
}

function DifferenceItem(props: ItemProps) {
  const { difference, looked, here, onHere, onLook, onShow, onTakeBack } = props;
  const { t } = useNames();
  const { id, kind, inNote, inTranscript, putIn } = difference;
  const sentence = t(`checks.says.${sentenceOf(difference)}`, {
    note: inNote,
    said: putIn?.heard ?? inTranscript?.text ?? '',
  });
  const sentenceId = `${checkId(id)}-says`;
  const Icon = looked ? Check : Eye;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have the rows and the outline of this list, and takes no focus
    <div
      role="group"
      id={checkId(id)}
      data-guard={id}
      tabIndex={here ? 0 : -1}
      className={looked ? 'guard guard-looked' : 'guard'}
      aria-label={`${t(`checks.kind.${kind}`)}. ${sentence} ${t(looked ? 'checks.looked' : 'checks.open')}`}
      onFocus={onHere}
    >
      <p className="guard-head">
        <span className={looked ? 'chip chip-good' : 'chip chip-ask'}>
          <Icon aria-hidden="true" className="icon" />
          {t(looked ? 'checks.looked' : `checks.kind.${kind}`)}
        </span>
        <strong id={sentenceId}>{sentence}</strong>
      </p>
      <Excerpts {...props} />
      <div className="row-actions">
        <Button
          look={looked ? 'quiet' : 'plain'}
          icon={Check}
          aria-describedby={sentenceId}
          excludeFromTabOrder={!here}
          onPress={onLook}
        >
          {t(looked ? 'checks.lookedBack' : 'checks.look')} <KeyCap>L</KeyCap>
        </Button>
        <Button
          look="quiet"
          icon={TextSelect}
          aria-describedby={sentenceId}
          excludeFromTabOrder={!here}
          onPress={onShow}
        >
          {t('checks.show')} <KeyCap>S</KeyCap>
        </Button>
        {kind === 'heard' && inTranscript && (
          <Button
            look="quiet"
            icon={AudioLines}
            aria-describedby={sentenceId}
            excludeFromTabOrder={!here}
            onPress={() => listenAt(inTranscript.span)}
          >
            {t('checks.listen')} <KeyCap>T</KeyCap>
          </Button>
        )}
        {putIn && (
          <Button
            look="quiet"
            icon={Undo2}
            aria-label={t('doubt.takeBackLabel', { heard: putIn.heard, name: inNote })}
            excludeFromTabOrder={!here}
            onPress={() => onTakeBack(putIn)}
          >
            {t('doubt.takeBack')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The words of the difference in the note and in the transcript. */
function Excerpts({
  difference: { text, inNote, inTranscript },
  section,
  noteLanguage,
  transcript,
  transcriptLanguage,
}: ItemProps) {
  const { t } = useNames();
  const heard = inTranscript && excerpt(transcript, inTranscript.span);
  return (
    <dl className="guard-words">
      {text !== '' && inNote !== '' && (
        <div>
          <dt>{t('checks.inNote', { section })}</dt>
          <dd lang={noteLanguage}>{text}</dd>
        </div>
      )}
      {heard && (
        <div>
          <dt>{t('checks.inTranscript')}</dt>
          <dd lang={transcriptLanguage}>
            {heard.before}
            <mark>{heard.words}</mark>
            {heard.after}
          </dd>
        </div>
      )}
    </dl>
  );
}
