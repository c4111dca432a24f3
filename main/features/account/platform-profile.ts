/**
 * The platform profile: which platform, by which paths, over which transport; kept as one, handed
 * on as a file without secrets.
 */
import { z } from 'zod';
import { Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import type { AccountState, Profile } from '../../../shared/model/account/account.ts';
import {
  FILE_KIND,
  FILE_VERSION,
  LARGEST_FILE,
  type PathOverrides,
  type PlatformProfile,
  type TransportChoice,
} from '../../../shared/model/account/platform-profile.ts';
import {
  type KeptProfile,
  keptProfile,
  type ProfileChange,
} from '../../../shared/model/account/platform-profile-schema.ts';
import type { PlatformRule } from '../../../shared/model/policy.ts';
import type { Settings, SettingsChange } from '../../../shared/model/settings.ts';
import { readJsonWithin } from '../../../shared/strict-json.ts';
import { type Address, checkAddress } from '../../infrastructure/platform/client/address.ts';
import type { Values } from '../../infrastructure/store/tables/values.ts';

export type ProfileDeps = {
  readonly profile: Profile;
  readonly values: Values;
  readonly settings: () => Settings;
  /** Keeps the change and tells it. */
  readonly changeSettings: (change: SettingsChange) => void;
  readonly account: () => AccountState;
  /** Platform rule of the organisation's policy, for the clinic profile. */
  readonly rule?: PlatformRule | undefined;
};

export type PlatformProfiles = {
  get(): PlatformProfile;
  /**
   * Throws Failure `invalid` / `address-invalid`, `address-insecure`, `brand-invalid`; `refused` /
   * `sign-out-first` where the address in use would become another, `refused` / `practice-only` for
   * the address of the practice platform, `refused` / `set-by-organisation` for another address
   * than the policy's.
   */
  change(change: ProfileChange): PlatformProfile;
  /** The file: its name and its text. */
  file(): { readonly name: string; readonly text: string };
  /**
   * Takes over such a file. Throws what `change` throws, and Failure `invalid` /
   * `profile-unreadable` (no JSON, or too large), `profile-other`, `profile-newer`,
   * `profile-address`, `profile-brand`, `profile-path`, `profile-wrong`.
   */
  take(text: string): PlatformProfile;
  /** A sign-in was accepted there: the profile says the same. */
  remember(address: Pick<Address, 'baseUrl' | 'brand'>, oidcClientId?: string): void;
  paths(): PathOverrides;
  transport(): TransportChoice;
};

const PLACE = 'platform.profile';
const head = z.object({ scriba: z.literal(FILE_KIND), version: z.int().min(1) });

export function createPlatformProfile(deps: ProfileDeps): PlatformProfiles {
  const { profile } = deps;
  return {
    get: () => get(deps),
    change: (given) => change(deps, given),
    file: () => asFile(get(deps)),
    take: (text) => change(deps, readFile(text)),
    remember({ baseUrl, brand }, oidcClientId) {
      if (profile === 'practice') return;
      const before = readKept(deps);
      const named = oidcClientId !== undefined && { oidcClientId };
      keep(deps, { ...before, [before.environment]: baseUrl, brand, ...named });
    },
    paths: () => (profile === 'practice' ? {} : readKept(deps).paths),
    transport: () => readKept(deps).transport,
  };
}

/** Values from before there was a profile, and damaged ones, fall back to the address in use. */
function readKept({ profile, values, account }: ProfileDeps): KeptProfile {
  const text = values.get(PLACE);
  const read = keptProfile.safeParse(parsed(text));
  if (read.success && text) return read.data;
  const { baseUrl, brand } = account();
  return keptProfile.parse(baseUrl && profile === 'clinic' ? { production: baseUrl, brand } : {});
}

const keep = ({ values }: ProfileDeps, next: KeptProfile) =>
  values.set(PLACE, JSON.stringify(next));

function get(deps: ProfileDeps): PlatformProfile {
  const { companionFile: _kept, ...rest } = governed(readKept(deps), deps.rule);
  const { companionFile } = deps.settings().upload;
  if (deps.profile !== 'practice') return { ...rest, companionFile };
  return {
    ...rest,
    environment: 'practice',
    production: '',
    staging: '',
    brand: deps.account().brand,
    paths: {},
    companionFile,
  };
}

function change(deps: ProfileDeps, given: ProfileChange): PlatformProfile {
  const { profile, settings, account, changeSettings } = deps;
  const { companionFile, ...rest } = given;
  const wanted = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as Partial<KeptProfile>;
  if (profile === 'practice' && Object.keys(wanted).some((name) => name !== 'transport'))
    throw new Failure(
      'refused',
      'The practice platform runs on this computer and has an address of its own. Change to “Work with patients” to set one.',
      { detail: 'practice-only' },
    );
  checkRule(deps, wanted);
  const before = readKept(deps);
  const next = checked({
    ...before,
    ...(deps.rule === undefined ? wanted : withoutAddress(wanted)),
  });
  if (profile === 'clinic' && account().state !== 'signed-out' && inUse(before) !== inUse(next))
    throw new Failure(
      'refused',
      'Sign out first: visits that are on their way belong to the platform that you are signed in to.',
      { detail: 'sign-out-first' },
    );
  keep(deps, next);
  if (companionFile !== undefined && companionFile !== settings().upload.companionFile)
    changeSettings({ upload: { ...settings().upload, companionFile } });
  return get(deps);
}

const addressMembers = ['environment', 'production', 'staging', 'brand'] as const;

/** The profile in force; what a person has set stays kept beneath it. */
function governed(kept: KeptProfile, rule: PlatformRule | undefined): KeptProfile {
  if (rule === undefined) return kept;
  if (rule === 'unclear')
    return { ...kept, environment: 'production', production: '', staging: '' };
  const { baseUrl: production, brand = kept.brand } = rule;
  return { ...kept, environment: 'production', production, staging: '', brand };
}

/** A form sends all members: those that are as the organisation set them are no change. */
function checkRule(deps: ProfileDeps, wanted: Partial<KeptProfile>): void {
  const { rule } = deps;
  if (rule === undefined) return;
  const inForce = governed(readKept(deps), rule);
  const changes = (name: (typeof addressMembers)[number]) =>
    wanted[name] !== undefined &&
    wanted[name] !== inForce[name] &&
    (name !== 'brand' || rule === 'unclear' || rule.brand !== undefined);
  if (addressMembers.some(changes)) throw failures.setByOrganisation();
}

/** The brand can be another where the policy leaves it open. */
function withoutAddress({
  environment: _environment,
  production: _production,
  staging: _staging,
  ...rest
}: Partial<KeptProfile>): Partial<KeptProfile> {
  return rest;
}

const inUse = ({ brand, environment, ...addresses }: KeptProfile) =>
  `${brand} ${addresses[environment]}`;

/** The same with tidy addresses. Throws what `checkAddress` throws. */
function checked(next: KeptProfile): KeptProfile {
  const { brand } = next;
  const tidy = (baseUrl: string) =>
    baseUrl.trim() === '' ? '' : checkAddress({ baseUrl, brand, clientId: 'any' }).baseUrl;
  const [production, staging] = [tidy(next.production), tidy(next.staging)];
  // Without an address the brand is checked all the same.
  if (production === '' && staging === '')
    checkAddress({ baseUrl: 'https://any', brand, clientId: 'any' });
  return { ...next, production, staging };
}

function asFile({ environment, ...rest }: PlatformProfile): { name: string; text: string } {
  const file = {
    scriba: FILE_KIND,
    version: FILE_VERSION,
    environment: environment === 'practice' ? 'production' : environment,
    ...rest,
  };
  return {
    name: 'scriba-platform-profile.json',
    text: `${JSON.stringify(file, undefined, 2)}\n`,
  };
}

function readFile(text: string): ProfileChange {
  const value = readJson(text);
  const known = head.safeParse(value);
  if (!known.success)
    throw new Failure('invalid', 'This file is something else, not a platform profile.', {
      detail: 'profile-other',
    });
  if (known.data.version > FILE_VERSION)
    throw new Failure(
      'invalid',
      'This platform profile was saved by a newer Scriba. Install that one, or save the profile anew.',
      { detail: 'profile-newer' },
    );
  const read = keptProfile.safeParse(value);
  if (read.success) return read.data;
  const member = String(read.error.issues[0]?.path[0] ?? '');
  throw new Failure('invalid', 'Something in this platform profile is not as it must be.', {
    detail: wrongDetails.get(member) ?? 'profile-wrong',
  });
}

function readJson(text: string): unknown {
  try {
    return readJsonWithin(Buffer.from(text.replace(/^\ufeff/, '')), {
      size: LARGEST_FILE,
      depth: 8,
      twice: 'refused',
    });
  } catch (cause) {
    throw new Failure(
      'invalid',
      'This file cannot be read as a platform profile. Choose the file that was saved from Settings, Account.',
      { detail: 'profile-unreadable', cause },
    );
  }
}

const wrongDetails = new Map([
  ['production', 'profile-address'],
  ['staging', 'profile-address'],
  ['brand', 'profile-brand'],
  ['paths', 'profile-path'],
]);

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '{}');
  } catch {
    return {};
  }
}
