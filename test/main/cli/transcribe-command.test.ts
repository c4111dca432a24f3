/** The command `transcribe`, with an engine of the test; and once as a process, into `note`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readArguments } from '../../../main/cli/arguments.ts';
import { runTranscribe } from '../../../main/cli/transcribe-command.ts';
import {
  BUILT_IN,
  type SpeechEngine,
  type SpokenStretch,
} from '../../../main/infrastructure/speech/speech.ts';
import { Failure } from '../../../shared/failure.ts';
import { failure } from '../../support/failure.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-transcribe-'));
const spoken = path.join(root, 'test/fixtures/speech/complaint.wav');

const SERVER = ['--engine', 'server', '--server', 'https://a.example', '--model', 'base'];

const stretch = (from: number, text: string, confidence: number): SpokenStretch => ({
  text,
  from,
  to: from + 1,
  words: [{ text, from, to: from + 1, confidence }],
});

async function here(
  files: string[],
  stretches: SpokenStretch[],
  then?: Error,
  limit?: string,
  name = 'of-the-test',
) {
  let closed = 0;
  const engine: SpeechEngine = {
    async *transcribe(sound) {
      for await (const piece of sound) if (piece.length < 0) return;
      yield* stretches;
      if (then) throw then;
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
  const open = () => Promise.resolve({ name, word: 'A draft.', limit, engine });
  const code = await runTranscribe({ files }, terminal, open).catch((error: unknown) => error);
  return { code, lines, words, closed };
}

test('a file is a line of JSON with its turns, and with the words that the model doubts', async () => {
  const turns = [stretch(2, 'three', 0.41), stretch(70, 'days', 0.97)];
  const { code, lines, words, closed } = await here([spoken], turns);
  expect([code, closed]).toEqual([0, 1]);
  expect(lines).toEqual([
    {
      engine: 'of-the-test',
      draft: true,
      turns,
      corrections: [],
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

test('where no speech was found it is said what the engine cannot hear', async () => {
  const { words } = await here([spoken], [], undefined, 'It hears English only.');
  expect(words[0]).toBe('complaint.wav: no speech was found. It hears English only.');
});

test('of several files the one that fails is named, and how many were not begun', async () => {
  const text = path.join(folder, 'second.wav');
  writeFileSync(text, 'This is no sound.');
  const { code, lines, words } = await here([spoken, text, spoken, spoken], []);
  expect(code).toEqual(failure('invalid', 'sound-form'));
  expect(lines).toMatchObject([{ file: 'complaint.wav' }]);
  expect(words).toContain('second.wav could not be heard to its end; 2 more were not begun.');
});

test('of several files the one that is empty is named, and nothing is begun', async () => {
  const empty = path.join(folder, 'empty.wav');
  writeFileSync(empty, '');
  const { code, lines, words, closed } = await here([spoken, empty, spoken], []);
  expect(code).toEqual(failure('invalid'));
  expect([lines, words, closed]).toEqual([[], ['empty.wav: nothing was begun.'], 0]);
  expect((await here([empty], [])).words).toEqual([]);
});

test('a WAV file that was cut is heard as far as it goes, and it is said how much is missing', async () => {
  const cut = path.join(folder, 'cut.wav');
  const whole = readFileSync(spoken);
  writeFileSync(cut, whole.subarray(0, Math.floor(whole.length / 2)));
  const { code, lines, words } = await here([cut], [stretch(0, 'fever', 0.9)]);
  const missing = Math.round((whole.length / 2 / 32_000) * 10) / 10;
  expect(code).toBe(0);
  expect(lines).toMatchObject([{ missing, turns: [{ text: 'fever' }] }]);
  expect(words[0]).toMatch(`cut.wav says that it is ${missing} s longer than what it holds`);
});

test('a WAV file that is whole, or states no length, misses nothing', async () => {
  const open = path.join(folder, 'open.wav');
  const data = readFileSync(spoken).subarray(44);
  for (const length of [0, 0x7fff_f000, 0x8000_0000, 0xffff_ffff, data.length + 320]) {
    const head = Buffer.from(readFileSync(spoken).subarray(0, 44));
    head.writeUInt32LE(length, 40);
    writeFileSync(open, Buffer.concat([head, data]));
    const { lines, words } = await here([open, spoken], [stretch(0, 'fever', 0.9)]);
    expect(lines.flatMap((line) => Object.keys(line as object))).not.toContain('missing');
    expect(words.filter((one) => one.includes('longer than what it holds'))).toEqual([]);
  }
});

const sentence = (confidence: number): SpokenStretch => {
  const words = Array.from({ length: 15 }, (_, at) => ({
    text: at === 14 ? 'said.' : 'said',
    from: at,
    to: at + 1,
    confidence,
  }));
  return { text: words.map(({ text }) => text).join(' '), from: 0, to: 15, words };
};

test('where the built-in engine doubts what it heard as a whole, as of another language, the command says so', async () => {
  const { lines, words } = await here([spoken], [sentence(0.3)], undefined, '', BUILT_IN);
  expect(lines).toMatchObject([
    { turns: [{}], notUnderstood: { isWhole: true, places: [{ turn: 0, start: 0 }] } },
  ]);
  expect(words[0]).toMatch(/^complaint\.wav: most of what was said was not understood/);
  const mixed = [sentence(0.9), { ...sentence(0.3), from: 65 }];
  const some = await here([spoken], mixed, undefined, '', BUILT_IN);
  expect(some.words).toContainEqual(
    expect.stringMatching(/: one sentence was not understood \(at /),
  );
});

test('what is understood, and what an engine with another scale heard, is not told as not understood', async () => {
  for (const [confidence, name] of [
    [0.8, BUILT_IN],
    [0.3, 'whisper-tiny'],
  ] as const) {
    const { lines, words } = await here([spoken], [sentence(confidence)], undefined, '', name);
    expect(lines[0]).not.toHaveProperty('notUnderstood');
    expect(words).toEqual(['A draft.']);
  }
});

test('a name that is wrong is refused before an engine is opened, and one that was opened ends', async () => {
  const missing = await here([spoken, path.join(folder, 'nothing.wav')], []);
  expect(missing).toMatchObject({ code: failure('missing', 'no-file'), lines: [], closed: 0 });
  const text = path.join(folder, 'text.wav');
  writeFileSync(text, 'This is no sound.');
  expect(await here([text], [])).toMatchObject({
    code: failure('invalid', 'sound-form'),
    closed: 1,
  });
});

test('a medicine that was misheard and doubted is put right, told, and still doubted', async () => {
  const words = ['take', 'perch', 'tummel', 'daily.'].map((text, at) => ({
    text,
    from: at,
    to: at + 1,
    confidence: text === 'tummel' ? 0.3 : 0.9,
  }));
  const text = words.map((one) => one.text).join(' ');
  const { lines } = await here([spoken], [{ text, from: 0, to: 4, words }]);
  expect(lines).toMatchObject([
    {
      turns: [{ text: 'take paracetamol daily.' }],
      corrections: [{ turn: 0, heard: 'perch tummel', name: 'paracetamol', from: 1 }],
      unsure: [{ turn: 0, text: 'paracetamol', from: 1, confidence: 0.3 }],
    },
  ]);
});

test('what was heard before an engine failed is printed, and told as cut', async () => {
  const busy = new Failure('busy', 'Come back later.', { detail: 'engine-busy' });
  const found = await here([spoken, spoken], [stretch(1, 'fever', 0.9)], busy);
  expect(found.lines).toMatchObject([{ cut: true, turns: [{ text: 'fever' }] }]);
  expect([found.code, found.closed]).toEqual([busy, 1]);
  expect((await here([spoken], [], busy)).lines).toEqual([]);
});

test('words on the command line become the command', () => {
  expect(readArguments(['transcribe', 'a.wav', 'b.mp3']).command).toEqual({
    name: 'transcribe',
    files: ['a.wav', 'b.mp3'],
  });
  expect(() => readArguments(['transcribe'])).toThrow('at least one sound file');
  expect(
    readArguments(['transcribe', 'a.wav', ...SERVER, '--token', '-', '--language', 'en']).command,
  ).toEqual({
    name: 'transcribe',
    files: ['a.wav'],
    server: { address: 'https://a.example', model: 'base', token: '-', language: 'en' },
  });
});

test.each([
  [['--engine', 'cloud'], 'built-in, server, or the folder'],
  [['--engine', 'server', '--model', 'base'], 'needs --server and --model'],
  [['--model', 'base'], 'are for other engines'],
  [['--engine', './whisper', '--server', 'https://a.example'], 'are for --engine server'],
  [['--engine', './whisper', '--language', 'english'], 'two letters'],
  [[...SERVER, '--token', 'sk-1'], 'every user'],
  [[...SERVER, '--language', 'English'], 'two letters'],
  [[...SERVER, '--language', 'en', '--language', 'hi'], 'one --language'],
])('transcribe %j is refused: %s', (words, said) => {
  expect(() => readArguments(['transcribe', 'a.wav', ...words])).toThrow(said);
});

test.each(['http://speech.example', 'ftp://a.example', 'speech', 'https://a.example/?key=1'])(
  'a speech server at %s is refused before any sound leaves',
  async (address) => {
    const terminal = {
      print: () => {},
      line: () => {},
      word: () => {},
      nextLine: () => Promise.resolve(undefined),
    };
    const server = { address, model: 'base' };
    await expect(runTranscribe({ files: [spoken], server }, terminal)).rejects.toEqual(
      failure('invalid'),
    );
  },
);

test('a server on this computer hears the file, with the token of standard input, and its words become the turns', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url, request.headers.authorization);
    request.resume().on('end', () => response.end(JSON.stringify({ text: 'Fever for 3 days.' })));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const words = ['transcribe', spoken, '--engine', 'server', '--model', 'base', '--token', '-'];
  const { code, out } = await run([...words, '--server', `http://127.0.0.1:${port}`], 'sk-own\n');
  server.close();
  expect(code).toBe(0);
  expect(asked).toEqual(['/v1/audio/transcriptions', 'Bearer sk-own']);
  expect(JSON.parse(out)).toMatchObject({
    engine: 'server: base',
    turns: [{ text: 'Fever for 3 days.' }],
    unsure: [{ turn: 0, text: '3', confidence: 0 }],
  });
});

/** `tries`: a file that gets what was tried of the network, which is then not there. */
function run(
  args: string[],
  input = '',
  tries?: string,
): Promise<{ code: number | null; out: string }> {
  const before = tries ? ['--import', './test/support/children/without-network.ts'] : [];
  const child = spawn(
    process.execPath,
    [...before, 'main/cli/scriba.ts', '--data', folder, ...args],
    {
      cwd: root,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ...(tries && { WITHOUT_NETWORK: tries }) },
    },
  );
  let out = '';
  child.stdout.on('data', (piece) => (out += String(piece)));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out })));
}

