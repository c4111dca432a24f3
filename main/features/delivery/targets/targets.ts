/**
 * Targets of notes and their forms: stored in clear, as nothing of them is a patient's; the
 * server's token is in the key store.
 */
import { z } from 'zod';
import type { Input } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';
import {
  type ExportTargets,
  fhirFlavours,
  folderForms,
  newlines,
  serverForms,
  type TargetName,
} from '../../../../shared/model/export/exports.ts';
import { mayLeave } from '../../../../shared/model/policy-rules.ts';
import { type Access, createServerAccess } from '../../../infrastructure/server-access.ts';
import { checkAllowed } from '../allowed.ts';
import type { DeliveryDeps } from '../deps.ts';

const CHOICE = 'delivery.targets';
const TAG = 'delivery.tag';
const TOKEN = 'emr-token';
const choiceSchema = z.object({
  newlines: z.enum(newlines).default('system'),
  folder: z
    .object({
      on: z.boolean().default(false),
      forms: z.array(z.enum(folderForms)).min(1).default(['pdf']),
      flavour: z.enum(fhirFlavours).default('r4'),
      chosen: z.string().optional(),
    })
    .prefault({}),
  server: z
    .object({
      address: z.string().default(''),
      hasToken: z.boolean().default(false),
      form: z.enum(serverForms).default('fhir'),
      flavour: z.enum(fhirFlavours).default('r4'),
      patients: z.enum(['known', 'any']).default('known'),
    })
    .prefault({}),
  platform: z.object({ on: z.boolean().default(false) }).prefault({}),
});
type Choice = z.infer<typeof choiceSchema>;

export type TargetsDeps = Pick<
  DeliveryDeps,
  | 'store'
  | 'secrets'
  | 'readAddress'
  | 'ownFolder'
  | 'dropFolder'
  | 'chooseFolder'
  | 'print'
  | 'random'
  | 'policy'
>;

export type Targets = {
  get(): ExportTargets;
  /**
   * Throws Failure `invalid` (`address-invalid`, `address-insecure`, `token-invalid`), `locked`
   * where a token must be kept or removed.
   */
  set(change: Input<'exports.targets.set'>): Promise<ExportTargets>;
  /** Throws Failure `missing` / `cannot-choose`. */
  chooseFolder(): Promise<ExportTargets>;
  /** The server's. Throws Failure `missing` / `no-target`, `locked`. */
  address(): Promise<Access>;
  /**
   * Throws Failure `missing` / `no-target` where the target is not set up, `refused` /
   * `set-by-organisation` where the policy does not allow it.
   */
  check(target: TargetName): void;
  /** Marks this computer's files in a shared folder: eight hexadecimal digits. */
  tag(): string;
};

/** The drop folder, or the server's address. */
export const whereIs = (targets: Pick<Targets, 'get'>, target: TargetName): string =>
  target === 'server' ? targets.get().server.address : targets.get().folder.where;

type TargetsState = {
  readonly deps: TargetsDeps;
  readonly access: ReturnType<typeof createServerAccess>;
};

export function createTargets(deps: TargetsDeps): Targets {
  const { secrets, readAddress } = deps;
  const state: TargetsState = {
    deps,
    access: createServerAccess({ secrets, name: TOKEN, readAddress }),
  };
  return {
    get: () => presentTargets(deps),
    set: (change) => setTargets(state, change),
    chooseFolder: () => chooseFolder(deps),
    address: () => serverAddress(state),
    check: (target) => checkTarget(deps, target),
    tag: () => tagOf(deps),
  };
}

function readChoice({ store: { values } }: TargetsDeps): Choice {
  try {
    return choiceSchema.parse(JSON.parse(values.get(CHOICE) ?? '{}'));
  } catch {
    return choiceSchema.parse({});
  }
}
const putChoice = ({ store: { values } }: TargetsDeps, next: Choice) =>
  values.set(CHOICE, JSON.stringify(next));

function presentTargets(deps: TargetsDeps): ExportTargets {
  const { newlines: ends, folder, server, platform } = readChoice(deps);
  const { chosen, ...choice } = folder;
  return {
    newlines: ends,
    canChoose: deps.chooseFolder !== undefined && deps.dropFolder === undefined,
    canPrint: deps.print !== undefined,
    folder: { ...folderInForce(deps, choice), ...placeOf(deps, chosen) },
    server,
    platform,
  };
}

