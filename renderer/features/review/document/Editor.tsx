/** A document being edited: one growing text field for each section, and the result of saving. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { NoteBranch } from '../../../../shared/model/note/note-versions.ts';
import { say } from '../../../common/stores/messages.ts';
import { useSettings } from '../../../common/stores/settings.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { phraseBefore } from '../../visits/note/dot-phrases.ts';
import { aimed, type Draft, flush, type } from '../../visits/note/note-drafts-store.ts';
import { useNames } from '../useNames.ts';
import { useSpellCheck } from './useSpellCheck.ts';

type Props = {
  readonly visit: string;
  readonly branch: NoteBranch;
  readonly draft: Draft;
  readonly onDone: () => void;
  readonly onCompare: (version: number) => void;
};

export function Editor({ visit, branch, draft, onDone, onCompare }: Props) {
  const { t, failure } = useNames();
  const spellCheck = useSpellCheck(visit, branch.language);
  const { other } = draft;
  // One ref object for all fields: React would keep a ref function of the last field, and the
  // note's text in its closure (P12).
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!draft.aim) return;
    const { section, span } = draft.aim;
    const at = draft.typed.findIndex(({ id }) => id === section);
    const field = place.current?.querySelectorAll('textarea')[Math.max(0, at)];
    aimed(branch.id);
    if (!field) return;
    field.focus({ preventScroll: true });
    if (span) field.setSelectionRange(span.start, span.end);
    field.scrollIntoView({ block: 'center' });
  }, [draft.aim, branch.id, draft.typed]);
  return (
    <div className="editor" ref={place}>
      {draft.failure && (
        <Banner tone="bad" urgent title={t('review.notSaved')}>
          {failure(draft.failure)} {t('review.notSavedText')}
        </Banner>
      )}
      {other !== undefined && (
        <Banner
          tone="warn"
          urgent
          title={t('review.other')}
          actions={<Button onPress={() => onCompare(other)}>{t('review.compare')}</Button>}
        >
          {t('review.otherText', { number: other })}
        </Banner>
      )}
      {draft.typed.map((section) => (
        <EditorSection
          key={section.id}
          section={section}
          branch={branch}
          spellCheck={spellCheck}
          onDone={onDone}
        />
      ))}
    </div>
  );
}

/** Keys that expand a phrase, with the text that each then types. */
const textTypedBy = new Map([
  [' ', ' '],
  ['Enter', '\n'],
  ['Tab', ''],
]);

function EditorSection({
  section,
  branch,
  spellCheck,
  onDone,
}: {
  readonly section: NoteSection;
  readonly branch: NoteBranch;
  readonly spellCheck: boolean;
  readonly onDone: () => void;
}) {
  const { t, sectionName } = useNames();
  const phrases = useSettings(({ settings }) => settings?.phrases.dot) ?? [];
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (hasModifier || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      return onDone();
    }
    const typed = textTypedBy.get(event.key);
    const field = event.currentTarget;
    if (typed === undefined || field.selectionStart !== field.selectionEnd) return;
    const phrase = phraseBefore(field.value, field.selectionStart, phrases);
    if (!phrase) return;
    event.preventDefault();
    field.setSelectionRange(phrase.start, phrase.end);
    insert(field, phrase.text + typed);
    say(t('review.expanded', { words: phrase.text.slice(0, 80) }), { unseen: true });
  };
  return (
    <label className="editor-section">
      <span className="label">{sectionName(section)}</span>
      <textarea
        className="input editor-field"
        lang={branch.language}
        spellCheck={spellCheck}
        value={section.text}
        onChange={(event) => type(branch.id, section.id, event.target.value)}
        onBlur={() => void flush(branch.id)}
        onKeyDown={keys}
      />
    </label>
  );
}

/** Inserts as if typed, so that the browser's own undo takes it back. */
function insert(field: HTMLTextAreaElement, text: string) {
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
