/**
 * The documents of a note, one tab each. A document that failed or was not produced has a tab too,
 * with the reason.
 */
import { CircleAlert } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { Tab, TabList, TabPanel, TabPanels, Tabs } from 'react-aria-components';
import { placedDoubts } from '../../../../shared/model/note/doubts.ts';
import { emrSections } from '../../../../shared/model/note/emr-sections.ts';
import type { Note, NoteDocument } from '../../../../shared/model/note/note.ts';
import {
  isTooLong,
  sectionsOf,
  writtenSectionsOf,
} from '../../../../shared/model/note/note-sections.ts';
import type { NoteBranch, NoteState } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { keyed } from '../../../ui/keyed.ts';
import { Later } from '../../../ui/Later.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { useDeskPlace } from '../../codes/desk-place-store.ts';
import { useDesk } from '../../codes/desk-store.ts';
import { useDrafts } from '../../visits/note/note-drafts-store.ts';
import { stillMarked, useNoteWork } from '../../visits/note/note-versions-store.ts';
import { canDraw, canLayOut, shown } from '../../visits/text/layout-limits.ts';
import { SafeMarkdown } from '../../visits/text/SafeMarkdown.tsx';
import { useCheckPlace } from '../checks/check-place-store.ts';
import { useNames } from '../useNames.ts';
import { DocumentCard } from './DocumentCard.tsx';
import { EmrSections } from './EmrSections.tsx';
import { KeptDraft } from './FallbackDraft.tsx';
import { MarksProvider, marksIn } from './note-marks.ts';
import { Paragraphs } from './Paragraphs.tsx';
import { SectionTexts } from './SectionTexts.tsx';
import { WrittenHere } from './WrittenHere.tsx';

type Props = {
  readonly note: Note;
  readonly visit: Visit;
  readonly state?: NoteState | undefined;
};

/** A document of the note with its position, and its versions if it can be edited. */
type Entry = {
  readonly document: NoteDocument;
  readonly index: number;
  readonly branch: NoteBranch | undefined;
};

export const Documents = memo(function Documents({ note, visit, state }: Props) {
  const { t } = useNames();
  if (note.documents.length === 0) return <p className="empty">{t('note.none')}</p>;
  const all = note.documents.map((document, index): Entry => {
    const branch = state?.branches.find((one) => one.document === index);
    return { document, index, branch };
  });
  const leaflets = all.filter(({ document }) => document.leaflet === true);
  // A note of leaflets alone has them in its tabs, else they stand beside the tabs.
  if (leaflets.length === 0 || leaflets.length === all.length)
    return <DocumentTabs entries={all} visit={visit} state={state} />;
  const others = all.filter((entry) => !leaflets.includes(entry));
  return (
    <div className="note-and-leaflet">
      <DocumentTabs entries={others} visit={visit} state={state} />
      {leaflets.map((entry) => (
        <Leaflet key={entry.index} entry={entry} visit={visit} state={state} />
      ))}
    </div>
  );
});

type TabsProps = Pick<Props, 'visit' | 'state'> & { readonly entries: readonly Entry[] };

