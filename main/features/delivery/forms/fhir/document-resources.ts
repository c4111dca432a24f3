/**
 * Resources that every bundle has beside the coded entities: composition, people, encounter,
 * device, provenance.
 */
import { escapeHtml, paragraphs } from '../html.ts';
import { headOf, linesOf, titleOf } from '../lines.ts';
import type { Section } from './bundle-sections.ts';
import {
  type BundleContext,
  hl7Concept,
  idOf,
  instant,
  profiled,
  urlOf,
  withSeconds,
} from './context.ts';
import { loincCodeOf, nrcesCodeOf } from './sections.ts';
import { type CodeableConcept, LOINC, type Resource, SNOMED } from './types.ts';

const genders: Readonly<Record<string, string>> = {
  m: 'male',
  male: 'male',
  f: 'female',
  female: 'female',
  o: 'other',
  other: 'other',
  unknown: 'unknown',
};

function narrative(html: string, language: string) {
  const tag = escapeHtml(language);
  const lang = tag === '' ? '' : ` lang="${tag}" xml:lang="${tag}"`;
  return {
    status: 'generated',
    div: `<div xmlns="http://www.w3.org/1999/xhtml"${lang}>${html}</div>`,
  };
}

export function compositionOf(context: BundleContext, sections: readonly Section[]): Resource {
  const { note, flavour, subject, encounter, practitioner } = context;
  const head = headOf(note)
    .map(([label, value]) => `<b>${escapeHtml(label)}:</b> ${escapeHtml(value)}`)
    .join('<br/>');
  return {
    resourceType: 'Composition',
    id: idOf(note, 'composition'),
    ...profiled(context, 'OPConsultRecord'),
    ...(note.language !== '' && { language: note.language }),
    text: narrative(`<h1>${escapeHtml(titleOf(note))}</h1><p>${head}</p>`, note.language),
    identifier: { system: 'urn:ietf:rfc:3986', value: urlOf(idOf(note, 'document')) },
    status: note.draft ? 'preliminary' : 'final',
    type: flavour === 'nrces' ? NRCES_DOCUMENT : DOCUMENT,
    subject,
    encounter,
    date: note.date,
    author: [practitioner],
    title: titleOf(note),
    ...(note.replaces && {
      relatesTo: [
        {
          code: 'replaces',
          targetIdentifier: {
            system: 'urn:ietf:rfc:3986',
            value: urlOf(idOf({ id: note.replaces }, 'document')),
          },
        },
      ],
    }),
    ...(!note.draft && {
      attester: [
        {
          mode: 'professional',
          time: withSeconds(note.signedAt ?? note.date),
          party: practitioner,
        },
      ],
    }),
    section: sections.map((section) => presentSection(context, section)),
  };
}

const NRCES_DOCUMENT: CodeableConcept = {
  coding: [{ system: SNOMED, code: '371530004', display: 'Clinical consultation report' }],
  text: 'Clinical Consultation report',
};
const DOCUMENT: CodeableConcept = {
  coding: [{ system: LOINC, code: '11488-4', display: 'Consult note' }],
  text: 'Consult note',
};

function presentSection({ flavour, note }: BundleContext, section: Section) {
  const code = (flavour === 'nrces' ? nrcesCodeOf : loincCodeOf)(section.kind);
  const words =
    section.texts.length > 0
      ? section.texts.map((text) => paragraphs(linesOf(text))).join('')
      : paragraphs(section.words.map((text) => ({ kind: 'item', text })));
  return {
    title: section.title,
    ...(code && { code: { coding: [code], text: section.title } }),
    text: narrative(words === '' ? '<p>-</p>' : words, note.language),
    ...(section.entries.length > 0 && { entry: section.entries }),
  };
}

/**
 * The requirements of the form say that the note has a record number (`export-requirements.ts`).
 */
export function patientOf(context: BundleContext): Resource {
  const { note, profile } = context;
  const { name, mrn = '', gender, birthDate } = note.patient;
  return {
    resourceType: 'Patient',
    id: idOf(note, 'patient'),
    ...profiled(context, 'Patient'),
    identifier: [identifier('MR', 'Medical record number', profile.mrnSystem, mrn)],
    name: [{ text: name }],
    ...(gender && { gender: genders[gender.toLowerCase()] ?? 'unknown' }),
    ...(birthDate && { birthDate }),
  };
}

export function practitionerOf(context: BundleContext): Resource {
  const { note, profile } = context;
  const { id, name } = note.practitioner;
  return {
    resourceType: 'Practitioner',
    id: idOf(note, 'practitioner'),
    ...profiled(context, 'Practitioner'),
    ...(id && {
      identifier: [identifier('MD', 'Medical License number', profile.registrationSystem, id)],
    }),
    name: [{ text: name }],
  };
}

const identifier = (code: string, display: string, system: string | undefined, value: string) => ({
  type: { ...hl7Concept('v2-0203', code, display), text: display },
  ...(system && { system }),
  value,
});

export function encounterOf(context: BundleContext): Resource {
  const { note, profile, subject, practitioner } = context;
  return {
    resourceType: 'Encounter',
    id: idOf(note, 'encounter'),
    ...profiled(context, 'Encounter'),
    status: 'finished',
    class: {
      system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
      code: 'AMB',
      display: 'ambulatory',
    },
    subject,
    participant: [{ individual: practitioner }],
    period: { start: note.date },
    ...(profile.facility && {
      serviceProvider: {
        ...(hasOrganization(context) && { reference: urlOf(idOf(note, 'facility')) }),
        display: profile.facility,
      },
    }),
  };
}

/** India's form asks for the facility's registration number; without one there is its name alone. */
const hasOrganization = ({ profile, flavour }: BundleContext): boolean =>
  Boolean(profile.facility) && (flavour === 'r4' || Boolean(profile.facilityRegistration));

/** None where no facility is set. */
export function organizationsOf(context: BundleContext): Resource[] {
  const { note, profile } = context;
  if (!hasOrganization(context)) return [];
  const { facility, facilityRegistration: number } = profile;
  return [
    {
      resourceType: 'Organization',
      id: idOf(note, 'facility'),
      ...profiled(context, 'Organization'),
      ...(number && { identifier: [identifier('PRN', 'Provider number', undefined, number)] }),
      name: facility,
    },
  ];
}

export function provenanceOf({ note, profile, practitioner }: BundleContext): Resource {
  const agent = (code: string, display: string) =>
    hl7Concept('provenance-participant-type', code, display);
  return {
    resourceType: 'Provenance',
    id: idOf(note, 'provenance'),
    // What only the Provenance names is contained in it: a document holds nothing else.
    contained: [
      {
        resourceType: 'Device',
        id: 'app',
        deviceName: [{ name: 'Scriba', type: 'user-friendly-name' }],
        version: [{ value: profile.version }],
      },
    ],
    target: [{ reference: urlOf(idOf(note, 'composition')) }],
    recorded: instant(note.signedAt ?? note.date),
    agent: [
      {
        type: agent('assembler', 'Assembler'),
        who: { reference: '#app', display: `Scriba ${profile.version}` },
      },
      { type: agent('author', 'Author'), who: practitioner },
    ],
  };
}
