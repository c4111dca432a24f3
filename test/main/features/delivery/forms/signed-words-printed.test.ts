/**
 * Words of a signed note in the PDF that leaves: every digit, sign and word is there, in order; read
 * back by Poppler, where it and a browser are on this computer.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exportNote } from '../../../../../main/features/delivery/forms/export.ts';
import { findBrowser } from '../../../../../main/hosts/node/browsers.mjs';
import { printHere } from '../../../../../main/hosts/node/print-pdf.ts';
import { neutralNote } from '../../../../../shared/model/export/export.ts';
import { wholeNote } from './notes.ts';

const POPPLER = '/usr/bin/pdftotext';
const lines = [
  '# NOF left',
  '10. 11. 2026 review',
  '5) weeks',
  '1. 5 mg',
  '- 5 mmol/L',
  '- ve for malaria',
  '+ ve for dengue',
  'p<0.05 and 5*3*2 = 30',
  '1986.',
  'AT&amp;T &lt;5 &#65;',
  '> 5 cm',
  '5`6`7',
  '![x](y) [link](http://a.example)',
  'onset=3 days, style=free',
  '~5 kg~ 98.6 °F ± 0.2, 5 µg, ½ tab',
];
/** A letter that a font joins ("fi") is one sign in a PDF. */
const squeezed = (text: string) => text.normalize('NFKC').replace(/\s/g, '');

const canRead = findBrowser() !== undefined && existsSync(POPPLER);
/** What Poppler reads in the PDF of a note with these sections. */
async function printed(change: Record<string, unknown>, ...options: string[]): Promise<string> {
  const note = neutralNote.parse({ ...wholeNote(), entities: [], ...change });
  const pdf = await printHere(exportNote(note, 'html', 'r4', { version: '1' }).text);
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-printed-'));
  try {
    const file = path.join(folder, 'note.pdf');
    writeFileSync(file, pdf);
    return execFileSync(POPPLER, [...options, file, '-'], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.skipIf(!canRead)(
  'every digit, sign and word that was signed is in the PDF, in order',
  async () => {
    // A section each, so that no line becomes part of a list or table.
    const sections = lines.map((text, at) => ({ title: `Zz${'abcdefghijklmnopq'[at]}`, text }));
    const found = squeezed(await printed({ sections }));
    let from = 0;
    for (const line of lines) {
      const at = found.indexOf(squeezed(line), from);
      expect(at, `the PDF lacks ${line}`).not.toBe(-1);
      from = at + squeezed(line).length;
    }
  },
);

test.skipIf(!canRead)(
  'a word that is wider than the page is broken, not cut, and makes no other word smaller',
  async () => {
    const word = 'x123456789'.repeat(40);
    const sections = [
      { title: 'Plan', text: `Rest\n${word}\n- ${word}` },
      { title: word, text: 'words' },
    ];
    const boxes = await printed({ sections }, '-bbox');
    const words = [...boxes.matchAll(/yMin="([\d.]+)".*?yMax="([\d.]+)">([^<]*)</g)];
    const text = words.map(([, , , one]) => one).join('');
    expect(text.split('x123456789')).toHaveLength(121);
    const [, top, bottom] = words.find(([, , , one]) => one === 'Rest') ?? [];
    // 11 points with the room above and below them.
    expect(Number(bottom) - Number(top)).toBeGreaterThan(10);
  },
);

test.skipIf(!canRead)(
  'in a line that is written from right to left the unit stands behind its number',
  async () => {
    const sections = [
      { title: 'Plan', text: 'باراسيتامول 500 mg مرتين يوميا\n250 ml twice a day' },
    ];
    const boxes = await printed({ sections }, '-bbox');
    const left = (word: string) =>
      Number(new RegExp(`xMin="([\\d.]+)"[^>]*>${word}<`).exec(boxes)?.[1]);
    expect([left('mg') < left('500'), left('250') < left('ml')]).toEqual([true, true]);
    expect(left('500') - left('mg')).toBeLessThan(60);
  },
);

test.skipIf(!canRead)(
  'a very long name is shortened in the running head, with its number, and whole below it',
  async () => {
    const name = 'श्रीमती लक्ष्मी '.repeat(30).trim();
    const patient = { ...wholeNote().patient, name, mrn: 'MRN-77' };
    const [head = '', rest = ''] = (await printed({ patient })).split('…');
    expect(squeezed(head).length).toBeLessThan(squeezed(name).length);
    expect(rest).toMatch(/^\s*· MRN-77/);
    expect(squeezed(rest)).toContain(squeezed(name));
  },
);
