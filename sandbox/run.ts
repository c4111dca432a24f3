/**
 * The practice platform as a process: reads its arguments, opens its door, says where in one line
 * of JSON.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { MINUTE } from '../shared/time.ts';
import { brandPattern } from '../shared/wire/common.ts';
import { startServer } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    brand: { type: 'string', default: 'svc' },
    /** Folder for all data; without it, a temporary folder that is removed at the end. */
    data: { type: 'string' },
    'speech-url': { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret': { type: 'string' },
    /** Milliseconds for writing a note. */
    delay: { type: 'string', default: '4000' },
    /** Milliseconds that a status call may wait for the note. */
    hold: { type: 'string', default: '0' },
    'access-seconds': { type: 'string', default: '1800' },
    'max-upload': { type: 'string', default: String(512 * 1024 * 1024) },
    ffmpeg: { type: 'string', default: 'ffmpeg' },
    /** Keeps no sound longer than it takes to write the note. */
    'forget-sound': { type: 'boolean', default: false },
    /** Refuses orders of admissions that it does not know. */
    strict: { type: 'boolean', default: false },
    /** Ends when standard input does: whoever started it is gone. */
    'with-parent': { type: 'boolean', default: false },
  },
});

const count = z.coerce.number().int().min(0);
const folder = values.data ?? mkdtempSync(join(tmpdir(), 'scriba-practice-'));
const removeFolder = () =>
  void (values.data === undefined && rmSync(folder, { recursive: true, force: true }));

const sandbox = await startServer(
  {
    folder,
    port: count.max(65_535).parse(values.port),
    brand: z.string().regex(brandPattern, 'the brand is a lower-case word').parse(values.brand),
    clientId: values['client-id'],
    clientSecret: values['client-secret'],
    delay: count.max(60 * MINUTE).parse(values.delay),
    hold: count.max(MINUTE).parse(values.hold),
    accessSeconds: count.min(1).parse(values['access-seconds']),
    maxUpload: count.min(1).parse(values['max-upload']),
    speechUrl: values['speech-url'],
    ffmpeg: values.ffmpeg,
    forgetSound: values['forget-sound'],
    strict: values.strict,
  },
  {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    bytes: (count) => randomBytes(count),
  },
).catch((error: unknown) => {
  removeFolder();
  process.stderr.write(
    `The practice platform did not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  await sandbox.close();
  removeFolder();
  process.exit(0);
}
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
if (values['with-parent'])
  process.stdin
    .on('end', () => void end())
    .on('error', () => void end())
    .resume();

// Last: whoever reads this line may end us at once.
const { url, brand, clientId, clientSecret, envelopeKeys } = sandbox;
process.stdout.write(`${JSON.stringify({ url, brand, clientId, clientSecret, envelopeKeys })}\n`);
