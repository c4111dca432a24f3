/** Reads the command line of the practice platform; pure. */
import { parseArgs } from 'node:util';
import { MINUTE } from '../shared/time.ts';
import { brandPattern } from '../shared/wire/common.ts';
import type { SandboxOptions } from './sandbox.ts';

export const USAGE = `Usage: npm run sandbox -- [OPTIONS]

Runs the practice platform: the whole platform with invented patients, on this computer only.
One line of JSON on standard output tells url, brand, clientId, clientSecret and envelopeKeys once it
answers. It runs until it is ended (Ctrl-C, SIGTERM).

  --port NUMBER            0 to 65535; 0, the default, takes a free one
  --brand WORD             the brand word, 2 to 16 small letters or digits (svc)
  --data FOLDER            where it keeps everything; without it all is gone when it ends
  --client-id ID           the sign-in that it takes; made up where none is given
  --client-secret WORD
  --delay MILLISECONDS     time for writing a note (4000)
  --hold MILLISECONDS      how long a status call may wait for the note (0)
  --access-seconds NUMBER  life of an access token (1800)
  --max-upload BYTES       the largest file that it takes (536870912)
  --speech-url URL         a speech server with /v1/audio/transcriptions: notes then have its words
  --ffmpeg PROGRAM         reads sound that is not WAV or MP3 (ffmpeg)
  --forget-sound           keeps no sound longer than it takes to write the note
  --strict                 refuses orders of admissions that it does not know
  --with-parent            ends when its standard input does
  -h, --help               this page

Addresses beside those of the platform, for tests (JSON):
  GET    /__sandbox/state                transactions and requests so far
  GET    /__sandbox/audio/TXN/NAME       the sound as it came
  POST   /__sandbox/faults               orders trouble, e.g. {"do":"status","path":"/v1/file-upload","status":503};
  GET, DELETE                            lists it, clears it
  GET, POST /__sandbox/clock             its time; {"skew": MILLISECONDS} changes it
  POST   /__sandbox/webhooks             sends an event
  POST   /__sandbox/clients, /tokens     a second sign-in, a token
  GET, PUT /__sandbox/keys               keys of the encrypted envelope
  GET    /__sandbox/records              documents of patients as it keeps them

Example:
  npm run sandbox -- --port 8787 --data /tmp/practice
  npm run scriba -- sign-in --base http://127.0.0.1:8787 --brand svc --client-id CLIENT_ID

Exit code: 0 ended, 1 it could not start, 2 wrong usage.`;

/** `folder` and what the practice platform needs are made by `run.ts`. */
export type SandboxAsked = {
  readonly options: Omit<SandboxOptions, 'folder'>;
  readonly data: string | undefined;
  readonly withParent: boolean;
};

/** Undefined: the help page is asked for. Throws an Error with one sentence for wrong usage. */
export function readSandboxArguments(args: readonly string[]): SandboxAsked | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      brand: { type: 'string', default: 'svc' },
      data: { type: 'string' },
      'speech-url': { type: 'string' },
      'client-id': { type: 'string' },
      'client-secret': { type: 'string' },
      delay: { type: 'string', default: '4000' },
      hold: { type: 'string', default: '0' },
      'access-seconds': { type: 'string', default: '1800' },
      'max-upload': { type: 'string', default: String(512 * 1024 * 1024) },
      ffmpeg: { type: 'string', default: 'ffmpeg' },
      'forget-sound': { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      'with-parent': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  if (!brandPattern.test(values.brand))
    throw new Error('--brand is a word of 2 to 16 small letters or digits; the brand is sent so.');
  const count = (
    name: 'port' | 'delay' | 'hold' | 'access-seconds' | 'max-upload',
    least: number,
    most: number,
  ) => {
    const number = Number(values[name]);
    if (/^\d+$/.test(values[name]) && number >= least && number <= most) return number;
    throw new Error(`--${name} is a whole number from ${least} to ${most}.`);
  };
  return {
    options: {
      port: count('port', 0, 65_535),
      brand: values.brand,
      clientId: values['client-id'],
      clientSecret: values['client-secret'],
      delay: count('delay', 0, 60 * MINUTE),
      hold: count('hold', 0, MINUTE),
      accessSeconds: count('access-seconds', 1, Number.MAX_SAFE_INTEGER),
      maxUpload: count('max-upload', 1, Number.MAX_SAFE_INTEGER),
      speechUrl: values['speech-url'],
      ffmpeg: values.ffmpeg,
      forgetSound: values['forget-sound'],
      strict: values.strict,
    },
    data: values.data,
    withParent: values['with-parent'],
  };
}
