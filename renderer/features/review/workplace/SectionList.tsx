/** The headings of the note: pressing one scrolls the note there. */
import { memo, type RefObject } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { NoteBranch } from '../../../../shared/model/note/note-versions.ts';
import { useNames } from '../useNames.ts';

type Props = {
  readonly branch: NoteBranch | undefined;
  /** The pane of the note. */
  readonly middle: RefObject<HTMLElement | null>;
};

export const SectionList = memo(function SectionList({ branch, middle }: Props) {
  const { t, sectionName } = useNames();
  const named = (branch?.sections ?? []).filter(
    ({ title, key }) => title !== '' || key !== undefined,
  );
  if (!branch || named.length < 2) return <div className="workplace-sections" />;
  const goTo = (name: string) => {
    const headings = middle.current?.querySelectorAll('.document h2, .document h3, [data-name]');
    const found = [...(headings ?? [])].find(
      (one) => ((one as HTMLElement).dataset.name ?? one.textContent) === name,
    );
    found?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav className="workplace-sections" aria-label={t('workplace.sections')}>
      <ul className="plain-list">
        {named.map((section) => (
          <li key={section.id}>
            <AriaButton className="desk-section-way" onPress={() => goTo(sectionName(section))}>
              <span lang={section.title === '' ? undefined : branch.language}>
                {sectionName(section)}
              </span>
            </AriaButton>
          </li>
        ))}
      </ul>
    </nav>
  );
});
