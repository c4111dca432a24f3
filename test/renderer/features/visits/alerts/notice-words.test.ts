import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import {
  clockNotice,
  crashNotices,
  damagedRowsNotice,
  joinedNotice,
  newerOnPlatformNotice,
  olderFolderNotice,
  plainAnswerNotice,
  policyNotice,
  setAsideNotice,
} from '../../../../../main/app/health.ts';
import { noticeWords } from '../../../../../renderer/features/visits/alerts/notice-words.ts';
import { en } from '../../../../../renderer/locales/en/index.ts';
import hindi from '../../../../../renderer/locales/hi/shell.json' with { type: 'json' };
import {
  type ConditionCode,
  type ConditionNotice,
  conditionCodes,
} from '../../../../../shared/model/health.ts';
import type { Policy } from '../../../../../shared/model/policy.ts';
import { MINUTE } from '../../../../../shared/time.ts';

const policy = { file: '/etc/scriba/policy.json', problems: [{ message: 'Wrong.' }] };
const notices: Readonly<Record<ConditionCode, readonly (ConditionNotice | undefined)[]>> = {
  'database-rebuilt': [setAsideNotice('damaged', 'scriba.db.1'), setAsideNotice('missing', '')],
  'database-newer': [setAsideNotice('newer', 'scriba.db.2')],
  'database-joined': [joinedNotice(1), joinedNotice(12)],
  'folder-older': [olderFolderNotice(new Date('2026-11-20T17:40'))],
  'platform-newer': [1, 3].flatMap((count) => [
    newerOnPlatformNotice(count, false),
    newerOnPlatformNotice(count, true),
  ]),
  'rows-damaged': [damagedRowsNotice(1), damagedRowsNotice(2)],
  'clock-wrong': [
    ...[17, -90, 300, 9000].map((minutes) => clockNotice(minutes * MINUTE)),
    clockNotice('date'),
  ],
  'answer-not-sealed': [plainAnswerNotice(true)],
  'policy-wrong': [policyNotice(policy as unknown as Policy)],
  'page-crashed': [crashNotices.page],
  'app-crashed': [crashNotices.app],
};

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  resources: { en: { translation: en }, hi: { translation: hindi } },
  interpolation: { escapeValue: false },
  showSupportNotice: false,
} as Parameters<typeof i18n.init>[0]);
const said = (language: string, id: string, notice: ConditionNotice) =>
  noticeWords({ id, notice, language, t: i18n.getFixedT(language) });

/** Written with a moment, or without the sentences of a file: not word for word the same. */
const inOwnWords: readonly ConditionCode[] = ['folder-older', 'policy-wrong'];

test.each(conditionCodes)('%s: English says what the core says, Hindi its figures', (code) => {
  for (const notice of notices[code]) {
    if (!notice) throw new Error(`${code}: nothing is told`);
    const english = said('en', code, notice);
    if (!inOwnWords.includes(code)) expect(english).toBe(notice.message);
    expect(english).not.toMatch(/{{|undefined/);
    const words = said('hi', code, notice) ?? '';
    expect(words).toMatch(/[\u0900-\u097f]/);
    expect(words).not.toMatch(/{{|undefined/);
    for (const value of Object.values(notice.values ?? {}))
      if (typeof value === 'string') expect(words).toContain(value);
  }
});

test('a moment and a length are written as the language writes them', () => {
  const [older] = notices['folder-older'];
  expect(said('en', 'folder-older', older!)).toMatch(/20.*Nov.*(17:40|5:40)/);
  expect(said('hi', 'clock-wrong', clockNotice(300 * MINUTE)!)).toContain('5 घंटे आगे');
  expect(said('hi', 'clock-wrong', clockNotice(-9000 * MINUTE)!)).toContain('6 दिन पीछे');
});

test('what the catalogue does not know stays in the words of the core', () => {
  expect(said('hi', 'clock-wrong', { message: 'New.', detail: 'sideways' })).toBeUndefined();
  expect(said('hi', 'moon-fell', { message: 'New.' })).toBeUndefined();
});
