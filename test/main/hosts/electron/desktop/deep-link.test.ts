/**
 * Links of other programs: text of a stranger, of which a name and a number may be proposed and
 * nothing else.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkIn, readDeepLink } from '../../../../../main/hosts/electron/desktop/deep-link.ts';

test('a link proposes a patient, or asks for the form', () => {
  expect(readDeepLink('scriba://record?name=Asha%20Rao&number=U-1001')).toEqual({
    command: 'propose',
    patient: { name: 'Asha Rao', recordNumber: 'U-1001' },
  });
  expect(readDeepLink('scriba://record')).toEqual({ command: 'start' });
  expect(readDeepLink('SCRIBA://RECORD/?name=A')).toEqual({
    command: 'propose',
    patient: { name: 'A' },
  });
});

test.each([
  '',
  'scriba:',
  'scriba:record',
  'scriba://',
  'scriba://start',
  'scriba://record/now',
  'scriba://user@record',
  'https://record?name=A',
  'javascript:alert(1)',
  `scriba://record?name=${'a'.repeat(3000)}`,
])('%s is ignored', (link) => expect(readDeepLink(link)).toBeUndefined());

test('what it does not know is ignored, and two names are none', () => {
  expect(readDeepLink('scriba://record?start=yes&consent=1&name=A&finish')).toEqual({
    command: 'propose',
    patient: { name: 'A' },
  });
  expect(readDeepLink('scriba://record?name=A&name=B&number=7')).toEqual({
    command: 'propose',
    patient: { recordNumber: '7' },
  });
  expect(readDeepLink(`scriba://record?name=${'a'.repeat(201)}&number=7`)).toEqual({
    command: 'propose',
    patient: { recordNumber: '7' },
  });
});

test('letters that are not seen or turn the direction are gone; joiners of Indic names stay', () => {
  const name = encodeURIComponent('  A\u202eB\u0000\u200b  C\n\u0915\u094d\u200d\u0937 ');
  expect(readDeepLink(`scriba://record?name=${name}`)).toEqual({
    command: 'propose',
    patient: { name: 'A B C \u0915\u094d\u200d\u0937' },
  });
});

test('whatever is in a link, it throws nothing and proposes at most a name and a number within the limits of the form', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.webQueryParameters().map((query) => `scriba://record?${query}`),
        fc.tuple(fc.string(), fc.string()).map(([a, b]) => `scriba://record?name=${a}&number=${b}`),
      ),
      (link) => {
        const command = readDeepLink(link);
        if (command === undefined || command.command === 'start') return;
        expect(command.command).toBe('propose');
        const {
          name = 'x',
          recordNumber = 'x',
          ...rest
        } = (command as { patient: { name?: string; recordNumber?: string } }).patient;
        expect(rest).toEqual({});
        expect(name.length > 0 && name.length <= 200).toBe(true);
        expect(recordNumber.length > 0 && recordNumber.length <= 60).toBe(true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there.
        expect(`${name}${recordNumber}`).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/u);
      },
    ),
    { numRuns: 2000 },
  );
});

test('it is found among the arguments of a program, which is not itself looked at', () => {
  expect(linkIn(['scriba://record', '--flag', 'Scriba://record?name=A', 'x'])).toBe(
    'Scriba://record?name=A',
  );
  expect(linkIn(['electron', '--flag', 'https://x'])).toBeUndefined();
  expect(linkIn([])).toBeUndefined();
});
