/** Titles of the sections of a note that is written here, a line each, and what each holds. */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { ChosenTopics } from '../../../../shared/model/note/section-topics.ts';
import { LONGEST_TITLE, MOST_SECTIONS } from '../../../../shared/model/work-here.ts';
import { say } from '../../../common/stores/messages.ts';
import { setWorkHere } from '../../../common/stores/work-here.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import {
  choose,
  chosenIn,
  isSameChoice,
  linesOf,
  problemOfTitles,
  retype,
  titlesIn,
} from './note-sections.ts';
import { SectionHolds } from './SectionHolds.tsx';

type Props = {
  readonly sections: readonly string[];
  readonly sectionTopics?: ChosenTopics | undefined;
};

export function NoteSections({ sections, sectionTopics = {} }: Props) {
  const { t, attempt } = useLocale();
  const [lines, setLines] = useState(() => linesOf(sections, sectionTopics));
  const titles = titlesIn(lines.typed);
  const holds = chosenIn(lines);
  const problem = problemOfTitles(titles);
  const isChanged =
    titles.join('\n') !== sections.join('\n') || !isSameChoice(holds, sectionTopics);
  const save = () =>
    attempt(async () => {
      await setWorkHere({ sections: titles, sectionTopics: holds });
      setLines(linesOf(titles, holds));
      say(({ t }) => t('here.sections.saved'));
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
          value={lines.typed}
          onChange={(typed) => setLines((before) => retype(before, typed))}
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
            onChange={(title, topic) => setLines((before) => choose(before, title, topic))}
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
