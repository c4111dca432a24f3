/**
 * Plan lines as a general practitioner, a hospital resident and a paediatrician in India write them,
 * each with what of it is an order. `plans-of-three-doctors.txt`: `LINE || NAME:MARK, …`; O is an
 * order of this doctor, N is none, and ? may be read either way.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leaving } from './lines-leaving.ts';

const lines = readFileSync(new URL('plans-of-three-doctors.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.includes(' || '))
  .map((line) => {
    const [text = '', marked = ''] = line.split(' || ');
    const names = marked.split(', ').map((one) => {
      const [, name = '', mark = ''] = /^(.*):([ON?])$/.exec(one) ?? [];
      return { name, mark };
    });
    const orders = leaving(text, 'Plan')
      .split('; ')
      .filter((one) => /^(?:MR|SR) /.test(one))
      .map((one) => one.slice(3).toLowerCase());
    return { text, names, orders };
  });

const isIn = (orders: readonly string[], name: string) =>
  orders.some((one) => one.includes(name.toLowerCase()));

test('nothing leaves as an order that is none, but for a name that was read in part', () => {
  const wrong = lines.flatMap(({ text, names, orders }) => [
    ...names.filter(({ name, mark }) => mark === 'N' && isIn(orders, name)).map(({ name }) => name),
    ...orders.filter((one) => !names.some(({ name }) => isIn([one], name))),
    ...(names.some(({ mark }) => mark === '') ? [text] : []),
  ]);
  expect(wrong).toEqual(['saline drops']);
});

/** Names that no list of the app has, and what is left open because it may be meant otherwise. */
const LOST = [
  'Cetirizine',
  'lap chole',
  'Budecort',
  'physio',
  'NaHCO3',
  'Suture removal',
  'sertraline',
  'drain removal',
  'Mantoux',
  'Nasoclear',
  'ondansetron',
  'bilirubin',
  'typhoid vaccine',
  'midazolam',
];

test('of what is ordered, nothing is lost but these', () => {
  const wanted = lines.flatMap(({ names, orders }) =>
    names.filter(({ mark }) => mark === 'O').map(({ name }) => ({ name, orders })),
  );
  expect(wanted.length).toBe(99);
  expect(wanted.filter(({ name, orders }) => !isIn(orders, name)).map(({ name }) => name)).toEqual(
    LOST,
  );
});