/**
 * The forms that the organisation allows; off, with those that can be chosen, where none is left.
 * What a person chose stays stored.
 */
function folderInForce<T extends Pick<Choice['folder'], 'on' | 'forms'>>(
  { policy }: TargetsDeps,
  choice: T,
): T {
  const possible = folderForms.filter((form) => mayLeave(policy, 'folder', form));
  const forms = choice.forms.filter((form) => possible.includes(form));
  if (forms.length > 0) return { ...choice, forms };
  return { ...choice, on: false, ...(possible.length > 0 && { forms: possible }) };
}

/**
 * Throws Failure `refused` / `set-by-organisation` for a target that is switched on, or a form that
 * is chosen, against the policy.
 */
function checkChange(deps: TargetsDeps, { folder, server }: Input<'exports.targets.set'>): void {
  const inForce = folderInForce(deps, readChoice(deps).folder);
  for (const form of folder?.forms ?? [])
    if (folder?.on || !inForce.forms.includes(form)) checkAllowed(deps.policy, 'folder', form);
  if (server && server.address !== '') checkAllowed(deps.policy, 'server', server.form);
}

/** Forms that are hidden by the policy are not taken away by a change of the others. */
function folderToStore(
  deps: TargetsDeps,
  before: Choice['folder'],
  asked: NonNullable<Input<'exports.targets.set'>['folder']>,
): Choice['folder'] {
  const inForce = folderInForce(deps, before);
  const hidden = before.forms.filter((form) => !inForce.forms.includes(form));
  return {
    ...asked,
    on: mayLeave(deps.policy, 'folder') ? asked.on : before.on,
    forms: [...new Set([...asked.forms, ...hidden])],
    chosen: before.chosen,
  };
}

function placeOf(
  { dropFolder, ownFolder }: TargetsDeps,
  chosen: string | undefined,
): Pick<ExportTargets['folder'], 'from' | 'where'> {
  if (dropFolder !== undefined) return { from: 'named', where: dropFolder };
  return chosen === undefined
    ? { from: 'own', where: ownFolder }
    : { from: 'chosen', where: chosen };
}

async function setTargets(
  { deps, access }: TargetsState,
  { newlines: ends, folder, server, platform }: Input<'exports.targets.set'>,
): Promise<ExportTargets> {
  checkChange(deps, { folder, server });
  const before = readChoice(deps);
  const next: Choice = {
    ...before,
    ...(ends && { newlines: ends }),
    ...(platform && { platform }),
    ...(folder && { folder: folderToStore(deps, before.folder, folder) }),
  };
  if (server) {
    const { token, ...rest } = server;
    const entered = await access.enter(before.server, rest.address, token);
    putChoice(deps, { ...next, server: { ...rest, ...entered } });
  } else putChoice(deps, next);
  return presentTargets(deps);
}

async function chooseFolder(deps: TargetsDeps): Promise<ExportTargets> {
  if (!deps.chooseFolder || deps.dropFolder !== undefined)
    throw new Failure(
      'missing',
      'This Scriba cannot ask for a folder. Name it with --drop-folder when Scriba is started.',
      { detail: 'cannot-choose' },
    );
  const chosen = await deps.chooseFolder();
  const before = readChoice(deps);
  if (chosen !== undefined) putChoice(deps, { ...before, folder: { ...before.folder, chosen } });
  return presentTargets(deps);
}

async function serverAddress({ deps, access }: TargetsState): Promise<Access> {
  const { server } = readChoice(deps);
  if (server.address === '') throw noTarget(NO_SERVER);
  return access.open(server);
}

function checkTarget(deps: TargetsDeps, target: TargetName): void {
  const { folder, server } = readChoice(deps);
  checkAllowed(deps.policy, target);
  if (target === 'folder' && !folderInForce(deps, folder).on)
    throw noTarget('No drop folder is switched on. Switch it on in Settings.');
  if (target === 'server' && server.address === '') throw noTarget(NO_SERVER);
}

function tagOf({ store: { values }, random }: TargetsDeps): string {
  const known = values.get(TAG);
  if (known !== undefined) return known;
  const made = random.bytes(4).toString('hex');
  values.set(TAG, made);
  return made;
}

const NO_SERVER = 'No FHIR server is set. Enter its address in Settings.';
const noTarget = (message: string) => new Failure('missing', message, { detail: 'no-target' });
