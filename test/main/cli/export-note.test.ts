/** `npm run export`: what it writes, where, and what it says when it cannot. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { htmlPage } from '../../../main/features/delivery/forms/html.ts';
import { findBrowser } from '../../../main/hosts/node/browsers.mjs';
import { printPdf } from '../../../main/hosts/node/print-pdf.ts';
import { failureWith } from '../../support/failure.ts';
import { temporaryFolder } from '../../support/rows.ts';
import { wholeNote } from '../features/delivery/forms/notes.ts';

const RUN = path.join(import.meta.dirname, '../../../main/cli/export-note.ts');
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [RUN, ...args], { encoding: 'latin1' }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );

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
  expect(await run('--form', 'text', noteFile('{').file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no JSON'),
  });
  expect(await run('--form', 'docx', file)).toMatchObject({ code: 2 });
  expect(await run('--form', 'text')).toMatchObject({ code: 2 });
});

const browser = findBrowser();
test.skipIf(browser === undefined)(
  'a PDF is printed, patient and page number on each page, and what was temporary is gone',
  async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('scriba-print-'));
    const { file, folder } = noteFile(
      wholeNote({
        sections: [
          {
            title: 'Plan',
            text: Array.from({ length: 120 }, (_, at) => `Line ${at + 1}`).join('\n'),
          },
        ],
      }),
    );
    const out = path.join(folder, 'note.pdf');
    expect(await run('--form', 'pdf', '--out', out, file)).toMatchObject({ code: 0 });
    expect(readFileSync(out).subarray(0, 5).toString()).toBe('%PDF-');
    expect(
      readdirSync(tmpdir()).filter(
        (name) => name.startsWith('scriba-print-') && !before.includes(name),
      ),
    ).toEqual([]);
    if (!existsSync('/usr/bin/pdftotext')) return;
    const { stdout } = await promisify(execFile)('/usr/bin/pdftotext', ['-layout', out, '-']);
    const pages = stdout.split('\f').filter((page) => page.trim() !== '');
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, at) => {
      expect(page).toContain('Asha Rao · MR-77');
      expect(page.replaceAll(' ', '')).toContain(`${at + 1}/${pages.length}`);
    });
  },
);

test('a browser that is none is told in words', async () => {
  await expect(printPdf(process.execPath, '<p>x</p>')).rejects.toThrow(failureWith('print-failed'));
});

const scripts = {
  Devanagari: 'तीन दिन से बुखार',
  Bengali: 'তিন দিন ধরে জ্বর',
  Gujarati: 'ત્રણ દિવસથી તાવ',
  Gurmukhi: 'ਤਿੰਨ ਦਿਨਾਂ ਤੋਂ ਬੁਖਾਰ',
  Kannada: 'ಮೂರು ದಿನಗಳಿಂದ ಜ್ವರ',
  Malayalam: 'മൂന്ന് ദിവസമായി പനി',
  Odia: 'ତିନି ଦିନ ଧରି ଜ୍ୱର',
  Tamil: 'மூன்று நாட்களாக காய்ச்சல்',
  Telugu: 'మూడు రోజులుగా జ్వరం',
};
test.skipIf(
  browser === undefined || !existsSync('/usr/bin/pdftotext') || !existsSync('/usr/bin/pdffonts'),
)(
  'a draft says so on each page under the letterhead; nine scripts copy out right, and every font is in the file',
  async () => {
    const note = {
      ...wholeNote({
        draft: true,
        sections: [
          { title: 'Complaints', text: Object.values(scripts).join('\n') },
          {
            title: 'Plan',
            text: Array.from({ length: 80 }, (_, at) => `Line ${at + 1}`).join('\n'),
          },
        ],
      }),
      entities: [],
    };
    const folder = temporaryFolder();
    const out = path.join(folder, 'draft.pdf');
    writeFileSync(
      out,
      await printPdf(
        browser!,
        htmlPage(note, {
          facility: 'Sunrise Clinic',
          addressLines: ['12 MG Road', 'Bengaluru 560001'],
          facilityRegistration: 'KA-77',
        }),
      ),
    );
    const { stdout } = await promisify(execFile)('/usr/bin/pdftotext', ['-layout', out, '-']);
    const pages = stdout.split('\f').filter((page) => page.trim() !== '');
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page).toContain('Draft - not signed');
    for (const line of ['Sunrise Clinic', '12 MG Road', 'Bengaluru 560001', 'Registration KA-77'])
      expect(pages[0]).toContain(line);
    // Where words end is guessed from their places on the paper, and wrongly in Odia; the letters
    // and their order are not.
    const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, '');
    expect(
      Object.entries(scripts)
        .filter(([, words]) => !plain(stdout).includes(plain(words)))
        .map(([name]) => name),
    ).toEqual([]);
    const fonts = (await promisify(execFile)('/usr/bin/pdffonts', [out])).stdout
      .split('\n')
      .slice(2)
      .filter((line) => line.trim() !== '');
    expect(fonts.length).toBeGreaterThan(8);
    expect(
      fonts.filter((line) => !/\s(yes)\s+(yes|no)\s+(yes|no)\s+\d+\s+\d+$/.test(line)),
    ).toEqual([]);
  },
);
