/** The command `note` as a process and in this one: a line of JSON a transcript, and clear errors. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readArguments } from '../../../main/cli/arguments.ts';
import { runNote } from '../../../main/cli/note-command.ts';
import { pageOf, pageText } from '../../../main/cli/pages.ts';
import { failure } from '../../support/failure.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const data = mkdtempSync(path.join(tmpdir(), 'scriba-note-'));
const turns = [
  { speaker: 'Doctor', text: 'Any fever?', from: 1, to: 2 },
  { speaker: 'Patient', text: 'No.', from: 3, to: 3.5 },
];
let written = 0;
function fileWith(content: string | Buffer): string {
  const file = path.join(data, `visit-${++written}.json`);
  writeFileSync(file, content);
  return file;
}

async function here(files: string[], sections?: string[], input: string[] = []) {
  const told: Record<string, unknown>[] = [];
  const words: string[] = [];
  const code = await runNote(
    data,
    { files, sections },
    {
      print: () => {},
      line: (value) => told.push(value as Record<string, unknown>),
      word: (sentence) => words.push(sentence),
      nextLine: () => Promise.resolve(input.shift()),
    },
  );
  return { code, told, words };
}

test('as a process it prints one line of JSON, says that it is a draft, and makes no vault', async () => {
  const child = spawn(
    process.execPath,
    ['main/cli/scriba.ts', '--data', data, 'note', fileWith(JSON.stringify({ turns }))],
    { cwd: root },
  );
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece) => (out += String(piece)));
  child.stderr.on('data', (piece) => (err += String(piece)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const { draft, sections } = JSON.parse(out) as {
    draft: boolean;
    sections: { title: string; lines: unknown[]; empty?: string }[];
  };
  expect([code, draft, out.trim().split('\n').length]).toEqual([0, true, 1]);
  expect(err).toContain('A draft');
  expect(sections.find(({ title }) => title === 'Complaints')).toEqual({
    title: 'Complaints',
    lines: [
      {
        text: 'Any fever? — No.',
        said: [
          { turn: 0, start: 0, end: 10 },
          { turn: 1, start: 0, end: 3 },
        ],
        from: 1,
        to: 3.5,
        findings: [{ text: 'fever', kind: 'symptom', status: 'absent' }],
      },
    ],
  });
  expect(sections.find(({ title }) => title === 'Allergies')).toEqual({
    title: 'Allergies',
    lines: [],
    empty: 'Nothing that was said was found for this section.',
  });
  expect(existsSync(path.join(data, 'profile.json'))).toBe(false);
});

test('it reads turns alone, standard input, and the sections of a template', async () => {
  const { code, told } = await here(
    ['-'],
    ['Medicines', 'Complaints'],
    JSON.stringify(turns, null, 2).split('\n'),
  );
  expect(code).toBe(0);
  expect(told).toMatchObject([
    { sections: [{ title: 'Medicines' }, { title: 'Complaints', lines: [{ from: 1 }] }] },
  ]);
});

test('a title that is not understood is told, and nothing that was said is lost', async () => {
  const { told, words } = await here(
    [fileWith(JSON.stringify(turns))],
    ['Complaints', 'Sonstiges'],
  );
  expect(words[0]).toMatch(/^“Sonstiges” is no title that Scriba understands/);
  expect(words.filter((one) => one.includes('Complaints” is no title'))).toEqual([]);
  expect(told).toMatchObject([{ sections: [{}, { title: 'Sonstiges', lines: [] }] }]);
});

test('what a section holds is said behind its title', async () => {
  const { told, words } = await here(
    [fileWith(JSON.stringify(turns))],
    ['Sonstiges=medicines', 'What worries you = complaints'],
  );
  expect(words.filter((one) => one.includes('is no title'))).toEqual([]);
  expect(told).toMatchObject([
    {
      sections: [
        { title: 'Sonstiges', lines: [] },
        { title: 'What worries you', lines: [{ from: 1 }] },
      ],
    },
  ]);
  await expect(here([fileWith('[]')], ['Sonstiges=medecines'])).rejects.toThrow(
    'HOLDS is one of complaints, history, family',
  );
  await expect(here([fileWith('[]')], ['=plan'])).rejects.toThrow('write TITLE=HOLDS');
});

test('several files are told apart by their names', async () => {
  const files = [fileWith(JSON.stringify(turns)), fileWith(JSON.stringify({ turns }))];
  const { told } = await here(files);
  expect(told.map(({ file }) => file)).toEqual(files.map((file) => path.basename(file)));
});

test.each([
  ['no JSON', '{"turns": [', 'no sound file and no JSON'],
  ['an empty list', '[]', 'no spoken word'],
  ['turns without a word', '[{"text": " … "}]', 'no spoken word'],
  ['another object', '{"text": "fever"}', 'is no transcript'],
  ['a turn without text', '[{"speaker": "Doctor"}]', 'is no transcript'],
  ['times that are no seconds', '[{"text": "fever", "from": "00:01"}]', 'is no transcript'],
  ['more than a visit can have', JSON.stringify([{ text: 'a '.repeat(300_001) }]), 'too long'],
])('%s is refused with a sentence that names the file', async (_, content, words) => {
  const file = fileWith(content);
  const refused = await here([file]).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'invalid', detail: 'transcript-form' });
  expect((refused as Error).message).toContain(words);
  expect((refused as Error).message).toContain(path.basename(file));
});

test('a file that is not there, and a folder, are refused before anything is read', async () => {
  await expect(here([path.join(data, 'nothing.json')])).rejects.toMatchObject(
    failure('missing', 'no-file'),
  );
  await expect(here([data])).rejects.toMatchObject(failure('invalid', 'file-is-folder'));
});

test('words on the command line become the command, or a sentence that says what is wrong', () => {
  expect(readArguments(['note', 'a.json', 'b.json', '--section', 'Plan']).command).toEqual({
    name: 'note',
    files: ['a.json', 'b.json'],
    sections: ['Plan'],
  });
  expect(() => readArguments(['note'])).toThrow('at least one transcript');
  expect(() => readArguments(['note', 'a.json', '--wait'])).toThrow('takes no --wait');
  const page = pageOf('note');
  expect(page && pageText('note', page)).toContain('--section TITLE');
});

test('sound that cannot be read, and sound without speech, are refused with a sentence', async () => {
  await expect(here([fileWith('RIFF\0\0\0\0WAVE')])).rejects.toEqual(
    failure('invalid', 'sound-form'),
  );
  const silent = Buffer.alloc(44 + 32_000);
  silent.write('RIFF\x24\x7d\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0', 'latin1');
  silent.writeUInt32LE(32_000, 28);
  silent.writeUInt16LE(2, 32);
  silent.writeUInt16LE(16, 34);
  silent.write('data', 36);
  silent.writeUInt32LE(32_000, 40);
  await expect(here([fileWith(silent)])).rejects.toEqual(failure('invalid', 'transcript-form'));
  // A tenth of a second, too short for a word.
  const short = silent.subarray(0, 44 + 3_200);
  await expect(here([fileWith(short)])).rejects.toMatchObject({
    detail: 'transcript-form',
    message: expect.stringContaining('no spoken word') as string,
  });
  // Less than the head of a WAV file is no sound file, and no transcript.
  await expect(here([fileWith(silent.subarray(0, 8))])).rejects.toMatchObject({
    detail: 'transcript-form',
    message: expect.stringContaining('no sound file') as string,
  });
});

test('sound of another form, and of more than eight hours, is refused with what to do', async () => {
  const m4a = Buffer.concat([Buffer.from('\0\0\0\x20ftypM4A '), Buffer.alloc(99)]);
  await expect(here([fileWith(m4a)])).rejects.toMatchObject({
    detail: 'sound-form',
    message: expect.stringContaining('Save it as WAV') as string,
  });
  const head = Buffer.alloc(44);
  head.write('RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0', 'latin1');
  head.writeUInt16LE(16, 34);
  head.write('data\xff\xff\xff\xff', 36, 'latin1');
  const huge = fileWith(head);
  truncateSync(huge, 44 + 10 * 3_600 * 32_000);
  await expect(here([huge])).rejects.toMatchObject({
    detail: 'sound-form',
    message: expect.stringContaining('eight hours') as string,
  });
});

test.each(['', ' ', '=complaints', '--'])(
  'a section without a title (%o) is refused before a file is read',
  async (title) => {
    await expect(here([fileWith(JSON.stringify({ turns }))], ['Plan', title])).rejects.toThrow(
      failure('invalid', 'usage'),
    );
  },
);
