/**
 * Learns the second opinion on whether a finding is there (`second-opinion/weights.json`) from the
 * sentences and texts in `test/fixtures/status`. Run again when these or the features change. Sets
 * that are only counted are left out, and so is everything that is not part of this repository.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createExtraction } from '../main/features/coding/extraction/extraction.ts';
import {
  BITS,
  featuresAround,
  worthOf,
} from '../main/features/coding/extraction/second-opinion/words-around.ts';
import { createTerminology } from '../main/infrastructure/terminology/terminology.ts';
import type { Span } from '../shared/model/coding/entities.ts';
import { labelledFindings, ordinarySets, ordinaryTexts } from '../test/fixtures/ordinary-texts.ts';
import {
  plainSentences,
  type StatusHalf,
  type StatusSentence,
  sentencesOfSeveral,
  statusHalves,
  statusSentences,
} from '../test/fixtures/status-sentences.ts';
import { fitLogistic, type Row } from './lib/logistic.ts';

/** Chosen with sight of set T. */
const COST = 20;
const ONLY_COUNTED: readonly StatusHalf[] = ['n2', 'o2', 'q2', 's', 't', 'y', 'ad', 'am', 'an'];
const FILE = path.join(
  import.meta.dirname,
  '../main/features/coding/extraction/second-opinion/weights.json',
);

const rows = [...ofSentences(), ...ofTexts()];
const { weights, bias } = fitLogistic(rows, { places: 2 ** BITS, cost: COST });
const largest = weights.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
const scale = largest / 127;
const bytes = Int8Array.from(weights, (one) => Math.round(one / scale));
const learned = { bits: BITS, scale, bias, weights: Buffer.from(bytes.buffer).toString('base64') };
writeFileSync(FILE, `${JSON.stringify(learned, null, 2)}\n`);
const yes = rows.filter(({ isYes }) => isYes).length;
console.log(
  `${rows.length} findings, ${yes} of them not there: ${path.basename(FILE)} is written.`,
);

function ofSentences(): Row[] {
  const sentences = statusHalves
    .filter((half) => !ONLY_COUNTED.includes(half))
    .flatMap((half): Omit<StatusSentence, 'class'>[] => statusSentences(half))
    .concat(sentencesOfSeveral())
    .filter(({ status }) => status !== 'none')
    .map((one) => ({ ...one, present: one.status === 'present' }));
  return [...sentences, ...plainSentences('plain'), ...plainSentences('plain-m')].flatMap(
    ({ text, finding, present }) => {
      const start = text.toLowerCase().indexOf(finding.toLowerCase());
      if (start < 0) return [];
      return [rowOf(featuresAround(text, { start, end: start + finding.length }), present)];
    },
  );
}

function rowOf(features: readonly number[], isPresent: boolean): Row {
  return { features, worth: worthOf(features), isYes: !isPresent };
}

/** By the lists in the box. */
function ofTexts(): Row[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-opinion-'));
  const terminology = createTerminology({ folder });
  const extraction = createExtraction({ terminology });
  const found = ordinarySets
    .filter((set) => set !== 'm')
    .flatMap((set) => ordinaryTexts(set))
    .flatMap((one) =>
      labelledFindings(one, extraction).flatMap(({ entity, isPresent }) => [
        rowOf(featuresAround(one.text, entity.span), isPresent),
        rowOf(featuresInLine(one.text, entity.span), isPresent),
      ]),
    );
  terminology.close();
  rmSync(folder, { recursive: true });
  return found;
}

/** As where its line is all that stands under its heading, as in the sections of a note. */
function featuresInLine(text: string, { start, end }: Span): number[] {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const whole = text.slice(from, next < 0 ? text.length : next);
  const [label = '', heading = ''] = /^\s*([\p{L}/ ]{2,30}):\s*/u.exec(whole) ?? [];
  const skipped = from + label.length <= start ? label.length : 0;
  return featuresAround(
    whole.slice(skipped),
    { start: start - from - skipped, end: end - from - skipped },
    skipped > 0 ? heading : '',
  );
}
