import { afterEach, expect, test, vi } from 'vitest';
import { openCatalogue, speak, uiLanguages } from '../../../renderer/common/i18n.ts';

const html = { lang: '', dir: '' };
const systemSpeaks = (...languages: string[]) => {
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('document', { documentElement: html });
};
afterEach(() => vi.unstubAllGlobals());

test('the system’s language is spoken where it is offered, else English', async () => {
  systemSpeaks('ta-IN', 'hi-IN', 'en-IN');
  const words = await openCatalogue('system');
  expect([html.lang, words.t('today.title')]).toEqual(['hi', 'आज']);
  systemSpeaks('fr-FR', 'ta');
  await speak('system');
  expect([html.lang, words.t('today.title')]).toEqual(['en', 'Today']);
});

test('a chosen language goes before the system’s, and one without a catalogue is English', async () => {
  systemSpeaks('en-IN');
  await openCatalogue();
  await speak('hi');
  expect(html).toEqual({ lang: 'hi', dir: 'ltr' });
  await speak('ml');
  expect(html.lang).toBe('en');
  expect(uiLanguages.map(({ id }) => id)).toEqual(['en', 'hi']);
});

test('of two choices the last one counts, whichever catalogue comes first', async () => {
  systemSpeaks('en-IN');
  await openCatalogue();
  await Promise.all([speak('hi'), speak('en')]);
  expect(html.lang).toBe('en');
});
