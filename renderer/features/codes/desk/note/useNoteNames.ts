/**
 * Names of the documents of a note and of their sections, in the language of the interface if the
 * catalogue has them.
 */
import type { Note } from '../../../../../shared/model/note/note.ts';
import { useLocale } from '../../../../ui/useLocale.ts';
import type { NoteText } from './useNoteText.ts';

export function useNoteNames(note: Note | undefined, { documents }: NoteText) {
  const { t, exists, templateName } = useLocale();
  const documentName = (at: number) => {
    const one = note?.documents[at];
    if (!one) return '';
    return exists(`template.${one.templateId}`) || one.name === '' || one.name === one.templateId
      ? templateName(one.templateId)
      : one.name;
  };
  const sectionOf = (document: number, id: string) =>
    documents[document]?.find((one) => one.id === id);
  const inCatalogue = (key: string | undefined) =>
    key !== undefined && exists(`emr.section.${key}`);
  const sectionName = (document: number, id: string) => {
    const section = sectionOf(document, id);
    if (inCatalogue(section?.key)) return t(`emr.section.${section?.key}`);
    return section?.title || section?.key || documentName(document) || t('desk.note');
  };
  // Once for all labels of a render: each one is compared with all names.
  let names: readonly (readonly string[])[] | undefined;
  const allNames = () => {
    names ??= documents.map((sections, at) => sections.map(({ id }) => sectionName(at, id)));
    return names;
  };
  /** With the document's name if another document has a section of the same name. */
  const sectionLabel = (document: number, id: string) => {
    const name = sectionName(document, id);
    const twice = allNames().some((other, at) => at !== document && other.includes(name));
    return twice && name !== documentName(document) ? `${name} · ${documentName(document)}` : name;
  };
  /** The name is a heading of the note, in the note's language. */
  const isHeading = (document: number, id: string) => {
    const section = sectionOf(document, id);
    return Boolean(section?.title) && !inCatalogue(section?.key);
  };
  return { documentName, sectionName, sectionLabel, isHeading };
}
