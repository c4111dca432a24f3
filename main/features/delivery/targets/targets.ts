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
  type SmartAlgorithm,
  type TargetName,
} from '../../../../shared/model/export/exports.ts';
import { mayLeave } from '../../../../shared/model/policy-rules.ts';
import { authorityIn, readAuthority } from '../../../infrastructure/certificate-authority.ts';
import type { Access } from '../../../infrastructure/server-access.ts';
import { checkAllowed } from '../allowed.ts';
import type { DeliveryDeps } from '../deps.ts';
import type { Receiver } from './mllp/send-to-receiver.ts';
import { createServerTarget, noServer, type ServerAccess, serverChoice } from './server-target.ts';

const CHOICE = 'delivery.targets';
const TAG = 'delivery.tag';
const choiceSchema = z.object({
  newlines: z.enum(newlines).default('system'),
  folder: z
    .object({
      /** Absent until somebody chooses: then a folder that was named at the start is on. */
      on: z.boolean().optional(),
      forms: z.array(z.enum(folderForms)).min(1).default(['fhir', 'pdf']),
      flavour: z.enum(fhirFlavours).default('r4'),
      chosen: z.string().optional(),
    })
    .prefault({}),
  server: serverChoice.prefault({}),
  mllp: z
    .object({
      host: z.string().default(''),
      port: z.number().default(2575),
      secure: z.boolean().default(true),
      allowPlain: z.boolean().default(false),
      /** PEM of the clinic's own authority; empty: none. */
      authority: z.string().default(''),
    })
    .prefault({}),
  hl7: z
    .object({
      sendingApplication: z.string().default(''),
      sendingFacility: z.string().default(''),
      receivingApplication: z.string().default(''),
      receivingFacility: z.string().default(''),
    })
    .prefault({}),
  platform: z.object({ on: z.boolean().default(false) }).prefault({}),
});
type Choice = z.infer<typeof choiceSchema>;

export type TargetsDeps = Pick<
  DeliveryDeps,
  | 'store'
  | 'secrets'
  | 'clock'
  | 'net'
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
   * Throws Failure `invalid` (`address-invalid`, `address-insecure`, `token-invalid`, and what
   * `readAuthority` throws), `locked` where a token must be kept or removed.
   */
  set(change: Input<'exports.targets.set'>): Promise<ExportTargets>;
  /** Throws Failure `missing` / `cannot-choose`. */
  chooseFolder(): Promise<ExportTargets>;
  /** Makes a new key for the server. Throws Failure `missing` / `no-target`, `locked`. */
  makeKey(alg: SmartAlgorithm): Promise<ExportTargets>;
  /** The server's. Throws what `ServerAccess.open` throws. */
  address(): Promise<Access>;
  /** The HL7 receiver with the authority that is trusted for it. */
  receiver(): Receiver;
  /** The server refused its token. Returns whether another one may be had. */
  tokenRefused(): boolean;
  /**
   * Throws Failure `missing` / `no-target` where the target is not set up, `refused` /
   * `set-by-organisation` where the policy does not allow it.
   */
  check(target: TargetName): void;
  /** Marks this computer's files in a shared folder: eight hexadecimal digits. */
  tag(): string;
};

/** The drop folder, or the address of the server or the receiver. */
export function whereIs(targets: Pick<Targets, 'get'>, target: TargetName): string {
  const { folder, server, mllp } = targets.get();
  return { folder: folder.where, server: server.address, mllp: addressOf(mllp) }[target];
}
/** The same with and without TLS: it is the same receiver. */
const addressOf = ({ host, port }: ExportTargets['mllp']): string =>
  host === '' ? '' : `mllp://${host}:${port}`;

type TargetsState = {
  readonly deps: TargetsDeps;
  readonly server: ServerAccess;
};

