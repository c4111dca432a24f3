/**
 * A platform behind a `Net`: the contract's requests and answers, without a socket. Its books are
 * those of `fake-platform.ts`.
 */

import type { CommitRequest } from '../../../../main/infrastructure/platform/transcription/transcription.ts';
import type { Net, NetAnswer, NetRequest } from '../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../shared/failure.ts';
import {
  audioOf,
  digest,
  newTransaction,
  type Txn,
  type World,
} from '../../../support/fakes/fake-platform.ts';

export const PLATFORM = 'http://127.0.0.1:1';

export type NetPlatform = {
  readonly net: Net;
  /**
   * Called before a request is served: it may throw, or answer in the platform's place. `path` is
   * short: `init`, `status`, `presign`, `blob`, `login`, `refresh`, `logout`.
   */
  meet: ((path: string, request: NetRequest) => NetAnswer | void | Promise<void>) | undefined;
  /** Called when the effect is there and the answer is due. */
  answered: ((path: string) => void) | undefined;
  /** Every request, short. */
  readonly asked: string[];
  /** Ids that were uploaded to although they had been begun, and are alive. */
  readonly sentAgain: string[];
};

const words = (status: number, body: unknown, now: () => number): NetAnswer => ({
  status,
  headers: { 'content-type': 'application/json', date: new Date(now()).toUTCString() },
  body: Buffer.from(JSON.stringify(body)),
});

type State = {
  readonly world: World;
  readonly now: () => number;
  /** Seconds that an access token is good. */
  readonly lifetime: number;
  tokens: number;
  readonly platform: NetPlatform;
};

export function netPlatform(
  world: World,
  { now, lifetime = 1800 }: { now: () => number; lifetime?: number },
): NetPlatform {
  const platform: NetPlatform = {
    meet: undefined,
    answered: undefined,
    asked: [],
    sentAgain: [],
    net: (request) => receive(state, request),
  };
  const state: State = { world, now, lifetime, tokens: 0, platform };
  return platform;
}

async function receive(state: State, request: NetRequest): Promise<NetAnswer> {
  const { platform } = state;
  const { pathname } = request.url;
  const kind = shortName(pathname);
  platform.asked.push(
    `${kind} ${request.url.searchParams.get('txn_id') ?? pathname.split('/').at(-1)}`,
  );
  const body = await whole(request.body);
  const instead = await platform.meet?.(kind, request);
  if (instead) return instead;
  const answer = serve(state, kind, request, body);
  platform.answered?.(kind);
  return answer;
}

const say = ({ now }: State, status: number, body: unknown = {}) => words(status, body, now);

function serve(state: State, kind: string, { url }: NetRequest, body: Buffer): NetAnswer {
  const id = decodeURIComponent(url.pathname.split('/').at(-1)!);
  if (kind === 'login' || kind === 'refresh') return grant(state);
  if (kind === 'logout') return say(state, 200);
  if (kind === 'presign') return presign(state, url.searchParams.get('txn_id')!);
  if (kind === 'blob') return upload(state, body);
  if (kind === 'init') return init(state, id, JSON.parse(body.toString()));
  if (kind === 'status') return status(state, id);
  return say(state, 404);
}

function grant(state: State): NetAnswer {
  state.tokens += 1;
  return say(state, 200, {
    access_token: `access-${state.tokens}`,
    refresh_token: `refresh-${state.tokens}`,
    expires_in: state.lifetime,
    refresh_expires_in: 864_000,
  });
}

function presign(state: State, id: string): NetAnswer {
  let txn = state.world.txns.get(id);
  if (!txn) {
    txn = newTransaction(id);
    state.world.txns.set(id, txn);
  }
  return say(state, 200, {
    uploadData: {
      url: `${PLATFORM}/blob/`,
      fields: { key: `${txn.folder}\${filename}`, policy: 'p' },
    },
    folderPath: txn.folder,
    txn_id: id,
  });
}

function upload(state: State, body: Buffer): NetAnswer {
  const { key, file } = readForm(body);
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const txn = state.world.txns.get(folder.split('/')[1]!)!;
  if (txn.begun && !txn.dead) state.platform.sentAgain.push(txn.id);
  else txn.folders.get(folder)!.set(key.slice(folder.length), Buffer.from(file));
  return { ...say(state, 204), body: Buffer.alloc(0) };
}

function init(
  state: State,
  id: string,
  body: {
    batch_s3_url: string;
    client_generated_files: string[];
    additional_data: Record<string, string>;
    output_format_template: { template_id: string }[];
  },
): NetAnswer {
  const txn = state.world.txns.get(id);
  state.world.inits += 1;
  if (txn?.dead) return say(state, 410);
  if (txn?.begun || txn?.foreign)
    return say(state, 409, { status: 'error', message: 'already initialised' });
  const folder = body.batch_s3_url.slice(`${PLATFORM}/blob/`.length);
  if (!txn || !body.client_generated_files.every((name) => txn.folders.get(folder)?.has(name)))
    return say(state, 422, { details: [] });
  txn.begun = {
    folder,
    files: body.client_generated_files,
    additional: body.additional_data,
    visit: {
      templates: body.output_format_template.map(({ template_id }) => template_id),
    } as unknown as CommitRequest['visit'],
    uploadUrl: '',
  };
  return say(state, 201, { status: 'success', message: 'started', txn_id: id, b_id: 'b' });
}

function status(state: State, id: string): NetAnswer {
  const txn = state.world.txns.get(id);
  if (!txn?.begun) return say(state, 400, { error: { code: 'transaction_not_found', msg: 'no' } });
  if (txn.dead) return say(state, 410);
  const additional_data = txn.begun.additional;
  if (txn.looks++ < 1) return say(state, 202, { data: { output: [], additional_data } });
  const text = Buffer.from(textOf(txn)).toString('base64');
  const output = txn.begun.visit.templates.map((template_id) => ({
    template_id,
    value: text,
    type: 'text',
    name: 'n',
    status: 'success',
    errors: [],
    warnings: [],
  }));
  return say(state, 200, { data: { output, additional_data } });
}

/** Text of the note: it names the sound that it was made of. */
export const textOf = (txn: Txn): string =>
  digest(...audioOf(txn).map((bytes) => bytes ?? Buffer.alloc(0)));

export const offline = (detail: 'not-sent' | 'unclear' = 'not-sent') =>
  new Failure('offline', 'no network', { detail });

function shortName(pathname: string): string {
  if (pathname.endsWith('/login')) return 'login';
  if (pathname.endsWith('/logout')) return 'logout';
  if (pathname.includes('/account/refresh')) return 'refresh';
  if (pathname === '/v1/file-upload') return 'presign';
  if (pathname === '/blob/') return 'blob';
  if (pathname.includes('/transaction/init/')) return 'init';
  if (pathname.includes('/v3/status/')) return 'status';
  return pathname;
}

async function whole(body: NetRequest['body']): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === 'string' || body instanceof Uint8Array)
    return Buffer.from(body as Uint8Array);
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

function readForm(body: Buffer): { key: string; file: Buffer } {
  const boundary = body.subarray(0, body.indexOf('\r\n'));
  const key = /name="key"\r\n\r\n([^\r]*)\r\n/.exec(body.toString('latin1', 0, 4096))![1]!;
  const head = body.indexOf('name="file"');
  const from = body.indexOf('\r\n\r\n', head) + 4;
  return {
    key,
    file: body.subarray(from, body.lastIndexOf(Buffer.concat([Buffer.from('\r\n'), boundary]))),
  };
}
