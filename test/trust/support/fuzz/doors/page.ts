/** Requests of a page to the loopback host, as bytes: bodies, heads, and frames of its notices. */
import path from 'node:path';
import fc from 'fast-check';
import { createDownloads } from '../../../../../main/hosts/browser/downloads.ts';
import { serveBrowser } from '../../../../../main/hosts/browser/server.ts';
import { openProfile } from '../../../../../main/hosts/common/profiles.ts';
import type { Answer } from '../../../../../main/hosts/common/refusal.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { type RequestName, requests } from '../../../../../shared/contract/contract.ts';
import { decode, encode } from '../../../../../shared/encoding.ts';
import { Failure, type FailureCode } from '../../../../../shared/failure.ts';
import { heldClock, smallPage } from '../../../../main/hosts/common/small-profile.ts';
import { memoryKeyStore } from '../../../../support/rigs/vault.ts';
import { rightFor, type Schema } from '../../hostile/from-schema.ts';
import type { Dice } from '../dice.ts';
import { bytesOf, type Door, type OpenDoor, type Outcome, type Parts } from '../door.ts';
import { mutateBytes } from '../mutate-bytes.ts';
import { mutateJson } from '../mutate-json.ts';
import { PATIENT } from '../patient.ts';
import { exchangeRaw } from '../raw-http.ts';
import { traces } from '../traces.ts';

type Sent = {
  /** `{token}`, `{port}` and `{length}` are put in when it is sent. */
  readonly head: Parts;
  readonly body: Parts;
};

/** Another profile would be another house; a vault that is removed or made anew as well. */
const left: readonly string[] = ['profile.choose', 'vault.startAnother'];
const names = (Object.keys(requests) as RequestName[]).filter((name) => !left.includes(name));

const headFor = (line: string, ...more: readonly string[]) =>
  [
    `${line} HTTP/1.1`,
    'Host: 127.0.0.1:{port}',
    'Origin: http://127.0.0.1:{port}',
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/json',
    'X-Scriba-Token: {token}',
    ...more,
    '',
    '',
  ].join('\r\n');
const withLength = ['Content-Length: {length}', 'Connection: close'];
const heads = [
  headFor('POST /ask', ...withLength),
  headFor('POST /ask', 'Transfer-Encoding: chunked'),
  headFor('POST /session', ...withLength),
  headFor('POST /reopen', ...withLength),
  headFor('GET /', 'Connection: close'),
  headFor('GET /take/AAAAAAAA', 'Connection: close'),
  headFor('GET /assets/../../secret.json', 'Connection: close'),
];
const upgrade = headFor(
  'GET /notices',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
);
/** A text frame of a page, its mask all zeros: `{"token":"x"}`. */
const frame = '\x81\x8d\0\0\0\0{"token":"x"}';

function make(dice: Dice): Sent {
  if (dice.once(12)) return { head: [upgrade], body: mutateBytes(frame.repeat(2), dice) };
  const name = dice.of(names);
  const schema = requests[name].input as unknown as Schema;
  const known = { name: fc.constantFrom(...PATIENT) };
  const [input] = fc.sample(rightFor(schema, known).filter(canCross), {
    numRuns: 1,
    seed: dice.below(2 ** 31),
  });
  const sample = JSON.parse(encode({ name, input: input ?? null })) as { input: unknown };
  const body = dice.once(6)
    ? mutateJson(sample, dice)
    : [
        `{"name":"${name}","input":`,
        ...(dice.once(4) ? [JSON.stringify(sample.input)] : mutateJson(sample.input, dice)),
        '}',
      ];
  if (dice.once(5)) return { head: mutateBytes(dice.of(heads), dice), body };
  return { head: [heads[0] as string], body };
}

/** Whether JSON has a form for it: a page cannot send anything else. */
function canCross(input: unknown): boolean {
  try {
    encode({ input });
    return true;
  } catch {
    return false;
  }
}

async function open(folder: string): Promise<OpenDoor<Sent>> {
  const lines: string[] = [];
  const data = path.join(folder, 'data');
  const core = await openProfile({
    host: 'browser',
    version: '0',
    dataFolder: data,
    clock: heldClock(),
    random: nodeRandom,
    disk: { ...nodeDisk, free: () => 100 * 2 ** 30 },
    log: { write: (line) => void lines.push(line), recent: () => [] },
    openKeyStore: memoryKeyStore().open,
    net: async () => {
      throw new Failure('offline', 'There is no network here.', { detail: 'not-sent' });
    },
  });
  await core.handlers['profile.choose']({ profile: 'clinic' });
  await core.handlers['vault.create']({ kind: 'keychain' });
  const downloads = createDownloads({ clock: nodeClock, random: nodeRandom });
  const clock = heldClock();
  const host = await serveBrowser(core, { pageFolder: smallPage(), clock, downloads });
  const port = Number(new URL(host.origin).port);
  const filled = (text: string, length: number) =>
    text.replaceAll('{port}', String(port)).replaceAll('{length}', String(length));
  const exchange = async (head: string, body: Buffer) => {
    let turns = 0;
    const bytes = Buffer.concat([Buffer.from(filled(head, body.length), 'latin1'), body]);
    // Nothing more comes from here; a server that goes on waiting is not to be waited for.
    return exchangeRaw(port, bytes, () => {
      turns += 1;
      return turns > 40 && !isBusy;
    });
  };
  const isBusy = false;
  const code = new URL(host.address()).hash.slice(1);
  const session = await exchange(heads[2] as string, Buffer.from(JSON.stringify({ code })));
  const token = /"token":"([^"]+)"/.exec(session)?.[1] ?? '';

  async function run({ head, body }: Sent): Promise<Outcome> {
    const start = bytesOf(head).toString('latin1').replaceAll('{token}', token);
    const told = await exchange(start, bytesOf(body));
    await core.app()?.idle();
    const outcome = outcomeOf(told);
    const good = await exchange(
      (heads[0] as string).replaceAll('{token}', token),
      Buffer.from(encode({ name: 'app.info' })),
    );
    if (!good.startsWith('HTTP/1.1 200')) throw new Error('a good request is answered no more');
    if (outcome.kind === 'taken') await core.handlers['vault.unlock']({});
    return outcome;
  }
  return {
    run,
    // The reserve is room on the disk, and no content; it comes back with whoever asks for it.
    state: () => traces(data, /\/reserve$/),
    log: () => lines.splice(0).join('\n'),
    async close() {
      await host.close();
      await core.close();
    },
  };
}

function outcomeOf(told: string): Outcome {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(told)?.[1] ?? 0);
  if (![0, 101, 200, 304, 400, 401, 403, 404, 405, 408, 413, 415, 426, 429, 431].includes(status))
    throw new Error(`an odd answer: ${told.slice(0, 60)}`);
  if (/secret":true|node:internal|\bat .*:\d+:\d+/.test(told)) throw new Error('it told too much');
  const text = Buffer.from(told.slice(told.indexOf('\r\n\r\n') + 4), 'latin1').toString();
  if (!text.startsWith('{"ok":'))
    return status === 200 ? { kind: 'taken' } : { kind: 'refused', detail: String(status) };
  const answer = decode(text) as Answer;
  if (answer.ok) return { kind: 'taken' };
  const code: FailureCode = answer.code;
  return { kind: 'refused', code, ...(answer.detail && { detail: answer.detail }) };
}

export const door: Door<Sent> = { make, open };
