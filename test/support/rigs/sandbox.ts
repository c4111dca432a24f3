/**
 * Starts a practice platform as its own process for a test, orders faults from it and looks at what
 * it was sent.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ShownTransaction } from '../../../sandbox/admin.ts';
import type { FaultOrder } from '../../../sandbox/faults/faults.ts';
import type { Asked } from '../../../sandbox/sandbox.ts';

export type StartOptions = {
  readonly port?: number;
  readonly brand?: string;
  /** Kept between starts when given; else a temporary folder. */
  readonly data?: string;
  /** Milliseconds for writing a note; 200 unless said. */
  readonly delay?: number;
  readonly hold?: number;
  readonly accessSeconds?: number;
  readonly maxUpload?: number;
  readonly speechUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly ffmpeg?: string;
  readonly forgetSound?: boolean;
  readonly strict?: boolean;
};
type SandboxState = {
  readonly transactions: ShownTransaction[];
  readonly requests: Asked[];
};
export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>;

const RUN = fileURLToPath(new URL('../../../sandbox/run.ts', import.meta.url));

export async function startSandbox(options: StartOptions = {}) {
  const given: Record<string, string | number | undefined> = {
    port: options.port ?? 0,
    brand: options.brand,
    data: options.data,
    delay: options.delay ?? 200,
    hold: options.hold,
    'access-seconds': options.accessSeconds,
    'max-upload': options.maxUpload,
    'speech-url': options.speechUrl,
    'client-id': options.clientId,
    'client-secret': options.clientSecret,
    ffmpeg: options.ffmpeg,
  };
  const args = Object.entries(given)
    .flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]))
    .concat(options.forgetSound ? ['--forget-sound'] : [], options.strict ? ['--strict'] : []);
  const child = spawn(process.execPath, [RUN, '--with-parent', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (bytes: Buffer) => {
    complaint += bytes.toString();
  });
  const ended = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => line as string),
    ended.then(() => {
      throw new Error(`the sandbox ended at once: ${complaint}`);
    }),
  ]);
  const { url, brand, clientId, clientSecret, envelopeKeys } = JSON.parse(line) as {
    url: string;
    brand: string;
    clientId: string;
    clientSecret: string;
    envelopeKeys: { kid: string; text: string }[];
  };

  async function admin(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}/__sandbox/${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    if (!response.ok) throw new Error(`the sandbox refused: ${await response.text()}`);
    return response.json();
  }
  const state = () => admin('GET', 'state') as Promise<SandboxState>;

  return {
    url,
    brand,
    clientId,
    clientSecret,
    envelopeKeys,
    /** Gives it other envelope keys than those that it began with. */
    setEnvelopeKeys: async (...keys: { kid: string; text: string }[]) =>
      void (await admin('PUT', 'keys', keys)),
    /**
     * Orders faults, e.g. `{ do: 'status', path: '/blob/*', status: 503, retryAfter: 2, count: 3
     * }`.
     */
    faults: async (...orders: FaultOrder[]) => void (await admin('POST', 'faults', orders)),
    clearFaults: async () => void (await admin('DELETE', 'faults')),
    /** Puts the platform's clock off by so many milliseconds; answers its time. */
    skew: async (ms: number) => (await admin('POST', 'clock', { skew: ms })) as { now: number },
    state,
    /** One transaction as the platform sees it. */
    transaction: async (txnId: string) =>
      (await state()).transactions.find((one) => one.txnId === txnId),
    /**
     * The audio files of a transaction, in the order of its init (or of their upload before it).
     */
    async audioOf(txnId: string): Promise<Buffer[]> {
      const found = (await state()).transactions.find((one) => one.txnId === txnId);
      const names =
        found?.init?.client_generated_files.map((file) => file.split('/').at(-1) ?? file) ??
        found?.files.filter(({ audio }) => audio).map(({ name }) => name) ??
        [];
      return Promise.all(
        names.map(async (name) =>
          Buffer.from(await (await fetch(`${url}/__sandbox/audio/${txnId}/${name}`)).arrayBuffer()),
        ),
      );
    },
    /** A second client with a business of its own. */
    addClient: () =>
      admin('POST', 'clients') as Promise<{ clientId: string; clientSecret: string }>,
    /** An access token that lacks some claims, e.g. `uuid` or `b-id`. */
    tokenWithout: async (...without: string[]) =>
      ((await admin('POST', 'tokens', { without })) as { access_token: string }).access_token,
    /** Ends it in order. */
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    /** Ends it as a power cut would. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
