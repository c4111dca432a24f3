/** The command `transcribe`, with an engine of the test; and once as a process, into `note`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readArguments } from '../../../main/cli/arguments.ts';
import { runTranscribe } from '../../../main/cli/transcribe-command.ts';
import type { SpeechEngine, SpokenStretch } from '../../../main/infrastructure/speech/speech.ts';
import { failure } from '../../support/failure.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-transcribe-'));
const spoken = path.join(root, 'test/fixtures/speech/complaint.wav');

const stretch = (from: number, text: string, confidence: number): SpokenStretch => ({
  text,
  from,
  to: from + 1,
  words: [{ text, from, to: from + 1, confidence }],
});

async function here(files: string[], stretches: SpokenStretch[]) {
  let closed = 0;
  const engine: SpeechEngine = {
    async *transcribe(sound) {
      for await (const piece of sound) if (piece.length < 0) return;
      yield* stretches;
    },
    close: async () => {
      closed += 1;
    },
  };
  const lines: unknown[] = [];
  const words: string[] = [];
  const terminal = {
    print: () => {},
    line: (value: object) => lines.push(value),
    word: (sentence: string) => words.push(sentence),
    nextLine: () => Promise.resolve(undefined),
  };
  const code = await runTranscribe(files, terminal, engine).catch((error: unknown) => error);
  return { code, lines, words, closed };
}

test('a file is a line of JSON with its turns, and with the words that the model doubts', async () => {
  const turns = [stretch(2, 'three', 0.41), stretch(70, 'days', 0.97)];
  const { code, lines, words, closed } = await here([spoken], turns);
  expect([code, closed]).toEqual([0, 1]);
  expect(lines).toEqual([
    {
      engine: 'moonshine-tiny-en',
      draft: true,
      turns,
      unsure: [{ turn: 0, text: 'three', from: 2, confidence: 0.41 }],
    },
  ]);
  expect(words).toEqual(['complaint.wav: 71 s are done.', expect.stringMatching(/^A draft/)]);
});

test('a file without speech says so, and several files are told apart', async () => {
  const { lines, words } = await here([spoken, spoken], []);
  expect(lines).toMatchObject([{ file: 'complaint.wav', turns: [] }, { turns: [] }]);
  expect(words.filter((one) => one.includes('no speech was found'))).toHaveLength(2);
});

test('a name that is wrong is refused before any file is heard, and the engine ends', async () => {
  const missing = await here([spoken, path.join(folder, 'nothing.wav')], []);
  expect(missing).toMatchObject({ code: failure('missing', 'no-file'), lines: [], closed: 1 });
  const text = path.join(folder, 'text.wav');
  writeFileSync(text, 'This is no sound.');
  expect(await here([text], [])).toMatchObject({
    code: failure('invalid', 'sound-form'),
    closed: 1,
  });
});

test('words on the command line become the command', () => {
  expect(readArguments(['transcribe', 'a.wav', 'b.mp3']).command).toEqual({
    name: 'transcribe',
    files: ['a.wav', 'b.mp3'],
  });
  expect(() => readArguments(['transcribe'])).toThrow('at least one sound file');
});

function run(args: string[], input = ''): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, ['main/cli/scriba.ts', '--data', folder, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.on('data', (piece) => (out += String(piece)));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out })));
}

test('a sentence that is spoken stands in the draft of its note, without account or network', async () => {
  const transcript = await run(['transcribe', spoken]);
  expect(transcript.code).toBe(0);
  const note = await run(['note', '-'], transcript.out);
  expect(note.code).toBe(0);
  const { sections } = JSON.parse(note.out) as { sections: { lines: { text: string }[] }[] };
  const lines = sections.flatMap((section) => section.lines.map(({ text }) => text)).join('\n');
  expect(lines).toMatch(/fever/i);
  expect(lines).toMatch(/no breathlessness/i);
  expect(sections.flatMap((section) => section.lines)[0]).toMatchObject({
    unsure: expect.arrayContaining([expect.any(String)]) as string[],
  });
}, 240_000);
