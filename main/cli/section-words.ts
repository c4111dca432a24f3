/** Reads the sections of a note out of words such as "Plan" and "What worries you=complaints". */
import { type ChosenTopics, type Topic, topics } from '../../shared/model/note/section-topics.ts';
import { usage } from './options.ts';

export type SectionWords = {
  readonly titles: readonly string[];
  readonly chosen: ChosenTopics;
};

/** Throws a usage error where a title is empty, and where what stands behind "=" is nothing that a section can hold. */
export function sectionsIn(words: readonly string[]): SectionWords {
  const read = words.map(sectionIn);
  return {
    titles: read.map(({ title }) => title),
    chosen: Object.fromEntries(read.flatMap(({ title, topic }) => (topic ? [[title, topic]] : []))),
  };
}

function sectionIn(word: string): { readonly title: string; readonly topic?: Topic } {
  if (!/[\p{L}\p{N}]/u.test(word))
    throw usage('--section is empty: it is the title of a section, such as "Plan".');
  const at = word.lastIndexOf('=');
  if (at < 0) return { title: word };
  const said = word.slice(at + 1).trim();
  const topic = topics.find((one) => one === said);
  const title = word.slice(0, at).trim();
  if (!topic || title === '')
    throw usage(`“${word}”: write TITLE=HOLDS, where HOLDS is one of ${topics.join(', ')}.`);
  return { title, topic };
}
