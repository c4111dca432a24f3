/**
 * Resources that every bundle has beside the coded entities: composition, people, encounter,
 * device, provenance.
 */
import { isAbdm } from '../../../../../shared/model/export/export.ts';
import { documentKindOf, documentTypes } from '../document-kind.ts';
import { escapeHtml, paragraphs } from '../html.ts';
import { headOf, partsOf, titleOf } from '../lines.ts';
import type { Section } from './bundle-sections.ts';
import {
  type BundleContext,
  documentIdOf,
  hl7Concept,
  idOf,
  instant,
  profiled,
  recordOf,
  urlOf,
  withSeconds,
} from './context.ts';
import { loincCodeOf } from './section-loinc.ts';
import { nrcesCodeOf } from './sections.ts';
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
  const { note, subject, encounter, practitioner } = context;
  const record = recordOf(context);
  const head = headOf(note)
    .map(([label, value]) => `<b>${escapeHtml(label)}:</b> ${escapeHtml(value)}`)
    .join('<br/>');
  return {
    resourceType: 'Composition',
    id: idOf(note, 'composition'),
    ...profiled(context, abdmRecords[record].profile),
    ...(note.language !== '' && { language: note.language }),
    text: narrative(`<h1>${escapeHtml(titleOf(note))}</h1><p>${head}</p>`, note.language),
    identifier: { system: 'urn:ietf:rfc:3986', value: urlOf(documentIdOf(context)) },
    status: note.draft ? 'preliminary' : 'final',
    type: documentTypeOf(context),
    subject,
    encounter,
    date: note.date,
    author: [practitioner],
    title: record === 'prescription' ? abdmRecords.prescription.text : titleOf(note),
    ...(note.replaces && {
      relatesTo: [
        {
          code: 'replaces',
          targetIdentifier: {
            system: 'urn:ietf:rfc:3986',
            value: urlOf(documentIdOf({ ...context, note: { ...note, id: note.replaces } })),
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

/** Records of NRCeS: their profiles, and the types that these fix. */
const abdmRecords = {
  consultation: {
    profile: 'OPConsultRecord',
    code: '371530004',
    display: 'Clinical consultation report',
    text: 'Clinical Consultation report',
  },
  discharge: {
    profile: 'DischargeSummaryRecord',
    code: '373942005',
    display: 'Discharge summary',
    text: 'Discharge summary',
  },
  prescription: {
    profile: 'PrescriptionRecord',
    code: '440545006',
    display: 'Prescription record',
    text: 'Prescription record',
  },
} as const;

function documentTypeOf(context: BundleContext): CodeableConcept {
  const record = recordOf(context);
  if (!isAbdm(context.flavour)) {
    const { code, display } = documentTypes[record];
    return { coding: [{ system: LOINC, code, display }], text: display };
  }
  const { code, display, text } = abdmRecords[record];
  return { coding: [{ system: SNOMED, code, display }], text };
}

function presentSection(context: BundleContext, section: Section) {
  const { flavour, note } = context;
  const code = isAbdm(flavour)
    ? nrcesCodeOf(section.kind, recordOf(context))
    : loincCodeOf(section.kind, section.title);
  const words =
    section.texts.length > 0
      ? section.texts.map((text) => paragraphs(partsOf(text))).join('')
      : paragraphs(section.words.map((text) => ({ kind: 'item', runs: [{ text, bold: false }] })));
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
  const { name, mrn = '', gender, birthDate, abhaNumber, abhaAddress } = note.patient;
  return {
    resourceType: 'Patient',
    id: idOf(note, 'patient'),
    ...profiled(context, 'Patient'),
    identifier: [
      identifier('MR', 'Medical record number', profile.mrnSystem, mrn),
      ...(abhaNumber ? [abdmIdentifier('abhaNumber', abhaNumber)] : []),
      ...(abhaAddress ? [abdmIdentifier('abhaAddress', abhaAddress)] : []),
    ],
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
    ...((id || profile.hprId) && {
      identifier: [
        ...(id ? [identifier('MD', 'Medical License number', profile.registrationSystem, id)] : []),
        ...(profile.hprId ? [abdmIdentifier('hprId', profile.hprId)] : []),
      ],
    }),
    name: [{ text: name }],
  };
}

const identifier = (code: string, display: string, system: string | undefined, value: string) => ({
  type: { ...hl7Concept('v2-0203', code, display), text: display },
  ...(system && { system }),
  value,
});

/** Codes of NRCeS's identifier types; the systems are those of its published examples. */
const abdmIdentifiers = {
  abhaNumber: {
    code: 'HIN',
    display: 'Health ID issued by NDHM',
    system: 'https://healthid.ndhm.gov.in',
  },
  abhaAddress: {
    code: 'ABHA',
    display: 'Ayushman Bharat Health Account (ABHA) ID',
    system: 'https://healthid.ndhm.gov.in',
  },
  hprId: {
    code: 'HPIN',
    display: 'Health Practitioner ID issued by NDHM',
    system: 'https://doctor.ndhm.gov.in',
  },
} as const;
const HFR = 'https://facility.ndhm.gov.in';

function abdmIdentifier(kind: keyof typeof abdmIdentifiers, value: string) {
  const { code, display, system } = abdmIdentifiers[kind];
  const coding = [
    { system: 'https://nrces.in/ndhm/fhir/r4/CodeSystem/ndhm-identifier-type-code', code, display },
  ];
  return { type: { coding, text: display }, system, value };
}

export function encounterOf(context: BundleContext): Resource {
  const { note, profile, subject, practitioner } = context;
  return {
    resourceType: 'Encounter',
    id: idOf(note, 'encounter'),
    ...profiled(context, 'Encounter'),
    status: 'finished',
    class: {
      system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
      ...(documentKindOf(note) === 'discharge'
        ? { code: 'IMP', display: 'inpatient encounter' }
        : { code: 'AMB', display: 'ambulatory' }),
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
  Boolean(profile.facility) &&
  (!isAbdm(flavour) || Boolean(profile.facilityRegistration || profile.hfrId));

/** None where no facility is set. */
export function organizationsOf(context: BundleContext): Resource[] {
  const { note, profile } = context;
  if (!hasOrganization(context)) return [];
  const { facility, facilityRegistration: number, hfrId } = profile;
  return [
    {
      resourceType: 'Organization',
      id: idOf(note, 'facility'),
      ...profiled(context, 'Organization'),
      ...((number || hfrId) && {
        identifier: [
          ...(hfrId ? [identifier('PRN', 'Provider number', HFR, hfrId)] : []),
          ...(number ? [identifier('PRN', 'Provider number', undefined, number)] : []),
        ],
      }),
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
