/**
 * The FHIR server of the targets: what is stored of it in clear, its token or its key in the key
 * store, and the access that its calls get.
 */
import { z } from 'zod';
import type { Input } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';
import {
  fhirFlavours,
  type SmartAlgorithm,
  serverAuths,
  serverForms,
  serverWays,
} from '../../../../shared/model/export/exports.ts';
import { readAuthority } from '../../../infrastructure/certificate-authority.ts';
import { type Access, createServerAccess } from '../../../infrastructure/server-access.ts';
import type { DeliveryDeps } from '../deps.ts';
import { type AccessTokens, createAccessTokens } from './smart/access-token.ts';
import { makeClientKey, openClientKey, removeClientKey } from './smart/client-key.ts';

const TOKEN = 'emr-token';
const SCOPE = 'system/Patient.rs system/DocumentReference.crus';

export const serverChoice = z.object({
  address: z.string().default(''),
  hasToken: z.boolean().default(false),
  form: z.enum(serverForms).default('fhir'),
  flavour: z.enum(fhirFlavours).default('r4'),
  patients: z.enum(['known', 'any']).default('known'),
  sendAs: z.enum(serverWays).default('document'),
  withPdf: z.boolean().default(false),
  searchInAddress: z.boolean().default(false),
  auth: z.enum(serverAuths).default('token'),
  clientId: z.string().default(''),
  scope: z.string().default(SCOPE),
  /** JWK Set of the public half; empty: there is no key. */
  jwks: z.string().default(''),
  /** PEM of the clinic's own authority; empty: none. */
  authority: z.string().default(''),
});
type ServerChoice = z.infer<typeof serverChoice>;
type ServerChange = NonNullable<Input<'exports.targets.set'>['server']>;

type ServerTargetDeps = Pick<DeliveryDeps, 'secrets' | 'readAddress' | 'clock' | 'random' | 'net'>;
export type ServerAccess = {
  /** Throws what `exports.targets.set` says of the server. */
  change(before: ServerChoice, asked: ServerChange): Promise<ServerChoice>;
  /** Makes a new key for this server. Throws Failure `missing` / `no-target`, `locked`. */
  makeKey(before: ServerChoice, alg: SmartAlgorithm): Promise<ServerChoice>;
  /** Throws Failure `missing` / `no-target`, `locked`, and what `AccessTokens.get` throws. */
  open(choice: ServerChoice): Promise<Access>;
  /** The server refused the token. Returns whether another one may be had. */
  refused(choice: ServerChoice): boolean;
};

type State = {
  readonly deps: ServerTargetDeps;
  readonly access: ReturnType<typeof createServerAccess>;
  readonly tokens: AccessTokens;
};

export function createServerTarget(deps: ServerTargetDeps): ServerAccess {
  const { secrets, readAddress } = deps;
  const state: State = {
    deps,
    access: createServerAccess({ secrets, name: TOKEN, readAddress }),
    tokens: createAccessTokens({
      ...deps,
      key: (address) => openClientKey(secrets, address),
    }),
  };
  return {
    change: (before, asked) => changeServer(state, before, asked),
    makeKey: (before, alg) => makeKey(state, before, alg),
    open: (choice) => openServer(state, choice),
    refused({ auth }) {
      state.tokens.forget();
      return auth === 'smart';
    },
  };
}

async function changeServer(
  { deps, access, tokens }: State,
  before: ServerChoice,
  { token, authority, ...asked }: ServerChange,
): Promise<ServerChoice> {
  const checked = authority && readAuthority(authority, deps.clock.now()).pem;
  const entered = await access.enter(before, asked.address, token);
  const isSame = entered.address === before.address;
  tokens.forget();
  // What was entered, made or allowed for one server is not for another.
  if (!isSame && before.jwks !== '') await removeClientKey(deps.secrets);
  const kept = isSame ? before : { ...before, ...ofOneServer };
  return { ...kept, ...given({ ...asked, authority: checked }), ...entered };
}

const ofOneServer = { jwks: '', clientId: '', searchInAddress: false, authority: '' };

/** Without members that are undefined: what is left out stays as it is. */
const given = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    readonly [K in keyof T]-?: Exclude<T[K], undefined>;
  };

async function makeKey(
  { deps, tokens }: State,
  before: ServerChoice,
  alg: SmartAlgorithm,
): Promise<ServerChoice> {
  if (before.address === '') throw noServer();
  tokens.forget();
  return { ...before, jwks: await makeClientKey(deps.secrets, before.address, alg) };
}

async function openServer({ deps, access, tokens }: State, choice: ServerChoice): Promise<Access> {
  const { address, auth, clientId, scope, authority } = choice;
  if (address === '') throw noServer();
  if (auth === 'token') return { ...(await access.open(choice)), authority };
  const token = await tokens.get({ address, clientId, scope, authority });
  return { base: deps.readAddress(address), token, authority };
}

export const noServer = () =>
  new Failure('missing', 'No FHIR server is set. Enter its address in Settings.', {
    detail: 'no-target',
  });
