/**
 * Invents a release many times the size of a real one, to measure growth: it consists of the words
 * of a real one, in the lengths that terms have, imported like any other.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { rowsOf } from '../../../main/infrastructure/terminology/importers/files/lines.ts';
import type { Questions } from './engine.ts';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/**
 * One term of three is the name of a code, two are other wordings of it: about the share in SNOMED
 * CT.
 */
const TERMS_A_CODE = 3;
const ASKED = 2_000;

/**
 * Writes the files of a release with so many terms; returns them with questions to ask. The same
 * each time.
 */
export function inventRelease(
  folder: string,
  rows: number,
  codesFile: string,
): { files: string[] } & Questions {
  const names = [...rowsOf(codesFile)]
    .slice(1)
    .map(([, name = '']) => name.replaceAll('"', '').split(' '));
  // A small generator of our own, no randomness from outside.
  let seed = 12345;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  const nameAt = (at: number) => names[at] ?? [];
  const invented = (at: number) =>
    [
      ...nameAt(next(names.length)).slice(0, 1 + next(5)),
      ...nameAt(next(names.length)).slice(-1 - next(3)),
      syllables(at),
    ].join(' ');
  const files = [path.join(folder, 'codes_2025.csv'), path.join(folder, 'composed_2025.csv')];
  const [codes, terms] = files.map((file) => openSync(file, 'w')) as [number, number];
  writeSync(codes, 'Code,Description,ChapterID,SectionID\n');
  writeSync(terms, 'row,level,main,subs,nonessential,code\n');
  let [codeLines, termLines] = ['', ''];
  const asked: string[] = [];
  for (let at = 0; at < rows; at++) {
    const text = invented(at);
    const code = codeOf(Math.floor(at / TERMS_A_CODE));
    if (at % TERMS_A_CODE === 0) codeLines += `${code},"${text}",1,A\n`;
    else termLines += `${at},0,"${text}",,,${code}\n`;
    if (at % Math.ceil(rows / ASKED) === 0)
      asked.push(
        text
          .split(' ')
          .slice(0, 2 + next(4))
          .join(' '),
      );
    if (at % 10_000 === 0 || at === rows - 1) {
      writeSync(codes, codeLines);
      writeSync(terms, termLines);
      codeLines = termLines = '';
    }
  }
  closeSync(codes);
  closeSync(terms);
  return {
    files,
    asked,
    typed: asked.filter((_, at) => at % 4 === 0).map((text, at) => text.slice(0, 2 + (at % 11))),
  };
}

/** The form of a code of ICD-10-CM, and no code of it: none begins with U5 to U9. */
function codeOf(at: number): string {
  let rest = at;
  const digits = Array.from({ length: 5 }, () => {
    const digit = LETTERS.charAt(rest % LETTERS.length);
    rest = Math.floor(rest / LETTERS.length);
    return digit;
  });
  return `U${5 + (at % 5)}${digits[4]}.${digits.slice(0, 4).join('')}`;
}

/** A word that few rows share, as names of genes and makers are. */
const syllables = (at: number) =>
  ['ba', 'co', 'di', 'fu', 'ga', 'lo', 'mi', 'nu', 'ra', 'so', 'te', 'vi'].reduce(
    (word, _, place, all) => (place < 3 ? word + all[Math.floor(at / 7 / 12 ** place) % 12] : word),
    '',
  );
