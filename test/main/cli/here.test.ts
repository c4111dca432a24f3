/** Work on this computer from the command line, with servers on the loopback. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spokenSample } from '../../../main/infrastructure/speech/sound/spoken-sample.ts';
import { runCli } from '../../support/rigs/cli.ts';
import { temporaryFolder } from '../../support/rows.ts';
import {
  chatAnswer,
  type OpenAiServer,
  secondsIn,
  startOpenAiServer,
  verbose,
} from '../../support/servers/openai-server.ts';
import { joinedSound } from '../../support/sound/voices.ts';
import { waveOf } from '../../support/sound/wave-of.ts';

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
  server.hears(({ body }) =>
    verbose('I have had fever and dry cough for three days.', secondsIn(body)),
  );
  server.writes(() =>
    chatAnswer({
      sections: [{ title: 'Complaints', statements: [{ text: 'Dry cough.', turns: [0] }] }],
    }),
  );
});
afterAll(() => server.close());

/** Invented, and said by a machine. */
const sentence = path.join(import.meta.dirname, '../../fixtures/speech/complaint-slt.wav');

test('engines are set and tried, and a file becomes transcript and note here', async () => {
  const data = temporaryFolder();
  expect((await runCli(data, ['practice'])).code).toBe(0);
  const set = await runCli(
    data,
    ['here', 'speech', server.address, '--model', 'whisper', '--token', '-'],
    'token-of-a-test\n',
  );
  expect(set.lines[0]).toMatchObject({
    speech: { address: server.address, hasToken: true, model: 'whisper' },
  });
  expect(set.out).not.toContain('token-of-a-test');
  expect((await runCli(data, ['here', 'test'])).lines).toEqual([
    { engine: 'speech', works: true, tried: { by: 'server', name: 'whisper' } },
  ]);
  expect(server.asked.at(-1)?.authorization).toBe('Bearer token-of-a-test');

  const file = path.join(temporaryFolder(), 'a.wav');
  writeFileSync(file, await spokenFile());
  const sent = await runCli(data, ['send', '--here', file, '--wait']);
  expect(sent.words + String(sent.code)).toMatch(/0$/);
  const last = sent.lines.at(-1);
  expect(last).toMatchObject({ state: 'ready' });
  const { lines } = await runCli(data, ['result', String(last?.transaction)]);
  const note = lines[0]?.note as { documents: { text: string }[] } | undefined;
  expect(note?.documents[0]?.text).toContain('- I have had fever and dry cough for three days.');
  expect(note?.documents[1]?.text).toBe('[00:00] I have had fever and dry cough for three days.');
});

/** A voice: what hums is left out of a loud room. */
async function spokenFile(): Promise<Buffer> {
  const pieces: Float32Array[] = [];
  for await (const piece of spokenSample()) pieces.push(piece);
  return waveOf(joinedSound(pieces));
}

test('a clinic begins without a platform, and its visits are worked on here', async () => {
  const data = temporaryFolder();
  const none = await runCli(data, ['here', 'show']);
  expect(none).toMatchObject({ code: 1, words: expect.stringContaining('without-platform') });
  const begun = await runCli(
    data,
    ['without-platform', '--passphrase'],
    'a passphrase of a test\n',
  );
  expect(begun).toMatchObject({ code: 0, lines: [{ profile: 'clinic', here: true }] });
  expect(begun.words).toMatch(/Write this recovery code down[\s\S]*([A-Z0-9]{4}-){5}/);
  // Again: the same vault, and no other code.
  const again = await runCli(
    data,
    ['without-platform', '--passphrase'],
    'a passphrase of a test\n',
  );
  expect(again).toMatchObject({ code: 0, lines: [{ profile: 'clinic', here: true }] });
  expect(again.words).not.toContain('recovery code');
  expect(
    await runCli(data, ['without-platform', '--passphrase'], 'another passphrase\n'),
  ).toMatchObject({ code: 1, words: expect.stringContaining('Nothing was changed') });
  const sent = await runCli(
    data,
    ['send', sentence, '--wait', '--passphrase'],
    'a passphrase of a test\n',
  );
  const last = sent.lines.at(-1);
  expect(last).toMatchObject({ state: 'ready' });
  const { lines } = await runCli(
    data,
    ['result', String(last?.transaction), '--passphrase'],
    'a passphrase of a test\n',
  );
  const note = lines[0]?.note as { documents: { text: string }[] } | undefined;
  expect(note?.documents[0]?.text).toMatch(/fever and dry cough/i);
});

test('what is not set, or not right, is told', async () => {
  const data = temporaryFolder();
  await runCli(data, ['practice']);
  // Nothing is set: the engine that comes with Scriba is tried.
  expect((await runCli(data, ['here', 'test'])).lines).toEqual([
    { engine: 'speech', works: true, tried: { by: 'own', name: 'moonshine-tiny-en' } },
  ]);
  expect(
    (await runCli(data, ['here', 'speech', 'http://elsewhere.example', '--model', 'm'])).code,
  ).toBe(2);
  expect((await runCli(data, ['here', 'speech', server.address])).words).toContain('--model');
  expect((await runCli(data, ['here', 'usual', 'perhaps'])).code).toBe(2);
  expect((await runCli(data, ['here', 'sections', 'History', 'Plan'])).lines[0]).toMatchObject({
    sections: ['History', 'Plan'],
  });
  expect(
    (await runCli(data, ['here', 'sections', 'What worries you=complaints', 'Plan'])).lines[0],
  ).toMatchObject({
    sections: ['What worries you', 'Plan'],
    sectionTopics: { 'What worries you': 'complaints' },
  });
  expect((await runCli(data, ['here', 'sections', 'What=nothing'])).code).toBe(2);
  expect((await runCli(data, ['here', 'sections', 'usual'])).lines[0]).toMatchObject({
    sections: [],
    sectionTopics: {},
  });
  expect((await runCli(data, ['here', 'usual', 'on'])).lines[0]).toMatchObject({ usual: true });
});
