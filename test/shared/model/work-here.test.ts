/** A visit is worked on where it was asked for; what is usual decides only where nothing was said. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitRequest, visitSetup } from '../../../shared/model/visit-setup.ts';
import { isEnglish, placedVisit, templatesHere } from '../../../shared/model/work-here.ts';
import { visit } from '../../support/rigs/recorder.ts';

const asked = { ...visit(), templates: ['eka_emr_template'], practiceCase: 'fever' };

test.each([
  [true, false],
  [true, true],
  [undefined, true],
])(
  'asked %s, usual %s: worked on here, with the documents of this computer',
  (worksHere, usual) => {
    expect(placedVisit({ ...asked, worksHere }, usual)).toEqual({
      ...asked,
      templates: templatesHere,
      practiceCase: undefined,
      worksHere: true,
    });
  },
);

test.each([
  [false, false],
  [false, true],
  [undefined, false],
])('asked %s, usual %s: as it was asked, for the platform', (worksHere, usual) => {
  const placed = placedVisit({ ...asked, worksHere }, usual);
  expect(placed).toEqual(asked);
  // A no is not stored: older copies of the word are either true or absent.
  expect(placed).not.toHaveProperty('worksHere');
});

test('what comes out of any request can begin', () => {
  fc.assert(
    fc.property(fc.option(fc.boolean(), { nil: undefined }), fc.boolean(), (worksHere, usual) => {
      const request = visitRequest.parse({ ...asked, worksHere });
      expect(() => visitSetup.parse(placedVisit(request, usual))).not.toThrow();
    }),
  );
});

test('English is known by its code, whatever the country, and nothing else is', () => {
  expect(['en', 'en-IN', 'EN-us'].every(isEnglish)).toBe(true);
  expect(['hi', 'enm', 'ta-en', ''].some(isEnglish)).toBe(false);
});
