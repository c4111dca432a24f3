/** A start loads the modules of the large tables, and must not wait until the tables are checked. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const main = path.join(import.meta.dirname, '../../../../../main');

/** Loads a module in a process of its own, and notes each table that is checked meanwhile. */
function tablesReadWith(module: string, then = ''): string[] {
  const script = `
    import { registerHooks } from 'node:module';
    globalThis.tables = [];
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context);
        if (!url.endsWith('/tables/read-table.ts')) return loaded;
        const source = String(loaded.source).replace('const read =', 'globalThis.tables.push(file); $&');
        return { ...loaded, source };
      },
    });
    const loaded = await import(${JSON.stringify(pathToFileURL(path.join(main, module)).href)});
    ${then}
    console.log(JSON.stringify(globalThis.tables));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  return JSON.parse(said) as string[];
}

const isLarge = (file: string) =>
  /^(?:(?:findings|diagnoses|procedures|tests|medicines|abbreviations)-|names\/)/.test(file);

test('loading the app reads neither the starter table, nor the short forms, nor the other names', () => {
  const read = tablesReadWith('app/app.ts');
  // Others are read, so the list is one.
  expect(read).not.toEqual([]);
  expect(read.filter(isLarge)).toEqual([]);
});

test('the starter table is read when it is first asked for', () => {
  const read = tablesReadWith(
    'infrastructure/terminology/tables/starter/starter.ts',
    'loaded.starterRows();',
  );
  expect(read).toContain('medicines-generic.json');
});

test('the other names are read when a release is imported', () => {
  const read = tablesReadWith(
    'infrastructure/terminology/tables/names/names.ts',
    'loaded.otherNames();',
  );
  expect(read).toContain('names/infections.json');
});
