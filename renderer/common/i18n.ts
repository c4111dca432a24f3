/**
 * The catalogues: every word that a screen shows comes from here. English now, more languages
 * beside it later.
 */
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from '../locales/en/index.ts';

/** Languages of the interface, each by its own name. */
export const uiLanguages = [{ id: 'en', own: 'English' }] as const;

export async function openCatalogue(language = 'en'): Promise<i18n> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // React writes text nodes only; escaping here would show entities to the reader.
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0]);
  return i18next;
}

/** Takes the language of the settings; what has no catalogue stays English. */
export async function speak(language: string): Promise<void> {
  if (i18next.language !== language) await i18next.changeLanguage(language);
  document.documentElement.lang = i18next.resolvedLanguage ?? 'en';
}
