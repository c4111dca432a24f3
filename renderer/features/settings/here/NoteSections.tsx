/** Titles of the sections of a note that is written here, a line each, and what each holds. */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { ChosenTopics, Topic } from '../../../../shared/model/note/section-topics.ts';
import { LONGEST_TITLE, MOST_SECTIONS } from '../../../../shared/model/work-here.ts';
import { say } from '../../../common/stores/messages.ts';
import { setWorkHere } from '../../../common/stores/work-here.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { isSameChoice, problemOfTitles, titlesIn, topicsFor } from './note-sections.ts';
import { SectionHolds } from './SectionHolds.tsx';

type Props = {
  readonly sections: readonly string[];
  readonly sectionTopics?: ChosenTopics | undefined;
};

export function NoteSections({ sections, sectionTopics = {} }: Props) {
  const { t, attempt } = useLocale();
  const [typed, setTyped] = useState(sections.join('\n'));
  const [chosen, setChosen] = useState<Readonly<Record<string, Topic | undefined>>>(sectionTopics);
  const titles = titlesIn(typed);
  const holds = topicsFor(titles, chosen);
  const problem = problemOfTitles(titles);
  const isChanged =
    titles.join('\n') !== sections.join('\n') || !isSameChoice(holds, sectionTopics);
  const save = () =>
    attempt(async () => {
      await setWorkHere({ sections: titles, sectionTopics: holds });
      setTyped(titles.join('\n'));
      say(t('here.sections.saved'));
    });
  return (
    <section className="setting" aria-labelledby="here-sections-title">
      <h2 id="here-sections-title">{t('here.sections.title')}</h2>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !problem) save();
        }}
        validationBehavior="aria"
      >
        <Lines
          label={t('here.sections.label')}
          hint={t('here.sections.hint')}
          value={typed}
          onChange={setTyped}
          problem={
            problem && t(`here.sections.${problem}`, { most: MOST_SECTIONS, length: LONGEST_TITLE })
          }
          rows={6}
          maxLength={MOST_SECTIONS * (LONGEST_TITLE + 1)}
        />
        {titles.length > 0 && !problem && (
          <SectionHolds
            titles={titles}
            chosen={holds}
            onChange={(title, topic) => setChosen((before) => ({ ...before, [title]: topic }))}
          />
        )}
        <div className="row-actions">
          <Button type="submit" isDisabled={!isChanged || problem !== undefined}>
            {t('here.sections.save')}
          </Button>
        </div>
      </Form>
    </section>
  );
}
