/**
 * A note under review in three panes that scroll by themselves: its sections, the note, and beside
 * it codes, check and transcript. What is done with it stands below, always in view.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Note } from '../../../../shared/model/note/note.ts';
import type { NoteState } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Later } from '../../../ui/Later.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { ExportBar } from '../../export/ExportBar.tsx';
import { Receipts } from '../../export/Receipts.tsx';
import { useNoteWork } from '../../visits/note/note-versions-store.ts';
import { noteBranch } from '../../visits/note/versions-format.ts';
import {
  leaveWorkplace,
  markSelection,
  usePaneWidth,
  useWorkplace,
} from '../../visits/note/workplace-store.ts';
import { Documents } from '../document/Documents.tsx';
import { RequestDocument } from '../document/RequestDocument.tsx';
import { SignDialog } from '../sign/SignDialog.tsx';
import { Divider } from './Divider.tsx';
import { SectionList } from './SectionList.tsx';
import { SidePane } from './SidePane.tsx';
import { SideSwitch } from './SideSwitch.tsx';

type Props = {
  readonly note: Note;
  readonly visit: Visit;
  /** Remarks about the whole note, a line each. */
  readonly banners: ReactNode;
};

export function Workplace({ note, visit, banners }: Props) {
  const { t, failure } = useLocale();
  // Neither the differences nor what is being read: the note is not drawn anew for them.
  const state = useNoteWork((work) => (work.id === visit.id ? work.state : undefined));
  const trouble = useNoteWork((work) => (work.id === visit.id ? work.failure : undefined));
  const isOpen = useWorkplace((state) => state.isOpen);
  const place = usePaneWidths();
  const middle = useRef<HTMLElement>(null);
  const branch = noteBranch(state);
  useEffect(() => leaveWorkplace, []);
  return (
    <>
      <div className={isOpen ? 'workplace workplace-open' : 'workplace'} ref={place}>
        <SectionList branch={branch} middle={middle} />
        <Divider pane="sections" />
        <section
          ref={middle}
          className="workplace-note"
          aria-label={t('workplace.note')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll only what has the focus (WCAG 2.1.1)
          tabIndex={0}
          onKeyDown={markKey}
        >
          <SideSwitch visit={visit} />
          {trouble && (
            <Banner tone="bad" urgent title={t('review.unreadable')}>
              {failure(trouble)}
            </Banner>
          )}
          {banners}
          <DraftKept state={state} />
          <Documents note={note} visit={visit} state={state} />
          <Receipts />
          {/* A platform alone writes more documents. */}
          {!visit.worksHere && <RequestDocument visit={visit} />}
        </section>
        <Divider pane="side" />
        <section className="workplace-side" aria-label={t('workplace.side')}>
          <Later>
            <SidePane visit={visit} note={note} state={state} branch={branch} />
          </Later>
        </section>
      </div>
      <Later>
        <ExportBar visit={visit} />
      </Later>
      {state && branch && <SignDialog visit={visit} state={state} branch={branch} />}
    </>
  );
}

/** Told where somebody changed the draft of this computer: those words are in it alone. */
function DraftKept({ state }: { readonly state: NoteState | undefined }) {
  const { t } = useLocale();
  const isEdited = state?.branches.some(
    ({ fallback, versions }) => fallback && versions.some(({ author }) => author === 'doctor'),
  );
  return isEdited ? (
    <Banner tone="info" title={t('fallback.arrived')}>
      {t('fallback.arrivedText')}
    </Banner>
  ) : null;
}

/** M marks the words that are selected in the note; not while somebody types. */
function markKey(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (event.key.toLowerCase() !== 'm' || hasModifier || event.repeat) return;
  if (target.closest('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  markSelection();
}

/** Through the style object: a style attribute would be refused by the page's policy. */
function usePaneWidths(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const sections = usePaneWidth('sections');
  const side = usePaneWidth('side');
  useEffect(() => {
    place.current?.style.setProperty('--sections-width', `${sections}px`);
    place.current?.style.setProperty('--side-width', `${side}px`);
  }, [sections, side]);
  return place;
}
