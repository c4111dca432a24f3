/** Mutations of a value before it becomes JSON: types, numbers, nests, names and texts exchanged. */
import type { Dice } from './dice.ts';
import type { Part, Parts } from './door.ts';
import { mutateBytes } from './mutate-bytes.ts';

/** Stands in the text for a long part that is put in afterwards. */
const MARK = 'fuzz-part-';

type Long = { readonly part: Part; readonly before?: string; readonly after?: string };

const values = (): readonly unknown[] => [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  '0',
  'null',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\u202etxt',
  '\ufeffx',
  'i\u0307\u0323'.repeat(40),
  '﷽'.repeat(40),
  'नाम',
  '2026-13-45T99:99:99Z',
  '-292277022657-01-27T08:29:52Z',
  'https://evil.example/x',
  'file:///etc/passwd',
  'data:text/html,x',
  [],
  {},
  [[]],
  [null],
  { __proto__: null, length: 1e9 },
];
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'then', 'length', '', '$bytes'];

/** Text of a mutated value, and once in a while its bytes mutated as well. */
export function mutateJson(sample: unknown, dice: Dice): Parts {
  const long: Long[] = [];
  let value = structuredClone(sample);
  for (let left = 1 + dice.below(3); left > 0; left -= 1) value = change(value, dice, long);
  const text = latin1(JSON.stringify(value) ?? 'null');
  const written = dice.once(8) ? polluted(text, dice) : text;
  if (long.length > 0) return withLong(written, long);
  return dice.once(5) ? mutateBytes(written, dice) : [written];
}

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

/** A name that JSON.stringify would not write. */
const polluted = (text: string, dice: Dice) =>
  text.replace(/\{/, `{"${dice.of(names)}":${dice.of(['{"polluted":1}', '1', 'null', '[]'])},`);

/** Changes the value, or one that is found by going down into it. */
function change(value: unknown, dice: Dice, long: Long[]): unknown {
  if (typeof value !== 'object' || value === null || dice.once(6)) return other(value, dice, long);
  if (Array.isArray(value)) return changeList(value, dice, long);
  const members = Object.entries(value);
  if (members.length === 0) return other(value, dice, long);
  const at = dice.below(members.length);
  const [name, inner] = members[at] as [string, unknown];
  const choice = dice.below(8);
  if (choice === 0) return Object.fromEntries(members.toSpliced(at, 1));
  const changed = choice === 1 ? inner : change(inner, dice, long);
  return Object.fromEntries(members.with(at, [choice === 1 ? dice.of(names) : name, changed]));
}

function changeList(list: readonly unknown[], dice: Dice, long: Long[]): unknown {
  if (list.length === 0) return [other(list, dice, long)];
  const at = dice.below(list.length);
  if (dice.once(8)) return list.toSpliced(at, 1);
  if (dice.once(8)) return [...list, ...list, ...list];
  return list.with(at, change(list[at], dice, long));
}

function other(value: unknown, dice: Dice, long: Long[]): unknown {
  if (dice.once(5)) return mark(dice.of(longValues(JSON.stringify(value) ?? 'null')), long);
  if (dice.once(4)) return [value];
  if (dice.once(4) && typeof value === 'string') return value.repeat(1 + dice.below(50));
  return dice.of(values());
}

const mark = (one: Long, long: Long[]) => `${MARK}${long.push(one) - 1}#`;

/** Long and deep ones: texts, lists, objects, nests. The quotation marks around them are taken off. */
const longValues = (text: string): readonly Long[] => [
  { part: { again: 'x', times: 1_200_000 }, before: '"', after: '"' },
  { part: { again: '\\u0000', times: 200_000 }, before: '"', after: '"' },
  { part: { again: 'A', times: 4_000_000 }, before: '"', after: '"' },
  { part: { again: '9', times: 40_000 } },
  { part: { again: '[', times: 100_000 } },
  { part: { again: '{"a":', times: 30_000 }, after: '1' },
  { part: { again: '0,', times: 240_000 }, before: '[', after: '0]' },
  { part: { again: '{},', times: 80_000 }, before: '[', after: '{}]' },
  {
    part: { again: `${latin1(text.slice(0, 2000))},`, times: 2000 },
    before: '[',
    after: `${latin1(text.slice(0, 2000))}]`,
  },
];

function withLong(text: string, long: readonly Long[]): Parts {
  return text.split(new RegExp(`"${MARK}(\\d+)#"`)).flatMap((piece, index): Part[] => {
    if (index % 2 === 0) return [piece];
    const one = long[Number(piece)];
    return one ? [one.before ?? '', one.part, one.after ?? ''] : [];
  });
}
