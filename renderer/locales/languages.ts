/**
 * Languages that the interface can have, each by its own name. A language is offered when its
 * folder holds a catalogue; test/renderer/locales/translations.test.ts lets no incomplete one in.
 */
export type UiLanguage = {
  readonly id: string;
  readonly own: string;
  readonly direction: 'ltr' | 'rtl';
};

export const knownLanguages: readonly UiLanguage[] = [
  { id: 'en', own: 'English', direction: 'ltr' },
  { id: 'hi', own: 'हिन्दी', direction: 'ltr' },
  { id: 'gu', own: 'ગુજરાતી', direction: 'ltr' },
  { id: 'kn', own: 'ಕನ್ನಡ', direction: 'ltr' },
  { id: 'ml', own: 'മലയാളം', direction: 'ltr' },
  { id: 'ta', own: 'தமிழ்', direction: 'ltr' },
  { id: 'te', own: 'తెలుగు', direction: 'ltr' },
  { id: 'bn', own: 'বাংলা', direction: 'ltr' },
  { id: 'mr', own: 'मराठी', direction: 'ltr' },
  { id: 'pa', own: 'ਪੰਜਾਬੀ', direction: 'ltr' },
];
