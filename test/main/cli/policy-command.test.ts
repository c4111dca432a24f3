/**
 * `scriba policy` tells an administrator what is in force, and ends with 1 where something in the
 * file is wrong.
 */
import { expect, test } from 'vitest';
import { readPolicy } from '../../../main/app/policy/read-policy.ts';
import { readArguments } from '../../../main/cli/arguments.ts';
import { runPolicy } from '../../../main/cli/policy-command.ts';

function told(text: string) {
  const lines: object[] = [];
  const words: string[] = [];
  const terminal = {
    print: () => {},
    line: (value: object) => void lines.push(value),
    word: (sentence: string) => void words.push(sentence),
    nextLine: async () => undefined,
  };
  const policy = readPolicy(Buffer.from(text), '/etc/scriba/policy.json');
  return { code: runPolicy(terminal, policy), lines, words: words.join('\n') };
}

test('it is a command of its own', () => {
  expect(readArguments(['policy']).command).toEqual({ name: 'policy' });
  expect(() => readArguments(['policy', 'more'])).toThrow('policy takes no more.');
});

test('a sound policy is told with its file', () => {
  const { code, lines, words } = told('{"lock":{"afterMinutes":5}}');
  expect(code).toBe(0);
  expect(lines).toMatchObject([{ policy: { lock: { afterMinutes: 5 }, problems: [] } }]);
  expect(words).toContain('/etc/scriba/policy.json');
});

test('what is wrong or unknown is told in words, and the exit code says so', () => {
  const { code, words } = told('{"lok":1,"lock":{"afterMinutes":500}}');
  expect(code).toBe(1);
  expect(words).toMatch(/lok is not known/);
  expect(words).toMatch(/lock.afterMinutes: .*Scriba locks after 1 minute/);
});
