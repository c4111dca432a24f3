/** A person who reads nothing but `--help` finds each command, its options, an example, its end. */
import { expect, test } from 'vitest';
import { readArguments } from '../../../main/cli/arguments.ts';
import { families } from '../../../main/cli/families/families.ts';
import { commandNames, overview, pageOf } from '../../../main/cli/pages.ts';
import { failure } from '../../support/failure.ts';

const usage = failure('invalid', 'usage');
function textOf(...args: string[]): string {
  const { command } = readArguments(args);
  if (command.name !== 'help') throw new Error(`${args.join(' ')} shows no help.`);
  return command.text;
}

test('every command has a page of its own, by --help, -h and help, also behind an operation', () => {
  expect(commandNames).toEqual(expect.arrayContaining(Object.keys(families)));
  for (const name of commandNames) {
    const text = textOf(name, '--help');
    expect(text.startsWith(`${name}: `), name).toBe(true);
    expect(text).toMatch(/^Examples?:\n {2}.*npm run -s scriba -- /m);
    expect(text).toContain('3  not there yet');
    for (const same of [
      [name, '-h'],
      ['help', name],
      [name, 'more', '--help'],
      ['--data', '/d', name, '--help'],
    ])
      expect(textOf(...same), same.join(' ')).toBe(text);
    expect(overview()).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  }
});

test('the overview is what comes without a command, and an unknown one names those that are', () => {
  for (const args of [[], ['--help'], ['help']]) expect(textOf(...args)).toBe(overview());
  for (const args of [['sing'], ['help', 'sing'], ['sing', '--help']])
    expect(() => readArguments(args), args.join(' ')).toThrow(/no command sing.*webhooks/);
});

test('lines of the help fit into a terminal, but for examples and addresses', () => {
  for (const text of [overview(), ...commandNames.map((name) => textOf(name, '--help'))])
    for (const line of text.split('\n'))
      if (!line.includes('npm run')) expect(line.length, line).toBeLessThanOrEqual(100);
});

test('every example is accepted as it stands', () => {
  for (const name of commandNames)
    for (const example of pageOf(name)?.examples ?? []) {
      const line = example.slice(example.lastIndexOf(' | ') + 1).replace('|', '');
      const args = line
        .replace(/ < .*$/, '')
        .trim()
        .split(/\s+/);
      expect(args[0], example).toBe(name);
      expect(readArguments(args).command.name, example).not.toBe('help');
    }
});

test('what an operation cannot do without stands without brackets', () => {
  expect(textOf('codes', '--help')).toMatch(/codes link --ontology NAME \[--release/);
  expect(textOf('link', '--help')).toMatch(/link --ontology NAME/);
});

test('an option that a command does not take is refused, those of all commands never', () => {
  for (const [args, sentence] of [
    [['status', '--rx', 'x'], 'status takes no --rx.'],
    [['webhooks', 'list', '--task', 'smart'], 'webhooks list takes no --task.'],
    [['terminology', 'status', '--dialect', 'us'], 'terminology status takes no --dialect.'],
    [['status', '--none'], 'There is no option --none.'],
    [['send', 'a.wav', '--language'], '--language needs a value: --language ID.'],
    [['status', '--passphrase=x'], '--passphrase takes no value.'],
  ] as const) {
    expect(() => readArguments(args), args.join(' ')).toThrow(sentence);
    expect(() => readArguments(args), args.join(' ')).toThrow(usage);
  }
  for (const args of [
    ['policy'],
    ['entities'],
    ['terminology', 'status'],
    ['link', '--ontology', 'loinc'],
    ['practice'],
    ['without-platform'],
    ['webhooks', 'list'],
  ])
    expect(readArguments(['--passphrase', '--data', '/d', ...args])).toMatchObject({
      passphrase: true,
      data: '/d',
    });
});
