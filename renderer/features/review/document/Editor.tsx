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
import { aimed, type Draft, flush, type } from '../../visits/note/note-drafts-store.ts';
import { useNames } from '../useNames.ts';
import type { Sheet } from './editor/sheet.ts';
import { useSpellCheck } from './useSpellCheck.ts';

type Props = {
  readonly visit: string;
  readonly branch: NoteBranch;
  readonly draft: Draft;
  readonly onDone: () => void;
  readonly onCompare: (version: number) => void;
};

export const loadSheet = () => import('./editor/sheet.ts');

export function Editor({ visit, branch, draft, onDone, onCompare }: Props) {
  const { t, failure } = useNames();
  const { place, sheet } = useSheet({ visit, branch, draft, onDone });
  const { other } = draft;
  return (
    <div className="editor">
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

function useSheet({ visit, branch, draft, onDone }: Omit<Props, 'onCompare'>) {
  const { t, sectionName } = useNames();
  const phrases = useSettings(({ settings }) => settings?.phrases.dot) ?? [];
  const spellCheck = useSpellCheck(visit, branch.language);
  const place = useRef<HTMLDivElement>(null);
  const [sheet, setSheet] = useState<Sheet | undefined>();
  // What the editor calls later: it is made once, and keeps nothing of an older render.
  const latest = useRef({ phrases, onDone, t, sectionName, typed: draft.typed });
  latest.current = { phrases, onDone, t, sectionName, typed: draft.typed };
  useEffect(() => {
    let made: Sheet | undefined;
    let over = false;
    void loadSheet().then(({ createSheet }) => {
      if (over || !place.current) return;
      const now = latest.current;
      made = createSheet(place.current, now.typed, {
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
  useEffect(() => sheet?.take(draft.typed), [sheet, draft.typed]);
  useEffect(() => {
    if (!sheet || !draft.aim) return;
    const { section, span } = draft.aim;
    aimed(branch.id);
    sheet.aim(section, span);
  }, [sheet, draft.aim, branch.id]);
  return { place, sheet };
}
