/**
 * Names of documents, versions and sections of a note, in the language of the interface if the
 * catalogue has them.
 */
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';
import type { NoteBranch, VersionInfo } from '../../../shared/model/note/note-versions.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { madeWord } from '../visits/note/versions-format.ts';

export function useNames() {
  const words = useLocale();
  const { t, exists, templateName, time, moment } = words;
  const recent = (at: number) =>
    new Date(at).toDateString() === new Date().toDateString() ? time(at) : moment(at);
  const sectionName = ({ key, title }: Pick<NoteSection, 'key' | 'title'>) => {
    if (title !== '') return title;
    if (key === undefined) return t('review.beginning');
    return exists(`emr.section.${key}`) ? t(`emr.section.${key}`) : key;
  };
  return {
    ...words,
    /** The time of day; with the date if it is not today. */
    recent,
    /**
     * The catalogue names the platform's three templates; other documents have their own name, or
     * the template's id.
     */
    documentName: ({ templateId, name }: Pick<NoteBranch, 'templateId' | 'name'>) =>
      exists(`template.${templateId}`) || name === '' || name === templateId
        ? templateName(templateId)
        : name,
    sectionName,
    versionName: (version: VersionInfo, { isHere }: Pick<NoteBranch, 'isHere'>) =>
      t('versions.one', {
        number: version.number,
        by: t(
          `versions.made.${isHere && version.made === 'platform' ? 'here' : madeWord(version)}`,
        ),
        time: recent(version.at),
      }),
  };
}