export function createTargets(deps: TargetsDeps): Targets {
  const state: TargetsState = { deps, server: createServerTarget(deps) };
  return {
    get: () => presentTargets(deps),
    set: (change) => setTargets(state, change),
    chooseFolder: () => chooseFolder(deps),
    makeKey: (alg) => makeKey(state, alg),
    address: async () => state.server.open(readChoice(deps).server),
    receiver: () => readChoice(deps).mllp,
    tokenRefused: () => state.server.refused(readChoice(deps).server),
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
  const { newlines: ends, folder, server, mllp, hl7, platform } = readChoice(deps);
  const { chosen, ...choice } = folder;
  return {
    newlines: ends,
    canChoose: deps.chooseFolder !== undefined && deps.dropFolder === undefined,
    canPrint: deps.print !== undefined,
    folder: {
      ...folderInForce(deps, { ...choice, on: isFolderOn(deps, choice) }),
      ...placeOf(deps, chosen),
    },
    server: { ...server, authority: authorityIn(server.authority) },
    mllp: { ...mllp, authority: authorityIn(mllp.authority) },
    hl7,
    platform: { on: platform.on && mayLeave(deps.policy, 'platform') },
  };
}

const isFolderOn = ({ dropFolder }: TargetsDeps, { on }: Pick<Choice['folder'], 'on'>) =>
  on ?? dropFolder !== undefined;

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
function checkChange(
  deps: TargetsDeps,
  { folder, server, mllp, platform }: Input<'exports.targets.set'>,
): void {
  if (platform?.on) checkAllowed(deps.policy, 'platform');
  const inForce = folderInForce(deps, readChoice(deps).folder);
  for (const form of folder?.forms ?? [])
    if (folder?.on || !inForce.forms.includes(form)) checkAllowed(deps.policy, 'folder', form);
  if (mllp && mllp.host !== '' && mllp.host !== readChoice(deps).mllp.host)
    checkAllowed(deps.policy, 'mllp', 'hl7');
  if (!server || server.address === '') return;
  checkAllowed(deps.policy, 'server', server.form);
  if (server.withPdf) checkAllowed(deps.policy, 'server', 'pdf');
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
  { deps, server: access }: TargetsState,
  { newlines: ends, folder, server, mllp, hl7, platform }: Input<'exports.targets.set'>,
): Promise<ExportTargets> {
  checkChange(deps, { folder, server, mllp, platform });
  const before = readChoice(deps);
  const next: Choice = {
    ...before,
    ...(ends && { newlines: ends }),
    ...(mllp && { mllp: receiverToStore(deps, before.mllp, mllp) }),
    ...(hl7 && { hl7 }),
    // A choice that the policy hides stays stored.
    ...(platform && mayLeave(deps.policy, 'platform') && { platform }),
    ...(folder && { folder: folderToStore(deps, before.folder, folder) }),
  };
  putChoice(deps, server ? { ...next, server: await access.change(before.server, server) } : next);
  return presentTargets(deps);
}

/** What was trusted for one receiver is not for another. */
function receiverToStore(
  { clock }: TargetsDeps,
  before: Choice['mllp'],
  { authority, ...asked }: NonNullable<Input<'exports.targets.set'>['mllp']>,
): Choice['mllp'] {
  if (authority) return { ...asked, authority: readAuthority(authority, clock.now()).pem };
  const isKept = authority === undefined && asked.host === before.host;
  return { ...asked, authority: isKept ? before.authority : '' };
}

async function makeKey(
  { deps, server }: TargetsState,
  alg: SmartAlgorithm,
): Promise<ExportTargets> {
  const before = readChoice(deps);
  putChoice(deps, { ...before, server: await server.makeKey(before.server, alg) });
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

function checkTarget(deps: TargetsDeps, target: TargetName): void {
  const { folder, server, mllp } = presentTargets(deps);
  checkAllowed(deps.policy, target);
  if (target === 'folder' && !folder.on)
    throw noTarget('No drop folder is switched on. Switch it on in Settings.');
  if (target === 'server' && server.address === '') throw noServer();
  if (target === 'mllp' && mllp.host === '')
    throw noTarget('No HL7 receiver is set. Enter its address in Settings.');
}

function tagOf({ store: { values }, random }: TargetsDeps): string {
  const known = values.get(TAG);
  if (known !== undefined) return known;
  const made = random.bytes(4).toString('hex');
  values.set(TAG, made);
  return made;
}

const noTarget = (message: string) => new Failure('missing', message, { detail: 'no-target' });
