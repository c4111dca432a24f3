/** The language that was chosen before there were settings: at the first start. */
import { createStore } from '../store-registry.ts';
import { changeSettings } from './settings.ts';

export const useChosenLanguage = createStore<{ readonly language?: string | undefined }>(
  'chosen-language',
  { language: undefined },
  { reset: 'holds no patient data' },
);

export const chooseLanguage = (language: string) => useChosenLanguage.setState({ language });

/** Hands it to the settings; it stays here when they refuse it. */
export function keepChosenLanguage(language: string): void {
  void changeSettings({ uiLanguage: language }).then(
    () => useChosenLanguage.setState({ language: undefined }),
    () => undefined,
  );
}
