/**
 * The note's text with the words of its entities marked, those of the entity with the focus more
 * than the others.
 */
import { Fragment, useEffect, useRef } from 'react';
import type { NoteSection } from '../../../../../shared/model/note/note-sections.ts';
import { keyed } from '../../../../ui/keyed.ts';
import { useLocale } from '../../../../ui/useLocale.ts';
import { type Line, linesOf, type Marked, MOST_LINES } from '../../../visits/text/note-text.ts';
import { currentItem } from '../work/desk-actions.ts';
import type { DeskWork } from '../work/useDeskWork.ts';
import { useNoteText } from './useNoteText.ts';

type Props = {
  readonly work: DeskWork;
  readonly language: string;
  readonly sectionName: (document: number, section: string) => string;
  readonly documentName: (document: number) => string;
  readonly transcriptAt: number;
};

export function NoteText({ work, language, sectionName, documentName, transcriptAt }: Props) {
  const { t } = useLocale();
  const { documents } = useNoteText();
  const currentId = currentItem(work)?.entity.id;
  const pane = useMarkInView(currentId);
  const { pages, isCut } = pagesOf(documents, (document, section) =>
    marksOf(work, document, section, transcriptAt),
  );
  return (
    <section
      ref={pane}
      className="card desk-note"
      aria-label={t('desk.noteText')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and M marks the text selected in it
      tabIndex={0}
      data-note
    >
      {pages.map(({ document, sections }) => (
        <Fragment key={document}>
          <h2 className="desk-document">{documentName(document)}</h2>
          {document === transcriptAt && <p className="hint">{t('desk.approximate')}</p>}
          {sections.map(({ id, lines }) => {
            const name = document === transcriptAt ? '' : sectionName(document, id);
            return (
              <div key={id} className="desk-section">
                {name !== '' && <h3>{name}</h3>}
                <div lang={language}>
                  {lines.map((line) => (
                    <NoteLine
                      key={line.start}
                      line={line}
                      document={document}
                      section={id}
                      currentId={currentId}
                    />
                  ))}
                </div>
              </div>
            );
          })}
        </Fragment>
      ))}
      {isCut && <p className="hint">{t('document.onlyPart')}</p>}
    </section>
  );
}

/**
 * Scrolls the pane, not the page, to the marked words. A pane without scrolling of its own (a small
 * window) stays: the entity shows its line itself.
 */
function useMarkInView(currentId: string | undefined) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (currentId === undefined) return;
    const place = pane.current;
    const mark = place?.querySelector<HTMLElement>('mark.desk-mark-here');
    if (place && mark && place.scrollHeight > place.clientHeight)
      place.scrollTop = mark.offsetTop - place.clientHeight / 3;
  }, [currentId]);
  return pane;
}

/**
 * Spans of the entities in this section, and in the transcript the place of the entity with the
 * focus.
 */
function marksOf(
  work: DeskWork,
  document: number,
  section: string,
  transcriptAt: number,
): Marked[] {
  const entities = [...work.items.values()].map(({ entity }) => entity);
  const marks = entities
    .filter((entity) => entity.document === document && entity.section === section)
    .map(({ id, span }) => ({ id, ...span }));
  const current = currentItem(work)?.entity;
  return document === transcriptAt && current?.transcript
    ? [...marks, { id: current.id, ...current.transcript }]
    : marks;
}

type Page = {
  readonly document: number;
  readonly sections: readonly { readonly id: string; readonly lines: readonly Line[] }[];
};

/** The lines to draw, at most MOST_LINES in all. */
function pagesOf(
  documents: readonly (readonly NoteSection[])[],
  marks: (document: number, section: string) => Marked[],
): { readonly pages: readonly Page[]; readonly isCut: boolean } {
  let left = MOST_LINES;
  const pages = documents.map((sections, document) => ({
    document,
    sections: sections.map(({ id, text }) => {
      const lines = linesOf(text, marks(document, id))
        .filter(({ pieces }) => !isTableRule(pieces[0]?.text ?? ''))
        .slice(0, Math.max(0, left));
      left -= lines.length;
      return { id, lines };
    }),
  }));
  return { pages: pages.filter(({ sections }) => sections.length > 0), isCut: left <= 0 };
}

/** The line of dashes below the head of a table. */
const isTableRule = (line: string) => line.length < 200 && /^\s*\|?[\s:|-]*--[\s:|-]*$/.test(line);

type NoteLineProps = {
  readonly line: Line;
  readonly document: number;
  readonly section: string;
  readonly currentId: string | undefined;
};

function NoteLine({ line: { start, pieces }, document, section, currentId }: NoteLineProps) {
  return (
    <p className="desk-line" data-document={document} data-section={section} data-start={start}>
      {keyed(pieces, ({ text, id }) => `${id ?? ''} ${text}`).map(({ key, item: { text, id } }) =>
        id === undefined ? (
          text
        ) : (
          <mark key={key} className={id === currentId ? 'desk-mark desk-mark-here' : 'desk-mark'}>
            {text}
          </mark>
        ),
      )}
    </p>
  );
}
