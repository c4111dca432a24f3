/** `npm run export`: what it writes, where, and what it says when it cannot. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findBrowser } from '../../../scripts/lib/browsers.mjs';
import { printPdf } from '../../../main/hosts/print-pdf.ts';
import { wholeNote } from '../export/notes.ts';
import { temporaryFolder } from '../../support/rows.ts';

const RUN = path.join(import.meta.dirname, '../../../main/hosts/export-run.ts');
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [RUN, ...args], { encoding: 'latin1' }).then(({ stdout, stderr }) => ({ code: 0, stdout, stderr }), (error: { code: number; stdout: string; stderr: string }) => error);

function noteFile(note: unknown = wholeNote()) {
  const folder = temporaryFolder();
  const file = path.join(folder, 'note.json');
  writeFileSync(file, typeof note === 'string' ? note : JSON.stringify(note));
  return { folder, file };
}

test('to standard output, or whole into a file', async () => {
  const { folder, file } = noteFile();
  const shown = await run('--form', 'fhir', '--flavour', 'nrces', file);
  expect(JSON.parse(shown.stdout)).toMatchObject({ resourceType: 'Bundle', type: 'document' });
  const out = path.join(folder, 'note.hl7');
  expect(await run('--form', 'hl7', '--out', out, file)).toMatchObject({ code: 0, stdout: '' });
  expect(readFileSync(out, 'utf8')).toMatch(/^MSH\|/);
  expect(readdirSync(folder).sort()).toEqual(['note.hl7', 'note.json']);
});

test('what is missing is said, and nothing is written', async () => {
  const { folder, file } = noteFile(wholeNote({ patient: { name: 'Asha Rao' } }));
  const out = path.join(folder, 'note.fhir.json');
  const { code, stderr } = await run('--form', 'fhir', '--out', out, file);
  expect([code, existsSync(out)]).toEqual([1, false]);
  expect(stderr).toContain('record number');
  expect(await run('--form', 'text', noteFile('{').file)).toMatchObject({ code: 1, stderr: expect.stringContaining('no JSON') });
  expect(await run('--form', 'docx', file)).toMatchObject({ code: 2 });
  expect(await run('--form', 'text')).toMatchObject({ code: 2 });
});

const browser = findBrowser();
test.skipIf(browser === undefined)('a PDF is printed, patient and page number on each page, and what was temporary is gone', async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('scriba-print-'));
  const { file, folder } = noteFile(wholeNote({ sections: [{ title: 'Plan', text: Array.from({ length: 120 }, (_, at) => `Line ${at + 1}`).join('\n') }] }));
  const out = path.join(folder, 'note.pdf');
  expect(await run('--form', 'pdf', '--out', out, file)).toMatchObject({ code: 0 });
  expect(readFileSync(out).subarray(0, 5).toString()).toBe('%PDF-');
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('scriba-print-') && !before.includes(name))).toEqual([]);
  if (!existsSync('/usr/bin/pdftotext')) return;
  const { stdout } = await promisify(execFile)('/usr/bin/pdftotext', ['-layout', out, '-']);
  const pages = stdout.split('\f').filter((page) => page.trim() !== '');
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach((page, at) => {
    expect(page).toContain('Asha Rao · MR-77');
    expect(page.replaceAll(' ', '')).toContain(`${at + 1}/${pages.length}`);
  });
});

test('a browser that is none is told in words', async () => {
  await expect(printPdf(process.execPath, '<p>x</p>')).rejects.toMatchObject({ detail: 'print-failed' });
});
