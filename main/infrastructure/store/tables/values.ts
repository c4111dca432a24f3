/**
 * Small values that are neither secret nor about a patient, readable while the vault is locked:
 * settings, the account's address.
 */
import {
  type Settings,
  type SettingsChange,
  settingsSchema,
} from '../../../../shared/model/settings.ts';
import { type Sqlite, statements } from '../database.ts';

export type Values = {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
};
export type SettingsStore = {
  /** Returns the defaults in place of values that cannot be read. */
  get(): Settings;
  /** Replaces the groups that are given. */
  change(patch: SettingsChange): Settings;
};

const SETTINGS = 'settings';

export function createValues(db: Sqlite): Values {
  const sql = statements(db);
  return {
    get: (key) =>
      (
        sql('SELECT value FROM small_values WHERE name = ?').get(key) as
          | { value: string }
          | undefined
      )?.value,
    set(key, value) {
      sql(
        'INSERT INTO small_values (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      ).run(key, value);
    },
  };
}

export function createSettings(values: Values): SettingsStore {
  function get(): Settings {
    const read = settingsSchema.safeParse(parsed(values.get(SETTINGS)));
    return read.success ? read.data : settingsSchema.parse({});
  }
  return {
    get,
    change(patch) {
      const given = Object.fromEntries(
        Object.entries(patch).filter(([, value]) => value !== undefined),
      );
      const next = settingsSchema.parse({ ...get(), ...given });
      values.set(SETTINGS, JSON.stringify(next));
      return next;
    },
  };
}

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '{}');
  } catch {
    return {};
  }
}
