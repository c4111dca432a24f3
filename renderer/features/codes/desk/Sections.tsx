/**
 * The sections of the note that have something to decide, each with its progress; pressing one
 * moves the focus there.
 */
import { Button as AriaButton } from 'react-aria-components';
import { useLocale } from '../../../ui/useLocale.ts';
import { nextUndecided } from '../desk-format.ts';
import { currentItem } from './work/desk-actions.ts';
import type { DeskWork } from './work/useDeskWork.ts';

export function Sections({
  work,
  sectionName,
}: {
  readonly work: DeskWork;
  readonly sectionName: (document: number, section: string) => string;
}) {
  const { t } = useLocale();
  const here = currentItem(work)?.entity;
  if (work.sections.length === 0) return null;
  return (
    <nav aria-label={t('desk.sections')}>
      <ul className="plain-list desk-sections">
        {work.sections.map(({ key, document, section, entities }) => {
          const decided = new Set(
            entities.filter(({ id }) => work.items.get(id)?.decision).map(({ id }) => id),
          );
          return (
            <li key={key}>
              <AriaButton
                className="desk-section-way"
                {...(here?.document === document && here.section === section
                  ? { 'aria-current': 'true' as const }
                  : {})}
                onPress={() =>
                  work.moveTo(
                    nextUndecided(
                      entities.map(({ id }) => id),
                      decided,
                    ) ?? entities[0]?.id,
                  )
                }
              >
                <span>{sectionName(document, section)}</span>
                <span className="figures quiet">
                  <span aria-hidden="true">
                    {decided.size}/{entities.length}
                  </span>
                  <span className="unseen">
                    {t('desk.progress', { decided: decided.size, of: entities.length })}
                  </span>
                </span>
              </AriaButton>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
