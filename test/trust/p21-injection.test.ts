/**
 * P21: no text from outside becomes a program: SQL, shell, script, markup, or an address that the
 * system opens. Rules over the syntax trees of all that ships.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the lists quote template literals of the sources
import { expect, test } from 'vitest';
import { promise } from './support/promise.ts';
import { filesLike, inOneLine, type Node, nodesOf, sourceOf, treeOf } from './support/sources.ts';

const p21 = promise({
  id: 'P21',
  title: 'Injection',
  figure:
    'SQL only prepared with constant text; no child process outside the hosts; no eval, no markup from strings; no address opened by the system but a sign-in page, by one file and for one origin',
});

const shipped = filesLike('{main,preload,renderer,sandbox,shared}/**/*.{ts,tsx}');
const trees = new Map(shipped.map((file) => [file, treeOf(file)]));
const nodes = new Map([...trees].map(([file, tree]) => [file, [...nodesOf(tree)]]));

/** Returns the findings of a rule in these files, as text that names each. */
function guilty(
  rule: (node: Node, file: string, tree: Node) => boolean | undefined,
  files = shipped,
): string[] {
  const found: string[] = [];
  for (const file of files) {
    const tree = trees.get(file)!;
    p21.ran();
    for (const node of nodes.get(file)!) {
      if (rule(node, file, tree))
        found.push(
          `${file}: ${inOneLine(sourceOf(file).slice(node.start, node.end)).slice(0, 120)}`,
        );
    }
  }
  return found;
}

const nameOf = (node: unknown): string | undefined => {
  const { type, name, property, value, computed, expression } = (node ?? {}) as Record<
    string,
    unknown
  >;
  if (type === 'Identifier' || type === 'JSXIdentifier' || type === 'PrivateIdentifier')
    return name as string;
  if (type === 'MemberExpression')
    return computed
      ? (nameOf(property) ?? (property as { value?: string }).value)
      : nameOf(property);
  if (type === 'Literal') return typeof value === 'string' ? value : undefined;
  if (
    type === 'TSAsExpression' ||
    type === 'TSNonNullExpression' ||
    type === 'ChainExpression' ||
    type === 'ParenthesizedExpression'
  )
    return nameOf(expression);
  return undefined;
};
const isCall = (node: Node, ...names: string[]) =>
  (node.type === 'CallExpression' || node.type === 'NewExpression') &&
  names.includes(nameOf(node.callee) ?? '');
const imports = [
  'ImportDeclaration',
  'ImportExpression',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
];
function importedFrom(node: Node): string | undefined {
  if (imports.includes(node.type)) return (node.source as { value?: string } | null)?.value;
  if (isCall(node, 'require', 'createRequire', 'getBuiltinModule'))
    return String((node.arguments as { value?: string }[])[0]?.value ?? 'what is computed');
  return undefined;
}

/** The name of a member, an attribute or a property. */
function namedPart(node: Node): string | undefined {
  if (node.type === 'MemberExpression') return nameOf(node);
  if (node.type === 'JSXAttribute') return nameOf(node.name);
  return node.type === 'Property' ? nameOf(node.key) : undefined;
}

/** Text that is fixed when the file is written: nothing that runs can change what it says. */
function isConstant(node: unknown, tree: Node): boolean {
  const { type, value, expressions, name } = node as Record<string, unknown>;
  if (type === 'Literal') return typeof value === 'string';
  if (type === 'TemplateLiteral')
    return (expressions as Node[]).every(
      (expression) => isConstant(expression, tree) || isPlaceholders(expression),
    );
  if (type !== 'Identifier') return false;
  const declared = (tree.body as Node[]).flatMap((statement) =>
    statement.type === 'VariableDeclaration' && statement.kind === 'const'
      ? (statement.declarations as Node[])
      : [],
  );
  const found = declared.find(({ id }) => nameOf(id) === name);
  return found !== undefined && isConstant(found.init, tree);
}
/** `values.map(() => '?').join(', ')`: as many question marks as there are values. */
function isPlaceholders(node: Node): boolean {
  if (!isCall(node, 'join')) return false;
  const map = (node.callee as Node).object as Node;
  if (!map || !isCall(map, 'map')) return false;
  const [maker] = map.arguments as Node[];
  return (
    maker?.type === 'ArrowFunctionExpression' &&
    (maker.params as unknown[]).length === 0 &&
    (maker.body as Record<string, unknown>).value === '?'
  );
}

