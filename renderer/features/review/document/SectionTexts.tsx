/** The sections of a version with their lists, tables and bold: elements only, so nothing can load or run. */
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import { keyed } from '../../../ui/keyed.ts';
import { canLayOut, shown } from '../../visits/text/layout-limits.ts';
import { useNames } from '../useNames.ts';
import { NoteBlocks } from './NoteBlocks.tsx';
import { placesIn, useMarks } from './note-marks.ts';
import { Paragraphs } from './Paragraphs.tsx';

export function SectionTexts({
  sections,
  language,
}: {
  readonly sections: readonly NoteSection[];
  readonly language: string;
}) {
  const { t, language: own } = useNames();
  const filled = sections.filter(({ text }) => text.trim() !== '');
  if (filled.length === 0)
    return (
      <p className="hint" lang={own}>
        {t('review.noWords')}
      </p>
    );
  return (
    <div className="section-texts" lang={language}>
      {keyed(filled, ({ id }) => id).map(({ key, item }) => (
        <SectionText key={key} section={item} />
      ))}
    </div>
  );
}

function SectionText({ section }: { readonly section: NoteSection }) {
  const { t, sectionName, language } = useNames();
  const { text, more } = shown(section.text);
  const marks = useMarks();
  return (
    <section>
      {(section.title !== '' || section.key !== undefined) && (
        <h3 {...(section.title === '' && { lang: language })}>{sectionName(section)}</h3>
      )}
      {more && (
        <p className="hint" lang={language}>
          {t('document.onlyPart')}
        </p>
      )}
      {canLayOut(text) ? (
        <NoteBlocks text={text} marks={placesIn(marks, section)} />
      ) : (
        <Paragraphs text={text} />
      )}
    </section>
  );
}
