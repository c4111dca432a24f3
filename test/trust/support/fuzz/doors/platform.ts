/** Answers of the platform to every chapter of its contract, over a real socket. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import {
  createPlatform,
  type Platform,
} from '../../../../../main/infrastructure/platform/platform.ts';
import { hurryingClock } from '../../../../support/ports/clocks.ts';
import { memoryKeyStore } from '../../../../support/rigs/vault.ts';
import type { Dice } from '../dice.ts';
import type { Door, OpenDoor, Outcome } from '../door.ts';
import { mutateJson } from '../mutate-json.ts';
import { NAME } from '../patient.ts';
import { oddAnswer, onlyHere, type RawAnswer, rightAnswer, serveRaw } from '../raw-http.ts';

type Asked = {
  readonly call: keyof typeof calls;
  readonly answer: RawAnswer;
};

const TXN = 'txn-0001';
const ADMISSION = '707261637469636500000001';
const visit = { mode: 'dictation', modelType: 'pro' } as never;
const question = { ontology: 'snomed', version: 'x', most: 5 } as never;

/** Each with the path of its description in openapi.yaml, whose example is the right answer. */
const calls = {
  signIn: [
    '/connect-auth/v1/account/login',
    'post',
    (it: Platform, at: Address) => it.account.signIn(at, 'secret'),
  ],
  whoAmI: ['/connect-auth/v1/account/whoami', 'get', (it: Platform) => it.account.whoAmI()],
  discovery: ['/voice/api/v2/config/', 'get', (it: Platform) => it.discovery.ask()],
  templates: ['/voice/api/v1/template', 'get', (it: Platform) => it.templates.list()],
  history: ['/voice/api/v2/transaction/history', 'get', (it: Platform) => it.history.list(10)],
  transaction: [
    '/voice/api/v2/transaction/{txn_id}',
    'get',
    (it: Platform) => it.history.transaction(TXN),
  ],
  document: [
    '/voice/api/v1/documents/{document_id}',
    'get',
    (it: Platform) => it.history.document('d-1'),
  ],
  status: ['/voice/api/v3/status/{txn_id}', 'get', (it: Platform) => it.transcription.status(TXN)],
  session: [
    '/voice/api/v1/sessions/{session_id}',
    'get',
    (it: Platform) => it.transcription.sessionDetails(TXN),
  ],
  presign: ['/v1/file-upload', 'post', (it: Platform) => it.transcription.presign(TXN, visit)],
  users: ['/cdr/v1/svcuser/', 'get', (it: Platform) => it.users.list()],
  user: ['/cdr/v1/svcuser/{user_id}/', 'get', (it: Platform) => it.users.get('1')],
  emrUser: ['/profiles/v1/emr-user/{oid}', 'get', (it: Platform) => it.emrUsers.get('o-1')],
  orders: ['/orders', 'get', (it: Platform) => it.ipd.orders(ADMISSION)],
  admission: [
    '/appointments/v1/ipd/admission/{admission_id}',
    'get',
    (it: Platform) => it.ipd.admission(ADMISSION),
  ],
  registry: ['/med-link/registry/', 'get', (it: Platform) => it.codification.registry()],
  link: ['/med-link/nel/link', 'post', (it: Platform) => it.codification.link(NAME, question)],
  batch: [
    '/med-link/nel/link/batch',
    'post',
    (it: Platform) => it.codification.batch([NAME], question),
  ],
  legacy: ['/svc-mcp/linking/v1/snomed', 'get', (it: Platform) => it.codification.legacy([NAME])],
  symptoms: ['/medical-db/v1/sym-and-diag', 'get', (it: Platform) => it.symptoms.search('fever')],
  webhooks: [
    '/notification/v1/connect/webhook/subscriptions',
    'get',
    (it: Platform) => it.webhooks.list(['k']),
  ],
  result: [
    '/mr/api/v1/docs/{document_id}/result',
    'get',
    (it: Platform) => it.documents.result('d-1'),
  ],
  fhir: ['/health/api/v2/fhir/retrieve', 'get', (it: Platform) => it.documents.fhir('d-1')],
} as const satisfies Record<
  string,
  readonly [path: string, method: string, ask: (it: Platform, at: Address) => unknown]
>;
type Address = { readonly baseUrl: string; readonly brand: string; readonly clientId: string };

type Described = {
  readonly content?: {
    readonly 'application/json'?: {
      readonly example?: unknown;
      readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
    };
  };
};
const FILE = new URL('../../../../../docs/platform/openapi.yaml', import.meta.url);
const { paths } = parse(readFileSync(FILE, 'utf8')) as {
  paths: Readonly<
    Record<string, Record<string, { responses: Record<string, Described> } | undefined>>
  >;
};

