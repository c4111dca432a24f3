/** The note's text with the words of its entities marked: by a line and a background, the one in focus more than the others. */
import { Fragment, useEffect, useRef } from 'react';
import { useWords } from '../../../ui/useWords.ts';
import { linesOf, type Marked, MOST_LINES } from '../../visits/text/note-text.ts';
import type { DeskWork } from './useDeskWork.ts';
import { useNoteText } from './useNoteText.ts';

type Props = {
  readonly work: DeskWork;
  readonly language: string;
  readonly sectionName: (document: number, section: string) => string;
  readonly documentName: (document: number) => string;
  readonly transcriptAt: number;
};

export function NoteText({ work, language, sectionName, documentName, transcriptAt }: Props) {
  const { t } = useWords();
  const { documents } = useNoteText();
  const pane = useRef<HTMLElement>(null);
  const current = work.current === undefined ? undefined : work.items.get(work.current)?.entity;
  useEffect(() => {
    const place = pane.current;
    const mark = place?.querySelector<HTMLElement>('mark.desk-mark-here');
    // Only the pane moves; on a small window it has no scrolling of its own, and the entity tells its line itself.
    if (place && mark && place.scrollHeight > place.clientHeight)
      place.scrollTop = mark.offsetTop - place.clientHeight / 3;
  }, [current?.id]);

  const marksOf = (document: number, section: string): Marked[] => [
    ...[...work.items.values()]
      .filter(({ entity }) => entity.document === document && entity.section === section)
      .map(({ entity: { id, span } }) => ({ id, ...span })),
    ...(document === transcriptAt && current?.transcript
      ? [{ id: current.id, ...current.transcript }]
      : []),
  ];
  let left = MOST_LINES;
  return (
    <section
      ref={pane}
      className="card desk-note"
      aria-label={t('desk.noteText')}
      tabIndex={0}
      data-note
    >
      {documents.map(
        (sections, document) =>
          sections.length > 0 && (
            <Fragment key={document}>
              <h2 className="desk-document">{documentName(document)}</h2>
              {document === transcriptAt && <p className="hint">{t('desk.approximate')}</p>}
              {sections.map(({ id, text }) => {
                const lines = linesOf(text, marksOf(document, id))
                  .filter(({ pieces }) => !isRule(pieces[0]?.text ?? ''))
                  .slice(0, Math.max(0, left));
                left -= lines.length;
                const name = document === transcriptAt ? '' : sectionName(document, id);
                return (
                  <div key={id} className="desk-section">
                    {name !== '' && <h3>{name}</h3>}
                    <div lang={language}>
                      {lines.map(({ start, pieces }) => (
                        <p
                          key={start}
                          className="desk-line"
                          data-document={document}
                          data-section={id}
                          data-start={start}
                        >
                          {pieces.map((piece, index) =>
                            piece.id === undefined ? (
                              piece.text
                            ) : (
                              <mark
                                key={index}
                                className={
                                  piece.id === current?.id
                                    ? 'desk-mark desk-mark-here'
                                    : 'desk-mark'
                                }
                              >
                                {piece.text}
                              </mark>
                            ),
                          )}
                        </p>
                      ))}
                    </div>
                  </div>
                );
              })}
            </Fragment>
          ),
      )}
      {left <= 0 && <p className="hint">{t('document.onlyPart')}</p>}
    </section>
  );
}

/** The line below the head of a table says nothing. */
const isRule = (line: string) => line.length < 200 && /^\s*\|?[\s:|-]*--[\s:|-]*$/.test(line);
