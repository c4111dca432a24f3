/**
 * The entities of one section, and a button that accepts all codes of which the linkers are
 * confident.
 */
import { CheckCheck } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import type { Section } from '../desk-format.ts';
import { Entity } from './Entity.tsx';
import type { DeskWork } from './work/useDeskWork.ts';

type Props = {
  readonly section: Section;
  readonly work: DeskWork;
  readonly language: string;
  readonly sectionName: (document: number, section: string) => string;
  /** Of the section's name, where it is a heading of the note. */
  readonly headingLanguage: string | undefined;
};

export function SectionCodes({ section, work, language, sectionName, headingLanguage }: Props) {
  const { t } = useLocale();
  const title = useId();
  const linked = work.linkedIn(section);
  const here = section.entities.some(({ id }) => id === work.current);
  return (
    <section className="desk-group" aria-labelledby={title}>
      <header className="desk-group-head">
        <h2 id={title} lang={headingLanguage}>
          {sectionName(section.document, section.section)}
        </h2>
        {linked.length > 0 && (
          <Button look="quiet" icon={CheckCheck} onPress={() => work.acceptLinked(linked)}>
            {t('desk.acceptLinked', { count: linked.length })}
            {here && (
              <>
                {' '}
                <KeyCap>L</KeyCap>
              </>
            )}
            <span className="unseen">
              {' '}
              {t('desk.acceptLinkedIn', {
                section: sectionName(section.document, section.section),
              })}
            </span>
          </Button>
        )}
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: the arrow keys move between its rows (WAI-ARIA grid), which a table does not offer */}
      <div role="grid" aria-labelledby={title} className="desk-rows">
        {section.entities.map(({ id }) => {
          const item = work.items.get(id);
          return (
            item && (
              <Entity
                key={id}
                item={item}
                work={work}
                language={language}
                sectionName={sectionName}
              />
            )
          );
        })}
      </div>
    </section>
  );
}