test('a sentence that is spoken stands in the draft of its note, without account or network', async () => {
  const tries = path.join(folder, 'tries');
  writeFileSync(tries, '');
  const note = await run(['note', spoken], '', tries);
  expect(note.code).toBe(0);
  expect(readFileSync(tries, 'utf8')).toBe('');
  const { sections } = JSON.parse(note.out) as { sections: { lines: { text: string }[] }[] };
  const lines = sections.flatMap((section) => section.lines.map(({ text }) => text)).join('\n');
  expect(lines).toMatch(/fever/i);
  expect(lines).toMatch(/no breathlessness/i);
  expect(sections.flatMap((section) => section.lines)[0]).toMatchObject({
    unsure: expect.arrayContaining([expect.any(String)]) as string[],
  });
});

test('a transcript that transcribe printed is what note reads', async () => {
  const transcript = await run(['transcribe', spoken]);
  expect(transcript.code).toBe(0);
  const note = await run(['note', '-'], transcript.out);
  expect(note.code).toBe(0);
  expect(note.out).toMatch(/fever/i);
});

test('speech is recognised without the core, whose memory and start it does not need', async () => {
  const seen = path.join(folder, 'modules');
  const hook = `import { registerHooks } from 'node:module';
import { appendFileSync } from 'node:fs';
registerHooks({ load: (url, context, next) => (appendFileSync(${JSON.stringify(seen)}, url + '\\n'), next(url, context)) });`;
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(hook)}`,
      'main/cli/scriba.ts',
      'transcribe',
      path.join(folder, 'nothing.wav'),
    ],
    { cwd: root, stdio: 'ignore' },
  );
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
  const modules = readFileSync(seen, 'utf8');
  expect(modules).toContain('/main/cli/transcribe-command.ts');
  expect(modules).not.toContain('/main/app/wiring/');
  expect(modules).not.toContain('/main/features/coding/');
}, 60_000);

test('without a network a server is not reached, and the try is seen: so the test above can fail', async () => {
  const tries = path.join(folder, 'tries-of-a-server');
  writeFileSync(tries, '');
  const { code } = await run(
    ['transcribe', spoken, '--engine', 'server', '--server', 'http://127.0.0.1:9', '--model', 'm'],
    '',
    tries,
  );
  expect(code).not.toBe(0);
  expect(readFileSync(tries, 'utf8')).toContain('connect');
});
