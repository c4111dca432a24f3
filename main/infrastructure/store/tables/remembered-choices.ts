/** Which codes a doctor chose for which words. The words stand here as a keyed digest only; the rest is sealed. */
import { type Sqlite, statements } from '../database.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';
import { type Favourite, favouriteSchema } from './desk-rows.ts';
import type { Values } from './values.ts';

export type Favourites = {
  /** Inserts or replaces; one without choices is removed. */
  put(name: string, favourite: Favourite): void;
  /** Undefined also where it does not open. Throws Failure `locked` while the vault is. */
  get(name: string): Favourite | undefined;
  /** Those that open, by name. */
  all(): ReadonlyMap<string, Favourite>;
  /** Removes those of one doctor, and those that do not open; answers how many choices there were. */
  forget(who: string): number;
};

const FORGOTTEN = 'favourites.forgotten';
/** When own choices were forgotten last: what lies in older copies stays forgotten. Milliseconds since 1970, to the minute; 0: never. */
export const forgottenAt = (values: Pick<Values, 'get'>): number =>
  Number(values.get(FORGOTTEN)) || 0;
export const putForgotten = (values: Pick<Values, 'set'>, now: number): void =>
  values.set(FORGOTTEN, String(Math.ceil(now / 60_000) * 60_000));

type Raw = { readonly name: string; readonly favourite: Uint8Array };

export function createFavourites(db: Sqlite, cipher: () => RowCipher): Favourites {
  const sql = statements(db);
  const place = (name: string) => ({ table: 'favourites', column: 'favourite', row: name });
  const remove = (name: string) => void sql('DELETE FROM favourites WHERE name = ?').run(name);
  const rows = () => sql('SELECT name, favourite FROM favourites ORDER BY name').all() as Raw[];

  function open({ name, favourite }: Raw): Favourite | undefined {
    const opened = cipher();
    try {
      return openJson(opened, place(name), favourite, favouriteSchema);
    } catch {
      return undefined;
    }
  }

  return {
    put(name, favourite) {
      if (favourite.choices.length === 0) return remove(name);
      sql(
        'INSERT INTO favourites (name, favourite) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET favourite = excluded.favourite',
      ).run(name, sealJson(cipher(), place(name), favourite));
    },
    get(name) {
      const raw = sql('SELECT name, favourite FROM favourites WHERE name = ?').get(name) as
        | Raw
        | undefined;
      return raw && open(raw);
    },
    all: () =>
      new Map(
        rows().flatMap((raw): [string, Favourite][] => {
          const favourite = open(raw);
          return favourite ? [[raw.name, favourite]] : [];
        }),
      ),
    forget(who) {
      return db.transaction(() =>
        rows().reduce((count, raw) => {
          const favourite = open(raw);
          if (favourite && favourite.who !== who) return count;
          remove(raw.name);
          return count + (favourite?.choices.length ?? 0);
        }, 0),
      )();
    },
  };
}
