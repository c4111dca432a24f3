/**
 * Languages that the interface can have, each by its own name. A language is offered when its
 * folder holds a catalogue; test/renderer/locales/translations.test.ts lets no incomplete one in.
 */
export type UiLanguage = {
  readonly id: string;
  readonly own: string;
  readonly direction: 'ltr' | 'rtl';
  /** A speaker has read the whole catalogue. */
  readonly reviewed: boolean;
};

export const knownLanguages: readonly UiLanguage[] = [
  { id: 'en', own: 'English', direction: 'ltr', reviewed: true },
  { id: 'hi', own: 'हिन्दी', direction: 'ltr', reviewed: false },
  { id: 'gu', own: 'ગુજરાતી', direction: 'ltr', reviewed: false },
  { id: 'kn', own: 'ಕನ್ನಡ', direction: 'ltr', reviewed: false },
  { id: 'ml', own: 'മലയാളം', direction: 'ltr', reviewed: false },
  { id: 'ta', own: 'தமிழ்', direction: 'ltr', reviewed: false },
  { id: 'te', own: 'తెలుగు', direction: 'ltr', reviewed: false },
  { id: 'bn', own: 'বাংলা', direction: 'ltr', reviewed: false },
  { id: 'mr', own: 'मराठी', direction: 'ltr', reviewed: false },
  { id: 'pa', own: 'ਪੰਜਾਬੀ', direction: 'ltr', reviewed: false },
];
