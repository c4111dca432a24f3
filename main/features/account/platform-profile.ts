/** The platform profile: which platform, by which paths, over which transport; kept as one, handed on as a file without secrets. */
import { z } from 'zod';
import { Failure } from '../../../shared/failure.ts';
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
};

export type PlatformProfilePart = {
  get(): PlatformProfile;
  /**
   * Throws Failure `invalid` / `address-invalid`, `address-insecure`, `brand-invalid`; `refused` / `sign-out-first` where the address in use
   * would become another, `refused` / `practice-only` for the address of the practice platform.
   */
  change(change: ProfileChange): PlatformProfile;
  /** The file: its name and its text. */
  file(): { readonly name: string; readonly text: string };
  /**
   * Takes over such a file. Throws what `change` throws, and Failure `invalid` / `profile-unreadable` (no JSON, or too large), `profile-other`,
   * `profile-newer`, `profile-address`, `profile-brand`, `profile-path`, `profile-wrong`.
   */
  take(text: string): PlatformProfile;
  /** A sign-in was accepted there: the profile says the same. */
  remember(address: Pick<Address, 'baseUrl' | 'brand'>): void;
  paths(): PathOverrides;
  transport(): TransportChoice;
};

const PLACE = 'platform.profile';
const head = z.object({ scriba: z.literal(FILE_KIND), version: z.int().min(1) });

export function createPlatformProfile({
  profile,
  values,
  settings,
  changeSettings,
  account,
}: ProfileDeps): PlatformProfilePart {
  /** What was kept before there was a profile, or damaged, falls back to the address in use. */
  function kept(): KeptProfile {
    const read = keptProfile.safeParse(parsed(values.get(PLACE)));
    if (read.success && values.get(PLACE)) return read.data;
    const { baseUrl, brand } = account();
    return keptProfile.parse(baseUrl && profile === 'clinic' ? { production: baseUrl, brand } : {});
  }
  const keep = (next: KeptProfile) => values.set(PLACE, JSON.stringify(next));

  function get(): PlatformProfile {
    const { companionFile: _kept, ...rest } = kept();
    const { companionFile } = settings().upload;
    if (profile === 'practice')
      return {
        ...rest,
        environment: 'practice',
        production: '',
        staging: '',
        brand: account().brand,
        paths: {},
        companionFile,
      };
    return { ...rest, companionFile };
  }

  function change(given: ProfileChange): PlatformProfile {
    const { companionFile, ...wanted } = given;
    if (
      profile === 'practice' &&
      Object.keys(wanted).some(
        (name) => name !== 'transport' && wanted[name as keyof typeof wanted] !== undefined,
      )
    ) {
      throw new Failure(
        'refused',
        'The practice platform runs on this computer and has an address of its own. Change to “Work with patients” to set one.',
        { detail: 'practice-only' },
      );
    }
    const before = kept();
    const next = {
      ...before,
      ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
    } as KeptProfile;
    const tidy = (baseUrl: string) =>
      baseUrl.trim() === ''
        ? ''
        : checkAddress({ baseUrl, brand: next.brand, clientId: 'any' }).baseUrl;
    const checked = { ...next, production: tidy(next.production), staging: tidy(next.staging) };
    if (checked.production === '' && checked.staging === '')
      checkAddress({ baseUrl: 'https://any', brand: next.brand, clientId: 'any' });
    const inUse = ({ brand, environment, ...addresses }: KeptProfile) =>
      `${brand} ${addresses[environment]}`;
    if (
      profile === 'clinic' &&
      account().state !== 'signed-out' &&
      inUse(before) !== inUse(checked)
    ) {
      throw new Failure(
        'refused',
        'Sign out first: visits that are on their way belong to the platform that you are signed in to.',
        { detail: 'sign-out-first' },
      );
    }
    keep(checked);
    if (companionFile !== undefined && companionFile !== settings().upload.companionFile)
      changeSettings({ upload: { ...settings().upload, companionFile } });
    return get();
  }

  return {
    get,
    change,
    file() {
      const { environment, ...rest } = get();
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
    },
    take(text) {
      let value: unknown;
      try {
        value = readJsonWithin(Buffer.from(text.replace(/^\ufeff/, '')), {
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
      if (read.success) return change(read.data);
      const where = String(read.error.issues[0]?.path[0] ?? '');
      throw new Failure('invalid', 'Something in this platform profile is not as it must be.', {
        detail: wrongDetails.get(where) ?? 'profile-wrong',
      });
    },
    remember({ baseUrl, brand }) {
      if (profile === 'practice') return;
      const before = kept();
      keep({ ...before, [before.environment]: baseUrl, brand });
    },
    paths: () => (profile === 'practice' ? {} : kept().paths),
    transport: () => kept().transport,
  };
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
