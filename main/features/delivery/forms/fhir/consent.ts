/**
 * The patient's answer to being recorded as an R4 Consent. India's document profiles have no entry
 * for one: there the answer stands in the head of the document, in words (decision 0199).
 */
import { isAbdm, type NeutralNote } from '../../../../../shared/model/export/export.ts';
import { consentSentence } from '../lines.ts';
import type { Section } from './bundle-sections.ts';
import { type BundleContext, hl7Concept, idOf, urlOf, withSeconds } from './context.ts';
import { type CodeableConcept, LOINC, type Resource } from './types.ts';

type Parts = { readonly sections: readonly Section[]; readonly resources: readonly Resource[] };
type Answer = NonNullable<NeutralNote['consent']>;

const TITLE = 'Consent to recording';
/** R4 ValueSet consent-category names this code of LOINC. */
const category: CodeableConcept = {
  coding: [{ system: LOINC, code: '59284-0', display: 'Patient Consent' }],
  text: TITLE,
};

/** Adds the resource, and a section that refers to it: a document holds nothing that none names. */
export function withConsent(context: BundleContext, parts: Parts): Parts {
  const { consent } = context.note;
  const sentence = consentSentence(context.note);
  if (!consent || sentence === undefined || isAbdm(context.flavour)) return parts;
  const resource = consentOf(context, consent);
  const section: Section = {
    kind: 'other',
    title: TITLE,
    texts: [sentence],
    entries: [{ reference: urlOf(resource.id), display: sentence }],
    words: [],
  };
  return {
    sections: [...parts.sections, section],
    resources: [...parts.resources, resource],
  };
}

function consentOf({ note, subject }: BundleContext, consent: Answer): Resource {
  const isDeclined = consent.kind === 'declined';
  const { guardian } = consent;
  return {
    resourceType: 'Consent',
    id: idOf(note, 'consent'),
    ...(guardian && { contained: [relatedPerson(subject, guardian)] }),
    status: isDeclined ? 'rejected' : 'active',
    scope: hl7Concept('consentscope', 'patient-privacy', 'Privacy Consent'),
    category: [category],
    patient: subject,
    dateTime: withSeconds(consent.at),
    performer: [guardian ? { reference: '#guardian', display: guardian.name } : subject],
    ...(consent.wording !== undefined && { sourceAttachment: wordingOf(consent) }),
    // No code of R4's value set is about a recording, and codes are never invented.
    policyRule: { text: 'Recording of the visit, for writing its note' },
    provision: { type: isDeclined ? 'deny' : 'permit' },
  };
}

/** `relation` in words: the codes of a relation would be a guess. */
const relatedPerson = (
  patient: BundleContext['subject'],
  { name, relation }: NonNullable<Answer['guardian']>,
) => ({
  resourceType: 'RelatedPerson',
  id: 'guardian',
  patient,
  ...(relation && { relationship: [{ text: relation }] }),
  name: [{ text: name }],
});

const wordingOf = ({ wording = '', language }: Answer) => ({
  contentType: 'text/plain; charset=UTF-8',
  ...(language !== undefined && { language }),
  data: Buffer.from(wording).toString('base64'),
  title: 'Wording put to the patient',
});
