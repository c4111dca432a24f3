/**
 * The headless host with the real core and the practice platform: files in, notes out. One story
 * is told by processes of their own.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readArguments } from '../../../main/cli/arguments.ts';
import { failure } from '../../support/failure.ts';
import { runCli, runCliProcess } from '../../support/rigs/cli.ts';
import { buzz, wav } from '../../support/sound/sound.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-headless-'));

function sound(name: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, wav(buzz(3)));
  return file;
}

const home = path.join(folder, 'data');
const scriba = (args: string[], { data = home, input = '' } = {}) => runCli(data, args, input);

test.concurrent('a recording in a file becomes a note, and is still there in the next process', async ({
  expect,
}) => {
  expect(await runCliProcess(home, ['status'])).toMatchObject({
    code: 1,
    words: expect.stringMatching(/practise/i) as string,
  });
  expect(await runCliProcess(home, ['practice'])).toMatchObject({
    code: 0,
    lines: [{ profile: 'practice' }],
  });
  const sent = await runCliProcess(home, [
    'send',
    sound('a.wav'),
    path.join(folder, 'none.wav'),
    '--patient',
    'Asha Rao',
    '--template',
    'clinical_notes_template',
    '--template',
    'transcript_template',
    '--language',
    'hi',
    '--note-language',
    'en-IN',
    '--wait',
  ]);
  expect(sent.lines).toMatchObject([
    { file: 'a.wav', state: 'prepared' },
    { file: 'none.wav', error: 'no-file' },
    { state: 'ready', patient: 'Asha Rao' },
  ]);
  expect(sent.code).toBe(1); // one of the two files was not there
  const transaction = sent.lines[0]!.transaction as string;
  expect(transaction).toMatch(/^txn-/);
  const told = await runCliProcess(home, ['result', transaction]);
  expect(told).toMatchObject({
    code: 0,
    lines: [
      {
        transaction,
        note: {
          practice: true,
          documents: [
            { templateId: 'clinical_notes_template' },
            { templateId: 'transcript_template' },
          ],
        },
      },
    ],
  });
  expect((await runCliProcess(home, ['status'])).lines).toMatchObject([
    { transaction, state: 'ready' },
  ]);
  expect(await runCliProcess(home, ['result', 'txn-none'])).toMatchObject({ code: 1 });

  const saved = path.join(folder, 'whole.zip');
  expect(await runCliProcess(home, ['save-all', transaction, saved])).toMatchObject({
    code: 0,
    lines: [{ how: 'saved', file: 'whole.zip' }],
  });
  const files = unzipSync(readFileSync(saved));
  expect(Object.keys(files)).toEqual([
    'index.json',
    'documents/01-clinical_notes_template.md',
    'documents/02-transcript_template.txt',
    'sound/audio_0001.wav',
  ]);
  expect(
    Buffer.from(files['sound/audio_0001.wav']!).equals(readFileSync(path.join(folder, 'a.wav'))),
  ).toBe(true);
  expect(await runCliProcess(home, ['save-all', transaction, saved])).toMatchObject({
    code: 1,
    words: expect.stringContaining('already') as string,
  });
});

test.concurrent('without --wait it ends when the platform has everything', async ({ expect }) => {
  const data = path.join(folder, 'other');
  await scriba(['practice'], { data });
  const sent = await scriba(['send', sound('b.wav')], { data });
  expect(sent.code).toBe(0);
  expect(['processing', 'ready']).toContain(sent.lines.at(-1)!.state);
  const [transaction] = sent.lines.map((line) => line.transaction as string);
  expect((await scriba(['result', transaction!, '--wait'], { data })).lines[0]).toMatchObject({
    state: 'ready',
  });
});

test.concurrent('a second Scriba on the same folder says so and ends with 1', async ({
  expect,
}) => {
  const data = path.join(folder, 'held');
  await scriba(['practice'], { data });
  const holder = spawn(
    process.execPath,
    ['main/hosts/browser/run.ts', '--data', data, '--practice', 'none', '--with-parent'],
    { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  await new Promise((resolve, reject) =>
    holder.stdout
      .once('data', resolve)
      .once('end', () => reject(new Error('the holder did not start; is the page built?'))),
  );
  const told = await scriba(['status'], { data });
  expect(told).toMatchObject({
    code: 1,
    words: expect.stringContaining('Another Scriba has this data folder open') as string,
  });
  holder.stdin.end();
  expect(await new Promise((resolve) => holder.once('close', resolve))).toBe(0);
});

test.concurrent('a file that is no recording is refused, and wrong usage ends with 2', async ({
  expect,
}) => {
  const data = path.join(folder, 'refusing');
  await scriba(['practice'], { data });
  writeFileSync(path.join(folder, 'letter.wav'), 'Dear colleague, this is no sound at all.');
  expect(await scriba(['send', path.join(folder, 'letter.wav')], { data })).toMatchObject({
    code: 1,
    lines: [{ error: 'file-format' }],
  });
  expect(await scriba(['sing'], { data })).toMatchObject({
    code: 2,
    words: expect.stringContaining('no command sing') as string,
  });
});

test('the arguments are read into one command', () => {
  expect(
    readArguments([
      '--data',
      '/d',
      'send',
      'a.wav',
      'b.mp3',
      '--template',
      't1',
      '--template',
      't2',
      '--language',
      'hi',
      '--wait',
    ]),
  ).toEqual({
    data: '/d',
    passphrase: false,
    command: {
      name: 'send',
      files: ['a.wav', 'b.mp3'],
      templates: ['t1', 't2'],
      inputLanguages: ['hi'],
      outputLanguage: undefined,
      patient: 'Imported recording',
      practiceCase: undefined,
      wait: true,
      here: false,
    },
  });
  expect(readArguments([]).command).toMatchObject({ name: 'help' });
  expect(
    readArguments(['sign-in', '--base', 'https://h', '--brand', 'b', '--client-id', 'c']).command,
  ).toEqual({ name: 'sign-in', baseUrl: 'https://h', brand: 'b', by: 'client', clientId: 'c' });
  expect(
    readArguments(['sign-in', '--base', 'https://h', '--brand', 'b', '--user', 'asha']).command,
  ).toMatchObject({ by: 'person', clientId: 'asha' });
  expect(
    readArguments(['sign-in', '--base', 'https://h', '--brand', 'b', '--device']).command,
  ).toMatchObject({ by: 'device' });
  expect(() =>
    readArguments(['sign-in', '--base', 'https://h', '--brand', 'b', '--user', 'a', '--device']),
  ).toThrow(/one of --client-id, --user and --device/);
  for (const wrong of [
    ['send'],
    ['result'],
    ['result', 'a', 'b'],
    ['save-all', 'a'],
    ['status', 'x'],
    ['sign-in'],
    ['sing'],
    ['status', '--none'],
  ]) {
    expect(() => readArguments(wrong), wrong.join(' ')).toThrow(failure('invalid', 'usage'));
  }
});

test.concurrent('the platform’s families by script: people, orders, webhooks, codes, documents', async ({
  expect,
}) => {
  const data = path.join(folder, 'families');
  await scriba(['practice'], { data });
  const made = await scriba(['users', 'create'], {
    data,
    input: JSON.stringify({
      firstname: 'Asha',
      lastname: 'Rao',
      gender: 'F',
      dob: '1988-02-29',
      mobile: '9000000001',
    }),
  });
  expect(made).toMatchObject({ code: 0, lines: [{ kind: 'done' }] });
  const id = made.lines[0]!.id as string;
  expect((await scriba(['users', 'list'], { data })).lines.map((one) => one.id)).toContain(id);
  expect(await scriba(['users', 'create'], { data, input: '{"firstname":"Asha"}' })).toMatchObject({
    code: 1,
    words: expect.stringContaining('This field is required.') as string,
  });
  expect(await scriba(['users', 'remove', id], { data })).toMatchObject({
    code: 0,
    lines: [{ removed: id }],
  });

  const report = path.join(folder, 'report.pdf');
  writeFileSync(report, '%PDF-1.4\n% practice\n%%EOF\n');
  expect(
    await scriba(['documents', 'send', report], { data, input: '{"patientName":"Asha Rao"}' }),
  ).toMatchObject({ code: 0, lines: [{ name: 'report.pdf' }] });
  expect(
    (await scriba(['codes', 'link', '--ontology', 'icd-10-cm'], { data, input: 'htn\nfever\n' }))
      .lines,
  ).toMatchObject([{ text: 'htn', suggested: 'I10' }, { text: 'fever' }]);
  expect(await scriba(['webhooks', 'list'], { data })).toMatchObject({ code: 0 });
  expect(await scriba(['orders', 'list'], { data })).toMatchObject({
    code: 2,
    words: expect.stringContaining("the admission's number") as string,
  });
  expect(
    await scriba(['orders', 'list'], { data, input: '70726163746963650000000f\n' }),
  ).toMatchObject({ code: 0 });
  expect(await scriba(['orders', 'dispatch'], { data })).toMatchObject({
    code: 2,
    words: expect.stringContaining('ID') as string,
  });
  expect(await scriba(['users', 'dance'], { data })).toMatchObject({ code: 2 });
});
