/** Everyday phrases to SNOMED CT as Scriba comes, without an import: the starter alone, and the box. */
import path from 'node:path';
import { starterRows } from '../../../main/infrastructure/terminology/tables/starter/starter.ts';
import { createTerminology } from '../../../main/infrastructure/terminology/terminology.ts';
import { everydayConcepts } from '../../../test/fixtures/everyday-concepts.ts';
import { everydayPhrases } from '../../../test/fixtures/everyday-phrases.ts';

type OutOfTheBox = {
  readonly what: string;
  readonly phrases: number;
  /** Shares of all phrases. */
  readonly at1: number;
  readonly at3: number;
  readonly promised: number;
  /** First question of each list in a folder that is empty, milliseconds of the processor. */
  readonly firstMs: number;
};

export function outOfTheBox(folder: string): OutOfTheBox[] {
  return [
    measured('starter alone', {
      folder: path.join(folder, 'starter-alone'),
      starter: starterRows(),
    }),
    measured('lists in the box', { folder: path.join(folder, 'boxed') }),
  ];
}

function measured(what: string, options: Parameters<typeof createTerminology>[0]): OutOfTheBox {
  const terminology = createTerminology(options);
  const from = process.cpuUsage();
  terminology.link('icd-10-cm', 'fever');
  terminology.link('snomed', 'fever');
  const { user, system } = process.cpuUsage(from);
  const found = everydayConcepts.map(({ query, code }) => {
    const answers = terminology.link('snomed', query, 3, { kind: 'diagnosis' });
    return {
      at: answers.findIndex((one) => one.code === code),
      promised: answers[0]?.isLinked === true,
    };
  });
  terminology.close();
  const share = (count: number) => count / everydayPhrases.length;
  return {
    what,
    phrases: everydayPhrases.length,
    at1: share(found.filter(({ at }) => at === 0).length),
    at3: share(found.filter(({ at }) => at >= 0).length),
    promised: share(found.filter(({ promised }) => promised).length),
    firstMs: (user + system) / 1000,
  };
}

export function showOutOfTheBox(rows: readonly OutOfTheBox[]): void {
  console.log(
    '  everyday phrases to SNOMED CT, without an import    at 1   at 3   promised   first, ms',
  );
  for (const { what, phrases, at1, at3, promised, firstMs } of rows)
    console.log(
      `    ${`${what} (${phrases})`.padEnd(48)} ${percent(at1)} ${percent(at3)}     ${percent(promised)}   ${firstMs.toFixed(0).padStart(9)}`,
    );
}
const percent = (share: number) => (share * 100).toFixed(1).padStart(6);
