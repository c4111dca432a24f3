import { afterEach, expect, test } from 'vitest';
import { dismiss, say, useMessages, wordsOf } from '../../../../renderer/common/stores/messages.ts';
import { useSession } from '../../../../renderer/common/stores/session.ts';

afterEach(() => {
  for (const { id } of useMessages.getState().list) dismiss(id);
  useSession.setState({ vault: { state: 'none' } });
});

const speaking = (words: Readonly<Record<string, string>>) => ({
  exists: (key: string) => key in words,
  t: (key: string) => words[key] ?? key,
});

test('a message is kept as what makes its words, so that they change with the language', () => {
  useSession.setState({ vault: { state: 'open' } });
  say(({ t }) => t('saved'), { action: { label: ({ t }) => t('undo'), run: () => {} } });
  const [message] = useMessages.getState().list;
  const told = (words: Readonly<Record<string, string>>) =>
    message &&
    [message.text, message.action?.label ?? ''].map((one) => wordsOf(one, speaking(words)));
  expect(told({ saved: 'Saved.', undo: 'Undo' })).toEqual(['Saved.', 'Undo']);
  expect(told({ saved: 'सहेजा गया।', undo: 'वापस लें' })).toEqual(['सहेजा गया।', 'वापस लें']);
});

test('a sentence that is given as it is stays as it is', () => {
  expect(wordsOf('Codes copied.', speaking({}))).toBe('Codes copied.');
});
