/** Makes inputs out of a request's own schema: right ones, nearly right ones, and rubbish. */
import fc from 'fast-check';

type Check = {
  readonly check: string;
  readonly value?: number;
  readonly minimum?: number;
  readonly maximum?: number;
};
type Def = {
  readonly type: string;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly valueType?: Schema;
  readonly in?: Schema;
};
/** A zod schema, as far as it is looked into here. */
export type Schema = { readonly _zod: { readonly def: Def } };

/** Words that mean something to somebody: to a shell, a disk, a database, a page, an object. */
const loadedWords = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'null',
  'undefined',
  'NaN',
  '0',
  '-1',
  '1e999',
  '../../../etc/passwd',
  '..\\..\\x',
  '/etc/passwd',
  'C:\\Windows\\x',
  'file:///etc/passwd',
  '\u0000',
  'a\u0000b',
  "'; DROP TABLE consultations; --",
  '" OR ""="',
  '<script>alert(1)</script>',
  '{{constructor}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an attempt to inject a template
  '${7*7}',
  '$(id)',
  '`id`',
  '%s%n',
  '\r\nx-injected: 1',
  '\u202etxt.exe',
  '\ud800',
  '\ufeff',
  'नाम',
  '🩺'.repeat(50),
  'x'.repeat(5000),
  'x'.repeat(1_100_000),
];

/**
 * Values of every wrong kind. Some of them cannot cross a host; they are handed straight to
 * `answer` all the same.
 */
export const rubbish: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withNullPrototype: true,
      withSparseArray: true,
      withObjectString: true,
      maxDepth: 3,
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...loadedWords) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      NaN,
      Infinity,
      -Infinity,
      -0,
      0,
      1,
      -1,
      2 ** 31,
      2 ** 53,
      2 ** 64,
      0.1,
      Number.MIN_VALUE,
      10n ** 30n,
      true,
      false,
      null,
      undefined,
      Symbol('x'),
      () => 1,
      new Date(NaN),
      /x/,
      new Map([['id', 1]]),
      new Error('x'),
      Promise.resolve(1),
      new ArrayBuffer(8),
      new Uint8Array(0),
      new Uint8Array(7),
      new Uint16Array(8),
      new DataView(new ArrayBuffer(8)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('cyclic', 'proxy', 'getter', 'deep', 'wide', 'polluting', 'nullish', 'thenable')
      .map((kind) => oddities[kind as keyof typeof oddities]()),
  },
);

/** Things that throw, or never end, when they are looked at. */
export const oddities = {
  cyclic() {
    const value: Record<string, unknown> = { id: 'x' };
    value.self = value;
    value.patient = [value];
    return value;
  },
  proxy: () =>
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('looked at');
        },
        ownKeys: () => {
          throw new Error('listed');
        },
      },
    ),
  getter: () =>
    Object.defineProperty({}, 'id', {
      enumerable: true,
      get: () => {
        throw new Error('read');
      },
    }),
  deep() {
    let value: unknown = 1;
    for (let at = 0; at < 20_000; at += 1) value = { id: value };
    return value;
  },
  wide: () => Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at])),
  polluting: () =>
    JSON.parse(
      '{"__proto__":{"polluted":1,"id":"x"},"constructor":{"prototype":{"polluted":1}}}',
    ) as unknown,
  nullish: () => Object.assign(Object.create(null) as object, { id: null }),
  thenable: () => ({
    // biome-ignore lint/suspicious/noThenProperty: a value that must not be awaited
    then: () => {
      throw new Error('awaited');
    },
  }),
};

const bound = (def: Def, name: 'minimum' | 'maximum', otherwise: number) =>
  def.checks?.map(({ _zod }) => _zod.def[name]).find((value) => value !== undefined) ?? otherwise;

/**
 * Inputs that this schema takes, or all but takes: refinements are not known here, so some are
 * refused.
 */
export function rightFor(
  { _zod: { def } }: Schema,
  known: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<unknown> {
  switch (def.type) {
    case 'string': {
      if (def.format === 'uuid') return known.id ?? fc.uuid();
      const [min, max] = [bound(def, 'minimum', 0), bound(def, 'maximum', 60)];
      return fc.oneof(
        fc.string({ minLength: min, maxLength: Math.min(max, 60), unit: 'grapheme' }),
        fc.constantFrom(
          ...loadedWords.filter(({ length }) => length >= min && length <= max && length < 5000),
        ),
      );
    }
    case 'number':
      return fc.oneof(
        fc.nat({ max: 100_000 }),
        fc.constantFrom(0, 1, 4000, 2 ** 31, Number.MAX_SAFE_INTEGER),
        fc.double(),
      );
    case 'boolean':
      return fc.boolean();
    case 'undefined':
    case 'void':
      return fc.constant(undefined);
    case 'null':
      return fc.constant(null);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!));
    case 'literal':
      return fc.constantFrom(...def.values!);
    case 'array':
      return fc.array(rightFor(def.element!, known), {
        minLength: bound(def, 'minimum', 0),
        maxLength: Math.min(bound(def, 'maximum', 4), 4),
      });
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(def.shape!).map(([name, inner]) => [
          name,
          known[name] ?? rightFor(inner, known),
        ]),
      );
      const optional = Object.entries(def.shape!)
        .filter(([, inner]) => ['optional', 'default', 'prefault'].includes(inner._zod.def.type))
        .map(([name]) => name);
      return fc.record(fields, {
        requiredKeys: Object.keys(fields).filter((name) => !optional.includes(name)),
      });
    }
    case 'record':
      return fc.dictionary(fc.string(), rightFor(def.valueType!, known));
    case 'union':
      return fc.oneof(...def.options!.map((option) => rightFor(option, known)));
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(rightFor(def.innerType!, known), { nil: undefined });
    case 'nullable':
      return fc.option(rightFor(def.innerType!, known));
    case 'pipe':
      return rightFor(def.in!, known);
    // The only class that requests carry.
    case 'custom':
      return fc.constantFrom(2, 8000, 7, 0).map((length) => new Uint8Array(length));
    default:
      return rubbish;
  }
}

/**
 * A right input with one thing wrong: a member exchanged, missing, doubled by a hostile one, or the
 * whole wrapped in something else.
 */
export function nearlyRight(
  schema: Schema,
  known: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      rightFor(schema, known),
      rubbish,
      fc.nat(),
      fc.constantFrom('exchange', 'drop', 'add', 'wrap', 'inner'),
    )
    .map(([right, wrong, at, how]) => {
      if (typeof right !== 'object' || right === null || right instanceof Uint8Array) return wrong;
      if (how === 'wrap') return [right];
      const names = Object.keys(right);
      const name = names[at % Math.max(1, names.length)] ?? 'x';
      const copy: Record<string, unknown> = { ...right };
      if (how === 'drop') delete copy[name];
      else if (how === 'add')
        Object.defineProperty(
          copy,
          ['__proto__', 'path', 'file', 'url', 'sql', 'headers'][at % 6]!,
          { value: wrong, enumerable: true },
        );
      else if (
        how === 'inner' &&
        typeof copy[name] === 'object' &&
        copy[name] !== null &&
        !Array.isArray(copy[name])
      )
        copy[name] = { ...copy[name], [Object.keys(copy[name])[0] ?? 'x']: wrong };
      else copy[name] = wrong;
      return copy;
    });
}