test('there is something to look at', () => expect(shipped.length).toBeGreaterThan(100));

test('SQL is constant text with values bound to it; the few other places take nothing that a page or a platform said', () => {
  const found = guilty(
    (node, _file, tree) =>
      isCall(node, 'prepare', 'sql', 'exec', 'pragma') &&
      !isRegExp(node) &&
      !isConstant((node.arguments as Node[])[0], tree),
    shipped.filter((file) => file.startsWith('main/infrastructure/store/')),
  );
  // Settings and names of tables from a list in `other-copy.ts`; steps and their number from the
  // numbered files; the cache that `sql` itself is; triggers over tables that are
  // named beside them.
  expect(found).toEqual([
    'main/infrastructure/store/database.ts: db.pragma(`${name} = ${set}`)',
    'main/infrastructure/store/database.ts: db.pragma(name, { simple: true })',
    'main/infrastructure/store/database.ts: db.prepare<unknown[]>(sql)',
    'main/infrastructure/store/migrations/migrate.ts: db.exec(sql)',
    'main/infrastructure/store/migrations/migrate.ts: db.pragma(`user_version = ${migrations.length}`)',
    'main/infrastructure/store/recovery/other-copy.ts: db.exec(sql)',
    'main/infrastructure/store/recovery/other-copy.ts: db.pragma(setting)',
    'main/infrastructure/store/recovery/read-damaged-table.ts: db.prepare(`SELECT rowid, * FROM main.${table} NOT INDEXED ORDER BY rowid ${order}`)',
    'main/infrastructure/store/recovery/read-damaged-table.ts: db.prepare(`SELECT * FROM main.${table} LIMIT 0`)',
    'main/infrastructure/store/recovery/read-damaged-table.ts: db.exec(`CREATE TEMP TABLE ${table} AS SELECT * FROM main.${table} LIMIT 0`)',
    "main/infrastructure/store/recovery/read-damaged-table.ts: db.prepare(`INSERT INTO temp.${table} VALUES (${Array(width).fill('?').join(', ')})`)",
    'main/infrastructure/store/recovery/read-damaged-table.ts: db.exec(`CREATE INDEX temp.${table}_by_name ON ${table} (${by})`)',
    "main/infrastructure/store/search-marks.ts: db.exec([triggerOn('consultations', 'INSERT', 'VALUES (NEW.place, 1)'), triggerOn('consultations', 'UPDATE OF details', ",
  ]);
});
/** `/…/.exec(text)` and `pattern.exec(text)` are of regular expressions: a database is `db`. */
const isRegExp = (node: Node) =>
  nameOf(node.callee) === 'exec' && nameOf((node.callee as Node).object) !== 'db';

test('databases are opened in four files of the store, and by the terminologies, which hold no patient', () => {
  const opens = guilty(
    (node) => importedFrom(node) === 'better-sqlite3' && node.importKind !== 'type',
  );
  expect(opens.map((place) => place.split(':')[0])).toEqual([
    'main/infrastructure/store/database.ts',
    'main/infrastructure/store/folder-lock.ts',
    'main/infrastructure/store/recovery/other-copy.ts',
    'main/infrastructure/store/recovery/schema-check.ts',
    ...['importers/import', 'index/build', 'index/code-metadata', 'index/open-index'].map(
      (name) => `main/infrastructure/terminology/${name}.ts`,
    ),
  ]);
  expect(
    guilty(
      (node) => isCall(node, 'loadExtension', 'unsafeMode', 'function', 'aggregate'),
      shipped.filter((file) => file.startsWith('main/infrastructure/store/')),
    ),
  ).toEqual([]);
});

test('a child process is started by a host, and by the practice platform for its decoder: a fixed program or our own, never a shell', () => {
  const starters = guilty((node) =>
    /^(node:)?(child_process|cluster|vm|repl|inspector)$/.test(importedFrom(node) ?? ''),
  );
  expect(starters.map((place) => place.split(':')[0])).toEqual([
    'main/hosts/common/practice.ts',
    'main/hosts/node/print-pdf.ts',
    'sandbox/sound/other-sound.ts',
  ]);
  expect(
    guilty(
      (node) =>
        isCall(node, 'exec', 'execSync', 'execFile', 'execFileSync', 'spawnSync', 'fork') &&
        !isRegExpOnly(node),
    ).filter((place) => !place.startsWith('main/hosts/electron/')),
  ).toEqual([]);
  expect(guilty((node) => node.type === 'Property' && nameOf(node.key) === 'shell')).toEqual([]);
});
const isRegExpOnly = (node: Node) =>
  nameOf(node.callee) === 'exec' && (node.callee as Node).type === 'MemberExpression';

