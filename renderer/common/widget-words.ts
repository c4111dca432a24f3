/**
 * What React Aria says by itself, mostly to a screen reader alone, in the language of the page: it
 * has no Hindi. Its own way of giving it sentences is used (those that a server sends with a page):
 * a table for each of its packages at a symbol of `window`, read when the first of its components is
 * drawn. Each sentence here asks the catalogue when it is spoken, so that another language needs no
 * other table.
 */
import i18next from 'i18next';
import english from 'react-aria-components/i18n/en-US';

type Values = Readonly<Record<string, string | number | boolean>>;
type Sentence = (values?: Values) => string;
type Tables = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const say =
  (key: string): Sentence =>
  (values = {}) =>
    i18next.t(key, values);

/** The option that has the focus, after the name of its group where that is another one. */
const focusedOption: Sentence = (values = {}) => {
  const { isGroupChange, groupTitle, groupCount, optionText, isSelected } = values;
  const option = isSelected
    ? i18next.t('widget.chosen', { option: optionText })
    : String(optionText);
  if (!isGroupChange) return option;
  return `${i18next.t('widget.group', { group: groupTitle, count: groupCount as number })} ${option}`;
};

/** Packages of React Aria whose components a screen draws; a test holds them complete. */
export const widgetWords: Readonly<Record<string, Readonly<Record<string, Sentence>>>> = {
  'react-aria-components': {
    selectPlaceholder: say('widget.choose'),
    dropzoneLabel: say('widget.drop'),
  },
  '@react-aria/autocomplete': { collectionLabel: say('widget.suggestions') },
  '@react-aria/combobox': {
    focusAnnouncement: focusedOption,
    countAnnouncement: (values = {}) =>
      i18next.t('widget.options', { count: values.optionCount as number }),
    selectedAnnouncement: (values = {}) =>
      i18next.t('widget.chosen', { option: values.optionText }),
    buttonLabel: say('widget.showSuggestions'),
    listboxLabel: say('widget.suggestions'),
  },
  '@react-aria/grid': {
    select: say('widget.select'),
    selectedItem: say('widget.selected'),
    deselectedItem: say('widget.deselected'),
    selectedCount: say('widget.selectedCount'),
    selectedAll: say('widget.selectedAll'),
    longPressToSelect: say('widget.holdToSelect'),
  },
  '@react-aria/gridlist': {
    hasActionAnnouncement: say('widget.rowAction'),
    hasLinkAnnouncement: say('widget.rowLink'),
  },
  '@react-aria/menu': { longPressMessage: say('widget.holdForMenu') },
  '@react-aria/overlays': { dismiss: say('widget.dismiss') },
  '@react-aria/searchfield': { 'Clear search': say('widget.clearSearch') },
  '@react-aria/tag': {
    removeButtonLabel: say('widget.removeTag'),
    removeDescription: say('widget.removeTagKeys'),
  },
};

/** A package without a table is refused by React Aria, so those that nobody draws stay English. */
export const tablesOf = (english: Tables): Tables => ({
  ...english,
  ...Object.fromEntries(
    Object.entries(widgetWords).map(([name, words]) => [name, { ...english[name], ...words }]),
  ),
});

/** Before the first component is drawn: later nothing is read. */
export function speakInWidgets(): void {
  Object.assign(window, {
    [Symbol.for('react-aria.i18n.strings')]: tablesOf(english),
    // Of the tables; the language of the page comes from `I18nProvider`.
    [Symbol.for('react-aria.i18n.locale')]: 'en-US',
  });
}
