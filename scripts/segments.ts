/**
 * Learns which code of a line of a ward is its main disease (`query/segment-weights.json`) from the
 * lines in `test/fixtures/wards` that may be looked into: those of which the rules are unsure. Run
 * again when these, the rules, the features or the way in which a line is parted change.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBox } from '../main/infrastructure/terminology/index/box.ts';
import { createLinker } from '../main/infrastructure/terminology/query/link.ts';
import {
  featureNames,
  featuresOf,
  isOfCategory,
  type WardLine,
} from '../main/infrastructure/terminology/query/main-disease.ts';
import { moreWardLines } from '../test/fixtures/ward-lines.ts';
import { type Choice, fitChoice } from './lib/choice.ts';

/** Of the L2 penalty. */
const PENALTY = 3;
const FILE = path.join(
  import.meta.dirname,
  '../main/infrastructure/terminology/query/segment-weights.json',
);

const choices = choicesOf();
const weights = fitChoice(choices, { penalty: PENALTY });
const learned = Object.fromEntries(
  featureNames.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(4))]),
);
writeFileSync(FILE, `${JSON.stringify(learned, null, 2)}\n`);
console.log(`${choices.length} lines: ${path.basename(FILE)} is written.`);

/** Lines of which at least one way to read them leads to the right category. */
function choicesOf(): Choice[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-segments-'));
  const { index, metadata } = createBox(folder).open('icd-10-cm');
  const read: WardLine[] = [];
  const linker = createLinker(index, (line) => read.push(line));
  const found = moreWardLines().lookedInto.flatMap(({ query, codes }): Choice[] => {
    linker.link(query);
    const line = read.pop();
    if (!line) return [];
    const ways = line.ways.map((way) => ({
      features: featuresOf(line, way),
      isRight: codes.some((code) => isOfCategory(way.lead.code.code, code)),
    }));
    return ways.some(({ isRight }) => isRight) && !ways.every(({ isRight }) => isRight)
      ? [ways]
      : [];
  });
  index.close();
  metadata.close();
  rmSync(folder, { recursive: true });
  return found;
}
