/**
 * A plain caller of the practice platform for its own tests: every answer is held against
 * openapi.yaml.
 */
import { createAnswerCheck } from '../openapi.ts';
import type { RunningSandbox } from './sandbox.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each answer is held against openapi.yaml before a test reads its members
  readonly body: any;
};
type Call = {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Answers of faults are no part of the contract. */
  readonly unchecked?: boolean;
};
export type Presigned = {
  uploadData: { url: string; fields: Record<string, string> };
  folderPath: string;
  txn_id: string;
};

const check = createAnswerCheck();

async function callUrl(
  url: string,
  method: string,
  path: string,
  { headers = {}, body, unchecked = false }: Call = {},
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const contentType = response.headers.get('content-type') ?? '';
  const parsed: unknown = contentType.startsWith('application/json') ? JSON.parse(text) : text;
  // A sealed answer is checked where it is opened.
  if (!unchecked && !response.headers.has('x-encryption'))
    check({
      method,
      path: new URL(path, url).pathname,
      status: response.status,
      contentType,
      body: parsed,
    });
  return { status: response.status, headers: response.headers, body: parsed };
}

/** Signs in as the main client, or as the one given. */
export async function callPractice(
  sandbox: RunningSandbox,
  client: { clientId: string; clientSecret: string } = sandbox,
) {
  const call = (method: string, path: string, how?: Call) =>
    callUrl(sandbox.url, method, path, how);
  const login = await call('POST', '/connect-auth/v1/account/login', {
    body: { client_id: client.clientId, client_secret: client.clientSecret },
  });
  let access = login.body.access_token as string;
  const mine = (method: string, path: string, body?: unknown, more: Call = {}) =>
    call(method, path, {
      ...more,
      body,
      headers: { authorization: `Bearer ${access}`, ...more.headers },
    });

  const presign = async (txn: string, extra: unknown = {}) =>
    (await mine('POST', `/v1/file-upload?txn_id=${txn}&action=${sandbox.brand}scribe-v2`, extra))
      .body as Presigned;

  async function upload(
    { uploadData, folderPath }: Presigned,
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    change: Record<string, string> = {},
  ) {
    const form = new FormData();
    for (const [key, value] of Object.entries({
      ...uploadData.fields,
      key: folderPath + name,
      ...change,
    }))
      form.set(key, value);
    form.set('file', new Blob([bytes], { type: 'audio/wav' }), name);
    const response = await fetch(uploadData.url, { method: 'POST', body: form });
    const body = await response.text();
    check({
      method: 'POST',
      path: '/blob/',
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body,
    });
    return { status: response.status, body };
  }

  const initBody = (presigned: Presigned, more: Record<string, unknown> = {}) => ({
    mode: 'consultation',
    transfer: 'non-vaded',
    batch_s3_url: presigned.uploadData.url + presigned.folderPath,
    client_generated_files: ['audio_0001.wav'],
    model_type: 'pro',
    ...more,
  });
  const init = (txn: string, body: unknown) =>
    mine('POST', `/voice/api/v2/transaction/init/${txn}`, body);
  const status = (txn: string, query = '') => mine('GET', `/voice/api/v3/status/${txn}${query}`);

  return {
    call,
    mine,
    presign,
    upload,
    initBody,
    init,
    status,
    login,
    token: () => access,
    setToken: (token: string) => {
      access = token;
    },

    /** Presign, upload, init: what a client does for one recording. */
    async send(
      txn: string,
      files: Record<string, Uint8Array<ArrayBuffer>>,
      more: Record<string, unknown> = {},
    ) {
      const presigned = await presign(txn);
      for (const [name, bytes] of Object.entries(files)) await upload(presigned, name, bytes);
      return init(
        txn,
        initBody(presigned, { client_generated_files: Object.keys(files), ...more }),
      );
    },

    /** Polls until there is something else than 202; 20 s at most. */
    async result(txn: string): Promise<Answer> {
      for (let tries = 0; tries < 200; tries += 1) {
        const answer = await status(txn);
        if (answer.status !== 202) return answer;
        await new Promise((done) => setTimeout(done, 100));
      }
      throw new Error('no result in 20 s');
    },
  };
}
export type PracticeCaller = Awaited<ReturnType<typeof callPractice>>;

/** The text of a document in a result. */
export const textOf = (answer: Answer, template: string) =>
  Buffer.from(
    answer.body.data.output.find((item: { template_id: string }) => item.template_id === template)
      .value,
    'base64',
  ).toString('utf8');