function DocumentTabs({ entries, visit, state }: TabsProps) {
  const { t, documentName } = useNames();
  const withoutDocument = state?.branches.filter(({ document }) => document === undefined) ?? [];
  const edited = useEditedDraft(withoutDocument);
  return (
    <Tabs className="tabs" {...(edited !== undefined && { defaultSelectedKey: edited })}>
      <TabList className="tab-list" aria-label={t('note.documents')}>
        {entries.map(({ document, index }) => (
          <Tab key={index} id={String(index)} className="tab">
            <TabName document={document} />
          </Tab>
        ))}
        {withoutDocument.map((branch) => (
          <Tab key={branch.id} id={branch.id} className="tab">
            {documentName(branch)}
            <span className="quiet"> · {t(branch.fallback ? 'fallback.name' : 'review.gone')}</span>
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {entries.map((entry) => (
          <TabPanel key={entry.index} id={String(entry.index)} className="card document">
            <h2 className="unseen">{documentName(entry.document)}</h2>
            <Later>
              <OneDocument {...entry} visit={visit} state={state} />
            </Later>
          </TabPanel>
        ))}
        {state &&
          withoutDocument.map((branch) => (
            <TabPanel key={branch.id} id={branch.id} className="card document">
              <h2 className="unseen">{documentName(branch)}</h2>
              {branch.fallback ? (
                <KeptDraft visit={visit} state={state} branch={branch} />
              ) : (
                <GoneDocument visit={visit} state={state} branch={branch} />
              )}
            </TabPanel>
          ))}
      </TabPanels>
    </Tabs>
  );
}

/** A draft of this computer in which somebody is typing while the platform's note comes. */
function useEditedDraft(branches: readonly NoteBranch[]): string | undefined {
  return useDrafts(({ drafts }) => branches.find(({ id, fallback }) => fallback && drafts[id])?.id);
}

type GoneProps = {
  readonly visit: Visit;
  readonly state: NoteState;
  readonly branch: NoteBranch;
};

function GoneDocument({ visit, state, branch }: GoneProps) {
  const { t } = useLocale();
  return (
    <>
      <Banner tone="info" title={t('review.gone')}>
        {t('review.goneText')}
      </Banner>
      <DocumentCard visit={visit} state={state} branch={branch}>
        <div className="document-body">
          <SectionTexts sections={branch.sections} language={branch.language} />
        </div>
      </DocumentCard>
    </>
  );
}

function TabName({ document }: { readonly document: NoteDocument }) {
  const { t, time, documentName } = useNames();
  return (
    <>
      {document.status !== 'success' && <CircleAlert aria-hidden="true" className="icon" />}
      {documentName(document)}
      {document.addedAt !== undefined && <span className="quiet"> · {time(document.addedAt)}</span>}
      {document.status !== 'success' && (
        <span className="unseen">{t(`document.${document.status}`)}</span>
      )}
    </>
  );
}

type EntryProps = Pick<Props, 'visit' | 'state'> & { readonly entry: Entry };

/** The patient's leaflet, beside the note. */
function Leaflet({ entry, visit, state }: EntryProps) {
  const { t, documentName } = useNames();
  return (
    <section className="card document leaflet" aria-label={t('review.leaflet')}>
      <h2>{t('review.leaflet')}</h2>
      <p className="hint">
        {documentName(entry.document)} ·{' '}
        <LanguageName id={entry.document.language ?? visit.outputLanguage} />
      </p>
      <OneDocument {...entry} visit={visit} state={state} />
    </section>
  );
}

/** Quotes, code, links, pictures and HTML are none of a section's layout. */
const isSimple = (text: string) =>
  !/^\s*(?:>|~~~|={3,}\s*$|-{3,}\s*$|[-*+]\s+\[[ x]\])|`|<[a-z/!?]|\]\(|!\[/im.test(text);

type OneProps = Pick<Props, 'visit' | 'state'> & Entry;

function OneDocument(props: OneProps) {
  const { document, visit, state, index } = props;
  const marks = useDocumentMarks(visit, document, index, state);
  return (
    <MarksProvider value={marks}>
      <DocumentContent {...props} />
    </MarksProvider>
  );
}

/** Other marks draw the words anew that they stand at, and nothing else. */
const DocumentContent = memo(function DocumentContent({
  document,
  branch,
  visit,
  state,
}: OneProps) {
  const body = (
    <div lang={document.language ?? visit.outputLanguage} className="document-body">
      <DocumentBody document={document} visit={visit} />
    </div>
  );
  return (
    <>
      <DocumentTrouble document={document} />
      <WrittenHere document={document} />
      {state && branch?.editable ? (
        <DocumentCard visit={visit} state={state} branch={branch}>
          {body}
        </DocumentCard>
      ) : (
        body
      )}
    </>
  );
});

function useDocumentMarks(
  visit: Visit,
  document: NoteDocument,
  index: number,
  state: NoteState | undefined,
) {
  const desk = useDesk((open) => (open.id === visit.id ? open.desk : undefined));
  const coded = useDeskPlace(({ here: entity }) => entity);
  const questioned = useCheckPlace((place) => place.here);
  const here = questioned === undefined ? coded : undefined;
  const plain = useMemo(() => (isTooLong(document) ? [] : sectionsOf(document)), [document]);
  const uncoded = state?.uncoded;
  const checked = useChecked(visit, index, state);
  const marks = useMemo(
    () => ({ ...marksIn(desk, index, plain, { here, uncoded }), checked }),
    [desk, index, plain, here, uncoded, checked],
  );
  // A key at the codes is answered there first, and then in the note.
  useInView(useDeferredValue(questioned ?? coded));
  return useDeferredValue(marks);
}

/** Brings the words that somebody moved to into view; those of the beginning leave the note where it is. */
function useInView(here: string | undefined): void {
  const before = useRef(here);
  useEffect(() => {
    const moved = before.current !== undefined && before.current !== here;
    before.current = here;
    if (moved)
      document.querySelector('.document .note-mark-here')?.scrollIntoView({ block: 'nearest' });
  }, [here]);
}

/** What is still to be looked at in this document; the checks are about the note alone. */
function useChecked({ id }: Visit, index: number, state: NoteState | undefined) {
  const differences = useNoteWork((work) => (work.id === id ? work.differences : undefined));
  const looked = useNoteWork((work) => work.looked);
  const here = useCheckPlace((place) => place.here);
  const isNote = state?.branches.find((one) => one.document === index)?.id === state?.note;
  return useMemo(
    () =>
      isNote
        ? stillMarked({ id, differences, looked }).map((one) => ({ ...one, here: one.id === here }))
        : [],
    [id, differences, looked, isNote, here],
  );
}

function LanguageName({ id }: { readonly id: string }) {
  const { languageName } = useLocale();
  return <span lang={id}>{languageName(id)}</span>;
}

export function DocumentTrouble({
  document: { status, errors, warnings },
}: {
  readonly document: NoteDocument;
}) {
  const { t } = useLocale();
  const lines = [...errors, ...warnings];
  if (status === 'success' && lines.length === 0) return null;
  return (
    <Banner
      tone={status === 'success' ? 'info' : 'warn'}
      title={t(status === 'success' ? 'document.remarks' : `document.${status}`)}
    >
      {status === 'not-produced' && <p>{t('document.notProducedText')}</p>}
      {lines.length > 0 && (
        <ul>
          {keyed(lines, (line) => line).map(({ key, item }) => (
            // What the core and platforms say of a document has no translation.
            <li key={key} lang="en">
              {item}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

/** `visit`: of a document to which a doctor may add details; left out where it is only shown. */
type BodyProps = { readonly document: NoteDocument; readonly visit?: Visit | undefined };

/** A document that cannot be laid out never takes the page down: its text is shown as it came. */
export function DocumentBody({ document, visit }: BodyProps) {
  const { t, language } = useLocale();
  if (document.text === undefined || document.text === '') return null;
  const { text, more } = shown(document.text);
  const plain = <Paragraphs text={text} />;
  if (more)
    return (
      <>
        <p className="hint" lang={language}>
          {t('document.onlyPart')}
        </p>
        {plain}
      </>
    );
  return (
    <ErrorBoundary otherwise={() => plain}>
      <FormattedText document={document} visit={visit} text={text} />
    </ErrorBoundary>
  );
}

/** The same text is not parsed anew whenever what is around it is drawn again. */
const KeptMarkdown = memo(SafeMarkdown);

function FormattedText({ document, visit, text }: BodyProps & { readonly text: string }) {
  const { t, language } = useLocale();
  if (document.kind === 'emr' && document.emr !== undefined) {
    const sections = emrSections(document.emr);
    if (canDraw(sections)) return <EmrSections sections={sections} visit={visit} />;
  } else if (document.kind !== 'markdown') {
    return <Paragraphs text={text} doubts={placedDoubts(document)} />;
  } else if (canLayOut(text)) {
    // In a note under review codes stand at their words; what our blocks cannot draw keeps its own
    // layout.
    return visit && isSimple(text) ? (
      <SectionTexts
        sections={writtenSectionsOf(document)}
        language={document.language ?? visit.outputLanguage}
      />
    ) : (
      <KeptMarkdown text={text} />
    );
  }
  return (
    <>
      <p className="hint" lang={language}>
        {t('document.asCame')}
      </p>
      <Paragraphs text={text} />
    </>
  );
}
