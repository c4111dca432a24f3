/** How the index bears many times its size: rows made of the words of a real release, in the lengths that terms have. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { writeIndex } from '../../../main/terminology/build.ts';
import { rowsOf } from '../../../main/terminology/importers/lines.ts';
import { NO_FORMS } from '../../../main/terminology/normalise.ts';
import { createLinker } from '../../../main/terminology/link.ts';
import { openIndex } from '../../../main/terminology/open-index.ts';
import { search } from '../../../main/terminology/search.ts';

export type Grown = { rows: number; seconds: number; bytesATerm: number; p50: number; p99: number; searchP99: number; megabytes: number };

export function grow(folder: string, rows: number, files: readonly string[]): Grown {
  const names = [...rowsOf(files[0]!)].slice(1).map(([, name]) => name!);
  // The same rows each time: a small generator of our own, no randomness from outside.
  let seed = 12345;
  const next = (below: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % below;
  const invented = (at: number) => `${names[next(names.length)]!.split(' ').slice(0, 1 + next(5)).join(' ')} ${names[next(names.length)]!.split(' ').slice(-1 - next(3)).join(' ')} ${syllables(at)}`;

  const file = path.join(folder, 'growth.sqlite');
  const from = performance.now();
  const index = writeIndex(file, { ontology: 'growth', version: 'invented', forms: NO_FORMS });
  for (let at = 0; at < rows; at++) {
    const text = invented(at);
    const code = `G${Math.floor(at / 3)}`;
    if (at % 3 === 0) index.code({ code, name: text, billable: true, header: false });
    index.term({ code, text, kind: at % 3 === 0 ? 'preferred' : 'synonym' });
  }
  const { terms } = index.finish(() => {});
  const seconds = (performance.now() - from) / 1000;

  const before = process.memoryUsage().rss;
  const open = openIndex(file);
  const linker = createLinker(open);
  const times: number[] = [];
  const searches: number[] = [];
  for (let at = 0; at < 2_000; at++) {
    const query = invented(next(rows)).split(' ').slice(0, 2 + next(4)).join(' ');
    const asked = performance.now();
    linker.link(query);
    times.push(performance.now() - asked);
    const typed = query.slice(0, 2 + next(10));
    const searched = performance.now();
    search(open, typed);
    searches.push(performance.now() - searched);
  }
  const at = (list: number[], share: number) => list.sort((a, b) => a - b)[Math.floor(list.length * share)]!;
  const found = { rows, seconds, bytesATerm: statSync(file).size / terms, p50: at(times, 0.5), p99: at(times, 0.99), searchP99: at(searches, 0.99), megabytes: (process.memoryUsage().rss - before) / 2 ** 20 };
  open.close();
  return found;
}

/** A word that few rows share, as names of genes and makers are. */
const syllables = (at: number) => ['ba', 'co', 'di', 'fu', 'ga', 'lo', 'mi', 'nu', 'ra', 'so', 'te', 'vi'].reduce((word, part, place, all) => (place < 3 ? word + all[Math.floor(at / 7 / 12 ** place) % 12] : word), '');
