/// <reference types="vite/types/importMeta.d.ts" />
/**
 * The catalogues: every word that a screen shows comes from here. The English words of the first
 * screen come with the page, the others with the first part that is loaded on demand; another
 * language is a chunk for each file, loaded when it is chosen.
 */
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { first } from '../locales/en/first.ts';
import { knownLanguages } from '../locales/languages.ts';

type Group = Readonly<Record<string, unknown>>;

const files = import.meta.glob<Group>(['../locales/*/*.json', '!../locales/en/*.json'], {
  import: 'default',
});

const filesOf = (language: string) =>
  Object.entries(files).flatMap(([path, load]) =>
    path.startsWith(`../locales/${language}/`) ? [load] : [],
  );

/** Languages of the interface that have a catalogue. */
export const uiLanguages = knownLanguages.filter(({ id }) => id === 'en' || filesOf(id).length > 0);

/** The settings' word for the language of the operating system. */
export const SYSTEM_LANGUAGE = 'system';

/** A language that is offered, for the word of the settings. */
function offeredFor(wish: string): string {
  const wished =
    wish === SYSTEM_LANGUAGE ? navigator.languages.map((tag) => tag.split('-')[0]) : [wish];
  return wished.find((id) => uiLanguages.some((one) => one.id === id)) ?? 'en';
}

/** `wish`: spoken on the page from the beginning; without it there need be no page. */
export async function openCatalogue(wish?: string): Promise<i18n> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: first } },
    // React writes text nodes only; escaping here would show entities to the reader.
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0]);
  if (wish !== undefined) await speak(wish);
  return i18next;
}

/** English words that the first screen does without: what says them is drawn only with them. */
export async function loadOtherWords(): Promise<void> {
  const { others } = await import('../locales/en/others.ts');
  i18next.addResourceBundle('en', 'translation', others, true);
}

/** Language asked for last: a catalogue that arrives after another choice changes nothing. */
let asked = 'en';

/**
 * Takes the language of the settings; what has no catalogue stays English. Where its words do not
 * come, the page goes on in the language that it speaks, and the next call tries again.
 */
export async function speak(wish: string): Promise<void> {
  const language = offeredFor(wish);
  asked = language;
  const isHere = i18next.hasResourceBundle(language, 'translation') || (await bringWords(language));
  if (asked !== language) return;
  if (isHere && i18next.language !== language) await i18next.changeLanguage(language);
  const spoken = i18next.resolvedLanguage ?? 'en';
  document.documentElement.lang = spoken;
  document.documentElement.dir = uiLanguages.find(({ id }) => id === spoken)?.direction ?? 'ltr';
}

async function bringWords(language: string): Promise<boolean> {
  try {
    const groups = await Promise.all(filesOf(language).map((load) => load()));
    i18next.addResourceBundle(language, 'translation', Object.assign({}, ...groups));
    return true;
  } catch {
    return false;
  }
}