test('nothing that is text becomes script', () => {
  // By whatever way it is reached: `(0, eval)(text)`, `f.constructor(text)`.
  expect(
    guilty(
      (node) =>
        (node.type === 'Identifier' && node.name === 'eval') ||
        isCall(node, 'Function', 'constructor') ||
        (node.type === 'SequenceExpression' &&
          (node.expressions as Node[]).some((one) => nameOf(one) === 'Function')),
    ),
  ).toEqual([]);
  expect(
    guilty((node) =>
      isCall(
        node,
        'execScript',
        'compileFunction',
        'runInThisContext',
        'runInNewContext',
        'executeJavaScript',
      ),
    ),
  ).toEqual([]);
  expect(
    guilty(
      (node) =>
        isCall(node, 'setTimeout', 'setInterval', 'setImmediate') &&
        ['Literal', 'TemplateLiteral'].includes(((node.arguments as Node[])[0] ?? node).type),
    ),
  ).toEqual([]);
  expect(
    guilty(
      (node) =>
        isCall(node, 'importScripts') ||
        (node.type === 'ImportExpression' && !isConstant(node.source, node)),
    ),
  ).toEqual([]);
});

test('nothing that is text becomes markup: the page is built of elements', () => {
  const markup = new Set([
    'innerHTML',
    'outerHTML',
    'srcdoc',
    'srcDoc',
    'dangerouslySetInnerHTML',
    'insertAdjacentHTML',
    'createContextualFragment',
    'setHTMLUnsafe',
    'parseHTMLUnsafe',
    'parseFromString',
  ]);
  expect(
    guilty((node) => {
      const name = namedPart(node);
      return (
        name !== undefined &&
        (markup.has(name) ||
          (node.type === 'MemberExpression' &&
            ['write', 'writeln'].includes(name) &&
            nameOf(node.object) === 'document'))
      );
    }),
  ).toEqual([]);
  expect(
    shipped
      .flatMap((file) => nodes.get(file)!.map(importedFrom))
      .filter((name) => name && /rehype-raw|dompurify|html-react-parser|wavesurfer/.test(name)),
  ).toEqual([]);
});

test('a Trusted Types policy is made once, for the capture worker', () => {
  expect(
    guilty((node) => isCall(node, 'createPolicy')).map((place) =>
      place.split('/').slice(0, 2).join('/'),
    ),
  ).toEqual(['renderer/capture']);
});

test('one address is handed to the system, and one link opens another page: that of a sign-in', () => {
  // The core hands out the page of a hospital's sign-in server, through `open-link.ts`, which knows
  // the one origin that is allowed (decision 0212). What Scriba tells the system of itself is that
  // its own links come to it.
  expect(
    guilty((node) =>
      isCall(
        node,
        'openExternal',
        'openPath',
        'showItemInFolder',
        'setAsDefaultProtocolClient',
        'writeShortcutLink',
      ),
    ),
  ).toEqual([
    'main/hosts/electron/main.ts: app.setAsDefaultProtocolClient(scheme)',
    'main/hosts/electron/main.ts: shell.openExternal(address)',
  ]);
  expect(
    guilty((node) => isCall(node, 'open') && nameOf((node.callee as Node).object) === 'window'),
  ).toEqual([]);
  expect(guilty((node) => node.type === 'JSXAttribute' && nameOf(node.name) === 'target')).toEqual([
    'renderer/features/settings/account/BrowserForm.tsx: target="_blank"',
  ]);
});

test('no unknown object is merged into one of ours member by member, and no prototype is reached by name', () => {
  expect(
    guilty((node) => node.type === 'MemberExpression' && nameOf(node) === '__proto__'),
  ).toEqual([]);
  expect(
    guilty((node) => isCall(node, 'setPrototypeOf', '__defineGetter__', '__defineSetter__')),
  ).toEqual([]);
});