const past = {
  txn_id: TXN,
  mode: 'dictation',
  model_type: 'pro',
  processing_status: 'success',
  user_status: 'completed',
  created_at: '2026-09-21T14:13:20Z',
};
/** Right answers that openapi.yaml describes without an example. */
const unshown: Readonly<Record<string, unknown>> = {
  '/voice/api/v2/transaction/{txn_id}': { data: past },
  '/voice/api/v1/sessions/{session_id}': {
    data: {
      session_id: TXN,
      user_status: 'completed',
      status: 'success',
      client_generated_files: ['a.mp3'],
      additional_data: { client_ref: 'x' },
      documents: [{ document_id: 'd-1', template_id: 't', document_name: NAME, status: 'success' }],
    },
  },
  '/voice/api/v1/documents/{document_id}': {
    data: {
      document_id: 'd-1',
      template_id: 'transcript_template',
      document_name: NAME,
      type: 'transcript',
      status: 'success',
      errors: [{ msg: 'x' }],
      warnings: ['y'],
      presigned_url: 'http://127.0.0.1:1/d-1',
    },
  },
  '/cdr/v1/svcuser/{user_id}/': {
    user: { id: 1, firstname: NAME, email: 'a@b.example', doctors: [{ id: 1 }], clinics: [] },
  },
  '/profiles/v1/emr-user/{oid}': { oid: 'o-1', fn: NAME, extras: { langs: ['mr'], l: [[1]] } },
  '/appointments/v1/ipd/admission/{admission_id}': {
    id: ADMISSION,
    stage: 'AD',
    status: 'BED_ASSIGNED',
    patient: { name: NAME, profile: { dob: '1988-02-29' } },
    doc: { name: 'x' },
    procedures: [{ name: 'y' }],
  },
  '/health/api/v2/fhir/retrieve': {
    resourceType: 'Bundle',
    entry: [{ resource: { resourceType: 'Patient', name: [{ text: NAME }] } }],
  },
};

/** Right answers as the contract shows them. */
function examples(path: string, method: string): unknown[] {
  const found = Object.entries(paths[path]?.[method]?.responses ?? {}).flatMap(([status, one]) => {
    const { example, examples: more = {} } = one.content?.['application/json'] ?? {};
    if (!status.startsWith('2')) return [];
    return [example, ...Object.values(more).map(({ value }) => value)].filter(Boolean);
  });
  const [first = unshown[path]] = found;
  if (first === undefined) throw new Error(`There is no sample for ${method} ${path}.`);
  return [first, ...found];
}

function make(dice: Dice): Asked {
  const call = dice.of(Object.keys(calls) as (keyof typeof calls)[]);
  const [path, method] = calls[call];
  return { call, answer: oddAnswer(mutateJson(dice.of(examples(path, method)), dice), dice) };
}

async function open(): Promise<OpenDoor<Asked>> {
  let now: Asked | undefined;
  const token = {
    access_token: 'aaa.bbb.ccc',
    expires_in: 1800,
    refresh_token: 'r-1',
    refresh_expires_in: 2592000,
  };
  const server = await serveRaw((_method, url) => {
    const isLogin = url.startsWith('/connect-auth/v1/account/') && !url.endsWith('whoami');
    if (now && isLogin === (now.call === 'signIn')) return now.answer;
    return isLogin ? rightAnswer(token) : rightAnswer({}, '404 Not Found');
  });
  const net = onlyHere(undiciNet());
  const address = { baseUrl: `http://127.0.0.1:${server.port}`, brand: 'svc', clientId: 'c-1' };

  async function run(one: Asked): Promise<Outcome> {
    now = undefined;
    const { open: openStore, secrets: kept } = memoryKeyStore();
    const secrets = await openStore('keychain', '', undefined);
    const platform = createPlatform({
      net,
      // The wall clock is the true one: tokens would be old after a second.
      clock: { ...hurryingClock(1000), now: () => Date.now() },
      random: nodeRandom,
      secrets,
      address: () => address,
      tokensChanged: () => {},
    });
    if (one.call !== 'signIn') await platform.account.signIn(address, 'secret');
    const before = JSON.stringify([...kept]);
    now = one;
    try {
      await calls[one.call][2](platform, address);
      return { kind: 'taken' };
    } catch (error) {
      // A renewal, where the answer was 401, stores new tokens rightly.
      if (one.call === 'signIn' && JSON.stringify([...kept]) !== before)
        throw new Error('a sign-in that failed was stored', { cause: error });
      throw error;
    }
  }
  return { run, state: () => '', close: () => server.close() };
}

export const door: Door<Asked> = { make, open };
