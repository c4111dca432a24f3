/**
 * A document being edited where it stands, and the result of saving. The editor itself is a chunk of
 * its own (`editor/sheet.ts`), fetched when a note that can be edited is in view.
 */
import { Bold, List, ListOrdered } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { NoteBranch } from '../../../../shared/model/note/note-versions.ts';
import { say } from '../../../common/stores/messages.ts';
import { useSettings } from '../../../common/stores/settings.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { KeyCaps } from '../../../ui/KeysDialog.tsx';
import { aimed, flush, type, useDrafts } from '../../visits/note/note-drafts-store.ts';
import { useNames } from '../useNames.ts';
import type { Sheet } from './editor/sheet.ts';
import { useSpellCheck } from './useSpellCheck.ts';

type Props = {
  readonly visit: string;
  readonly branch: NoteBranch;
  readonly onDone: () => void;
  readonly onCompare: (version: number) => void;
};

export const loadSheet = () => import('./editor/sheet.ts');

/** Drawn anew for what is said of the draft, never for its words: those the editor draws itself. */
export function Editor({ visit, branch, onDone, onCompare }: Props) {
  const { t, failure } = useNames();
  const { place, sheet } = useSheet({ visit, branch, onDone });
  const trouble = useDrafts(({ drafts }) => drafts[branch.id]?.failure);
  const other = useDrafts(({ drafts }) => drafts[branch.id]?.other);
  return (
    <div className="editor">
      {trouble && (
        <Banner tone="bad" urgent title={t('review.notSaved')}>
          {failure(trouble)} {t('review.notSavedText')}
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
      {sheet && <Formats sheet={sheet} />}
      {!sheet && (
        <p className="empty" role="status">
          {t('editor.opening')}
        </p>
      )}
      <div ref={place} />
    </div>
  );
}

const formats = [
  { what: 'bold', icon: Bold, keys: ['mod', 'B'] },
  { what: 'bullets', icon: List, keys: ['mod', 'shift', '8'] },
  { what: 'numbers', icon: ListOrdered, keys: ['mod', 'shift', '7'] },
] as const;

function Formats({ sheet }: { readonly sheet: Sheet }) {
  const { t } = useNames();
  return (
    <div className="row-actions" role="toolbar" aria-label={t('editor.formats')}>
      {formats.map(({ what, icon, keys }) => (
        <Button key={what} look="quiet" icon={icon} onPress={() => sheet.format(what)}>
          {t(`editor.${what}`)}{' '}
          <span aria-hidden="true">
            <KeyCaps keys={keys} />
          </span>
        </Button>
      ))}
    </div>
  );
}

function useSheet({ visit, branch, onDone }: Omit<Props, 'onCompare'>) {
  const { t, sectionName } = useNames();
  const phrases = useSettings(({ settings }) => settings?.phrases.dot) ?? [];
  const spellCheck = useSpellCheck(visit, branch.language);
  const place = useRef<HTMLDivElement>(null);
  const [sheet, setSheet] = useState<Sheet | undefined>();
  // What the editor calls later: it is made once, and keeps nothing of an older render.
  const latest = useRef({ phrases, onDone, t, sectionName });
  latest.current = { phrases, onDone, t, sectionName };
  useEffect(() => {
    let made: Sheet | undefined;
    let over = false;
    void loadSheet().then(({ createSheet }) => {
      const draft = draftOf(branch.id);
      if (over || !place.current || !draft) return;
      const now = latest.current;
      made = createSheet(place.current, draft.typed, {
        label: now.t('editor.label'),
        language: branch.language,
        spellCheck,
        nameOf: (section) =>
          section.title === '' && section.key === undefined ? '' : now.sectionName(section),
        phrases: () => latest.current.phrases,
        onText: (section, text) => type(branch.id, section, text),
        onExpanded: (words) =>
          say(latest.current.t('review.expanded', { words: words.slice(0, 80) }), { unseen: true }),
        onBlur: () => void flush(branch.id),
        onEscape: () => latest.current.onDone(),
      });
      setSheet(made);
    });
    return () => {
      over = true;
      made?.destroy();
      setSheet(undefined);
    };
  }, [branch.id, branch.language, spellCheck]);
  useEffect(() => {
    if (!sheet) return;
    let isOver = false;
    let isPlanned = false;
    const take = () => {
      isPlanned = false;
      const draft = draftOf(branch.id);
      if (draft && !isOver) sheet.take(draft.typed);
    };
    take();
    // Afterwards: one key may change several sections, and each is told by itself.
    const unfollow = useDrafts.subscribe(({ drafts }, before) => {
      if (isPlanned || drafts[branch.id]?.typed === before.drafts[branch.id]?.typed) return;
      isPlanned = true;
      queueMicrotask(take);
    });
    return () => {
      isOver = true;
      unfollow();
    };
  }, [sheet, branch.id]);
  const aim = useDrafts(({ drafts }) => drafts[branch.id]?.aim);
  useEffect(() => {
    if (!sheet || !aim) return;
    aimed(branch.id);
    sheet.aim(aim.section, aim.span);
  }, [sheet, aim, branch.id]);
  return { place, sheet };
}

const draftOf = (branch: string) => useDrafts.getState().drafts[branch];
