/** What each section of the note holds: its title says it, or the doctor chooses it. */
import { useId } from 'react';
import {
  type ChosenTopics,
  type Topic,
  topics,
  topicsOfTitle,
} from '../../../../shared/model/note/section-topics.ts';
import { type Option, PickOne } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

/** Stands for no choice. */
const BY_TITLE = 'title';

type Props = {
  readonly titles: readonly string[];
  readonly chosen: ChosenTopics;
  readonly onChange: (title: string, topic: Topic | undefined) => void;
};

export function SectionHolds({ titles, chosen, onChange }: Props) {
  const { t, language } = useLocale();
  const nameOf = (topic: Topic) => t(`here.sections.topics.${topic}`);
  const list = new Intl.ListFormat(language, { style: 'short', type: 'unit' });
  // What is chosen for one section is no other's.
  const taken = new Set(Object.values(chosen));
  const byTitle = (title: string): Option => {
    const understood = topicsOfTitle(title).filter((topic) => !taken.has(topic));
    return {
      id: BY_TITLE,
      label:
        understood.length > 0
          ? t('here.sections.byTitle', { topics: list.format(understood.map(nameOf)) })
          : t('here.sections.nothing'),
    };
  };
  const hint = useId();
  const choices = topics.map((topic) => ({ id: topic, label: nameOf(topic) }));
  return (
    <fieldset className="section-holds" aria-describedby={hint}>
      <legend className="label">{t('here.sections.holds')}</legend>
      <p id={hint} className="hint">
        {t('here.sections.holdsHint')}
      </p>
      <div className="fields">
        {titles.map((title) => (
          <PickOne
            key={title}
            label={title}
            options={[byTitle(title), ...choices]}
            value={chosen[title] ?? BY_TITLE}
            onChange={(id) =>
              onChange(
                title,
                topics.find((topic) => topic === id),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
