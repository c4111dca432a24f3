/** Titles of the sections of a note that is written here, a line each. */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { LONGEST_TITLE, MOST_SECTIONS } from '../../../../shared/model/work-here.ts';
import { say } from '../../../common/stores/messages.ts';
import { setWorkHere } from '../../../common/stores/work-here.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { problemOfTitles, titlesIn } from './note-sections.ts';

export function NoteSections({ sections }: { readonly sections: readonly string[] }) {
  const { t, attempt } = useLocale();
  const [typed, setTyped] = useState(sections.join('\n'));
  const titles = titlesIn(typed);
  const problem = problemOfTitles(titles);
  const isChanged = titles.join('\n') !== sections.join('\n');
  const save = () =>
    attempt(async () => {
      await setWorkHere({ sections: titles });
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
        <div className="row-actions">
          <Button type="submit" isDisabled={!isChanged || problem !== undefined}>
            {t('here.sections.save')}
          </Button>
        </div>
      </Form>
    </section>
  );
}
