/** A file of words that does not come, as from a core that has died. */
import { expect, test, vi } from 'vitest';
import { openCatalogue, speak } from '../../../renderer/common/i18n.ts';

const file = vi.hoisted(() => ({ fails: true }));
vi.mock('../../../renderer/locales/hi/settings.json', async (original) => {
  if (file.fails) throw new Error('It does not come.');
  return original();
});

test('a page whose words do not come in one language opens in English, and speaks it when they come', async () => {
  const html = { lang: '', dir: '' };
  vi.stubGlobal('navigator', { languages: ['hi-IN'] });
  vi.stubGlobal('document', { documentElement: html });
  const words = await openCatalogue('system');
  expect([html.lang, html.dir, words.t('today.title')]).toEqual(['en', 'ltr', 'Today']);
  file.fails = false;
  await speak('system');
  expect([html.lang, words.t('today.title'), words.t('settings.title')]).toEqual([
    'hi',
    'आज',
    'सेटिंग्स',
  ]);
  vi.unstubAllGlobals();
});
