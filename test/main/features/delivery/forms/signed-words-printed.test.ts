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

test.skipIf(findBrowser() === undefined || !existsSync(POPPLER))(
  'every digit, sign and word that was signed is in the PDF, in order',
  async () => {
    // A section each, so that no line becomes part of a list or table.
    const sections = lines.map((text, at) => ({ title: `Zz${'abcdefghijklmnopq'[at]}`, text }));
    const note = neutralNote.parse({ ...wholeNote(), entities: [], sections });
    const pdf = await printHere(exportNote(note, 'html', 'r4', { version: '1' }).text);
    const folder = mkdtempSync(path.join(tmpdir(), 'scriba-printed-'));
    try {
      const file = path.join(folder, 'note.pdf');
      writeFileSync(file, pdf);
      const found = squeezed(execFileSync(POPPLER, [file, '-'], { encoding: 'utf8' }));
      let from = 0;
      for (const line of lines) {
        const at = found.indexOf(squeezed(line), from);
        expect(at, `the PDF lacks ${line}`).not.toBe(-1);
        from = at + squeezed(line).length;
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
