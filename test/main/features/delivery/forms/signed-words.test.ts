/**
 * Words of a signed note: every digit, sign and word is in every form that leaves, in order; read
 * back by Medplum's parser of HL7, by a Markdown renderer, and as XHTML.
 */
import { Hl7Message } from '@medplum/core';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, test } from 'vitest';
import { exportNote } from '../../../../../main/features/delivery/forms/export.ts';
import { neutralNote } from '../../../../../shared/model/export/export.ts';
import { type Loose, wholeNote } from './notes.ts';

const noteOf = (text: string) =>
  neutralNote.parse({ ...wholeNote(), entities: [], sections: [{ title: 'Zz', text }] });
const textOfHtml = (html: string) =>
  html
    .replace(/<style>.*?<\/style>|<title>.*?<\/title>|<[^>]+>/gs, ' ')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(lt|gt|quot|amp));/gi, (_, code, hex, name) =>
      name ? signs[name as keyof typeof signs] : String.fromCodePoint(Number(code ?? `0x${hex}`)),
    );
const signs = { lt: '<', gt: '>', quot: '"', amp: '&' };
const unescaped = (text: string) =>
  text.replace(
    /\\([EFSTR])\\/g,
    (_, letter: string) => ({ E: '\\', F: '|', S: '^', T: '&', R: '~' })[letter]!,
  );

/** Each form as the words that a reader gets out of it. */
const readers: Record<string, (text: string) => string> = {
  text: (text) => exportNote(noteOf(text), 'text', 'r4', { version: '1' }).text,
  html: (text) => textOfHtml(exportNote(noteOf(text), 'html', 'r4', { version: '1' }).text),
  markdown: (text) =>
    textOfHtml(
      renderToStaticMarkup(
        createElement(
          Markdown,
          { remarkPlugins: [remarkGfm] },
          exportNote(noteOf(text), 'markdown', 'r4', { version: '1' }).text,
        ),
      ),
    ),
  hl7: (text) =>
    Hl7Message.parse(exportNote(noteOf(text), 'hl7', 'r4', { version: '1' }).text)
      .getAllSegments('OBX')
      .map((row) => unescaped(row.getField(5).toString()))
      .join('\n'),
  fhir: (text) => fhirWords(text, 'r4'),
  nrces: (text) => fhirWords(text, 'nrces'),
};
const fhirWords = (text: string, flavour: 'r4' | 'nrces') =>
  textOfHtml(
    JSON.parse(exportNote(noteOf(text), 'fhir', flavour, { version: '1' }).text)
      .entry[0].resource.section.map((section: Loose) => section.text.div)
      .join('\n'),
  );

const squeezed = (text: string) =>
  text.replace(/[\s\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, '');
/** A bullet before a word is the list's; everything else is the doctor's. */
const lines = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map((line) =>
      squeezed(line.trim().replace(/^(?:•\s+|[-*]\s+(?!ve\b)(?=[`*]{0,2}\p{L}))/iu, '')),
    )
    .filter((line) => line !== '');

function checkWhole(text: string): void {
  for (const [form, read] of Object.entries(readers)) {
    const found = squeezed(read(text));
    let from = 0;
    for (const line of lines(text)) {
      const at = found.indexOf(line, from);
      expect(at, `${form} lacks ${JSON.stringify(line)} of ${JSON.stringify(text)}`).not.toBe(-1);
      from = at + line.length;
    }
  }
}

test.each([
  '# NOF left',
  '10. 11. 2026 review',
  '5) weeks',
  '1. 5 mg',
  '1. Paracetamol 650 mg',
  '- 5 mmol/L',
  '- ve for malaria',
  '+ ve for dengue',
  '* p<0.05 and 5*3*2 = 30',
  '2 * 3 * 4',
  '---',
  '1986.',
  '=====',
  'AT&amp;T &lt;5 &#65;',
  '> 5 cm',
  '5`6`7',
  '| a | b |',
  '![x](y) [link](http://a.example)',
  '\\*kept\\*',
  'a\u2028b\u2029c\td\ve\u0085f',
  '    indented 5',
  'onset=3 days, style=free',
  '- Fever\n- Cough\nRest',
  '~5 kg~ http://x.example?a=1&b=2',
  'x'.repeat(2500),
  `${'word '.repeat(600)}end`,
])('%j is whole in every form', checkWhole);

test('whatever is signed, every digit, sign and word is in every form, in order', () => {
  const piece = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...'# - + * 1. 5) 10 mg < > = & | ^ ~ \\ [ ] ( ) ! : . % ± µ क ve'.split(' '),
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom(' ', '\n', '\t', '\u2028', '\r\n') },
    { weight: 2, arbitrary: fc.stringMatching(/^[a-z]{1,6}$/) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 999 }).map(String) },
  );
  const text = fc
    .array(piece, { minLength: 1, maxLength: 14 })
    .map((parts) => parts.join(''))
    // Marks of Markdown around words are not the doctor's.
    .filter((said) => said.trim() !== '' && !/\*\*|##/.test(said));
  fc.assert(fc.property(text, checkWhole), { numRuns: 150 });
});
