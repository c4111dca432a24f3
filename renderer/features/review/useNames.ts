/** What documents, versions and sections of a note are called, in the language of the interface where the catalogue knows them. */
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';
import type { NoteBranch, VersionInfo } from '../../../shared/model/note/note-versions.ts';
import { useWords } from '../../ui/useWords.ts';
import { madeWord } from '../visits/note/versions-format.ts';

export function useNames() {
  const words = useWords();
  const { t, exists, templateName, time, moment } = words;
  const recent = (at: number) =>
    new Date(at).toDateString() === new Date().toDateString() ? time(at) : moment(at);
  return {
    ...words,
    /** The hour today, the day with it on others. */
    recent,
    /** The catalogue knows the platform's three templates by name; for others its own name is all there is, or the id where it sent none. */
    documentName: ({ templateId, name }: Pick<NoteBranch, 'templateId' | 'name'>) =>
      exists(`template.${templateId}`) || name === '' || name === templateId
        ? templateName(templateId)
        : name,
    sectionName: ({ key, title }: Pick<NoteSection, 'key' | 'title'>) =>
      title !== ''
        ? title
        : key === undefined
          ? t('review.beginning')
          : exists(`emr.section.${key}`)
            ? t(`emr.section.${key}`)
            : key,
    versionName: (version: VersionInfo) =>
      t('versions.one', {
        number: version.number,
        by: t(`versions.made.${madeWord(version)}`),
        time: recent(version.at),
      }),
  };
}
