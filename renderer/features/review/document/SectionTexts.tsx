/** The sections of a version as plain text: nothing of it is markup, so nothing of it can load or run. */
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import { paragraphs, shown } from '../../visits/text/layout-limits.ts';
import { useNames } from '../useNames.ts';

export function SectionTexts({
  sections,
  language,
}: {
  readonly sections: readonly NoteSection[];
  readonly language: string;
}) {
  const { t, sectionName, language: own } = useNames();
  const filled = sections.filter(({ text }) => text.trim() !== '');
  if (filled.length === 0)
    return (
      <p className="hint" lang={own}>
        {t('review.noWords')}
      </p>
    );
  return (
    <div className="section-texts" lang={language}>
      {filled.map((section, at) => {
        const { text, more } = shown(section.text);
        return (
          <section key={`${section.id}-${at}`}>
            {(section.title !== '' || section.key !== undefined) && (
              <h3 {...(section.title === '' && { lang: own })}>{sectionName(section)}</h3>
            )}
            {more && (
              <p className="hint" lang={own}>
                {t('document.onlyPart')}
              </p>
            )}
            {paragraphs(text).map((paragraph, index) => (
              <p key={index} className="spoken">
                {paragraph}
              </p>
            ))}
          </section>
        );
      })}
    </div>
  );
}
