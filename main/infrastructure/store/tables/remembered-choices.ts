/**
 * Remembered choices: the codes that a doctor chose for some words. The words stand here as a keyed
 * digest only; the rest is sealed.
 */
import { MINUTE } from '../../../../shared/time.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';
import { type RememberedChoice, rememberedChoiceSchema } from './desk-rows.ts';
import type { Values } from './values.ts';

export type RememberedChoices = {
  /** Inserts or replaces; one without choices is removed. */
  put(name: string, remembered: RememberedChoice): void;
  /** Undefined also where it does not open. Throws Failure `locked` while the vault is. */
  get(name: string): RememberedChoice | undefined;
  /** Rows that open, by name. */
  all(): ReadonlyMap<string, RememberedChoice>;
  /**
   * Removes the choices of one doctor, and rows that do not open; returns how many choices there
   * were.
   */
  forget(who: string): number;
};

const FORGOTTEN = 'favourites.forgotten';
/**
 * When own choices were forgotten last: what lies in older copies stays forgotten. Milliseconds
 * since 1970, to the minute; 0: never.
 */
export const forgottenAt = (values: Pick<Values, 'get'>): number =>
  Number(values.get(FORGOTTEN)) || 0;
export const putForgotten = (values: Pick<Values, 'set'>, now: number): void =>
  values.set(FORGOTTEN, String(Math.ceil(now / MINUTE) * MINUTE));

type Raw = { readonly name: string; readonly favourite: Uint8Array };

export function createRememberedChoices(db: Sqlite, cipher: () => RowCipher): RememberedChoices {
  const sql = statements(db);
  const place = (name: string) => ({ table: 'favourites', column: 'favourite', row: name });
  const remove = (name: string) => void sql('DELETE FROM favourites WHERE name = ?').run(name);
  const rows = () => sql('SELECT name, favourite FROM favourites ORDER BY name').all() as Raw[];

  function open({ name, favourite }: Raw): RememberedChoice | undefined {
    const opened = cipher();
    try {
      return openJson(opened, place(name), favourite, rememberedChoiceSchema);
    } catch {
      return undefined;
    }
  }

  return {
    put(name, remembered) {
      if (remembered.choices.length === 0) {
        remove(name);
        return;
      }
      sql(
        'INSERT INTO favourites (name, favourite) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET favourite = excluded.favourite',
      ).run(name, sealJson(cipher(), place(name), remembered));
    },
    get(name) {
      const raw = sql('SELECT name, favourite FROM favourites WHERE name = ?').get(name) as
        | Raw
        | undefined;
      return raw && open(raw);
    },
    all: () =>
      new Map(
        rows().flatMap((raw): [string, RememberedChoice][] => {
          const remembered = open(raw);
          return remembered ? [[raw.name, remembered]] : [];
        }),
      ),
    forget(who) {
      return db.transaction(() =>
        rows().reduce((count, raw) => {
          const remembered = open(raw);
          if (remembered && remembered.who !== who) return count;
          remove(raw.name);
          return count + (remembered?.choices.length ?? 0);
        }, 0),
      )();
    },
  };
}
