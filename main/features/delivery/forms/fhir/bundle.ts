/** FHIR R4 document Bundle of a note, in plain R4 or as India's OPConsultRecord (design/export.md). Pure: the same note gives the same bytes. */
import {
  type ExportProfile,
  type FhirFlavour,
  isCoded,
  type NeutralNote,
} from '../../../../../shared/model/export/export.ts';
import { escapeHtml, paragraphs } from '../html.ts';
import { headOf, linesOf, sentenceOf, titleOf } from '../lines.ts';
import { uuidV5 } from '../uuid-v5.ts';
import { type Around, resourceOf } from './resources.ts';
import {
  homeOf,
  nrcesCodeOf,
  nrcesHome,
  type SectionKind,
  sectionKinds,
  sectionOf,
  titleOfKind,
} from './sections.ts';
import {
  type Bundle,
  type Entry,
  LOINC,
  NRCES,
  type Reference,
  type Resource,
  SNOMED,
} from './types.ts';

/** `words`: how its entries read where the note has no text of its own for it. */
type Section = {
  readonly kind: SectionKind;
  title: string;
  texts: string[];
  entries: Reference[];
  words: string[];
};

const url = (id: string) => `urn:uuid:${id}`;
const div = (html: string) => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${html}</div>`,
});
const instant = (date: string) => (date.includes('T') ? withSeconds(date) : `${date}T00:00:00Z`);
const withSeconds = (date: string) => date.replace(/T(\d{2}:\d{2})(?=Z|[+-])/, 'T$1:00');
const genders: Record<string, string> = {
  m: 'male',
  male: 'male',
  f: 'female',
  female: 'female',
  o: 'other',
  other: 'other',
  unknown: 'unknown',
};

/** What the note must have for it was looked at before (`rules.ts`). */
export function fhirBundle(
  given: NeutralNote,
  flavour: FhirFlavour,
  profile: ExportProfile,
): Bundle {
  const note = { ...given, date: withSeconds(given.date) };
  const india = flavour === 'nrces';
  const id = (what: string) => uuidV5(`${note.id} ${what}`);
  const profiled = (name: string) => (india ? { meta: { profile: [`${NRCES}/${name}`] } } : {});
  const subject: Reference = { reference: url(id('patient')), display: note.patient.name };
  const practitioner: Reference = {
    reference: url(id('practitioner')),
    display: note.practitioner.name,
  };
  const encounter: Reference = { reference: url(id('encounter')) };
  const around: Around = { note, flavour, subject, encounter, practitioner };

  const sections = sectionsOf(note, india);
  const coded: Resource[] = [];
  for (const [at, entity] of note.entities.entries()) {
    const resource = isCoded(entity) ? resourceOf(id(`entity ${at}`), entity, around) : undefined;
    if (!resource) continue;
    coded.push(resource);
    // A procedure that is only asked for is an order.
    const home =
      resource.resourceType === 'ServiceRequest' ? 'investigations' : homeOf[entity.kind];
    const section =
      sections.get(india ? nrcesHome(home) : home) ?? add(sections, india ? nrcesHome(home) : home);
    section.entries.push({ reference: url(resource.id), display: entity.text });
    section.words.push(sentenceOf(entity));
  }

  const composition: Resource = {
    resourceType: 'Composition',
    id: id('composition'),
    ...profiled('OPConsultRecord'),
    language: note.language,
    text: div(
      `<h1>${escapeHtml(titleOf(note))}</h1><p>${headOf(note)
        .map(([label, value]) => `<b>${escapeHtml(label)}:</b> ${escapeHtml(value)}`)
        .join('<br/>')}</p>`,
    ),
    identifier: { system: 'urn:ietf:rfc:3986', value: url(id('document')) },
    status: note.draft ? 'preliminary' : 'final',
    type: india
      ? {
          coding: [{ system: SNOMED, code: '371530004', display: 'Clinical consultation report' }],
          text: 'Clinical Consultation report',
        }
      : {
          coding: [{ system: LOINC, code: '11488-4', display: 'Consult note' }],
          text: 'Consult note',
        },
    subject,
    encounter,
    date: note.date,
    author: [practitioner],
    title: titleOf(note),
    ...(!note.draft && {
      attester: [
        {
          mode: 'professional',
          time: withSeconds(note.signedAt ?? note.date),
          party: practitioner,
        },
      ],
    }),
    section: inOrder(sections, india).map((section) => {
      const code = india ? nrcesCodeOf(section.kind) : undefined;
      const words =
        section.texts.length > 0
          ? section.texts.map((text) => paragraphs(linesOf(text))).join('')
          : paragraphs(section.words.map((text) => ({ kind: 'item', text })));
      return {
        title: section.title,
        ...(code && { code: { coding: [code], text: section.title } }),
        text: div(words === '' ? '<p>-</p>' : words),
        ...(section.entries.length > 0 && { entry: section.entries }),
      };
    }),
  };

  const patient: Resource = {
    resourceType: 'Patient',
    id: id('patient'),
    ...profiled('Patient'),
    identifier: [identifier('MR', 'Medical record number', profile.mrnSystem, note.patient.mrn!)],
    name: [{ text: note.patient.name }],
    ...(note.patient.gender && { gender: genders[note.patient.gender.toLowerCase()] ?? 'unknown' }),
    ...(note.patient.birthDate && { birthDate: note.patient.birthDate }),
  };
  const doctor: Resource = {
    resourceType: 'Practitioner',
    id: id('practitioner'),
    ...profiled('Practitioner'),
    ...(note.practitioner.id && {
      identifier: [
        identifier(
          'MD',
          'Medical License number',
          profile.registrationSystem,
          note.practitioner.id,
        ),
      ],
    }),
    name: [{ text: note.practitioner.name }],
  };
  const visit: Resource = {
    resourceType: 'Encounter',
    id: id('encounter'),
    ...profiled('Encounter'),
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
      serviceProvider: { reference: url(id('facility')), display: profile.facility },
    }),
  };
  const facility: Resource[] = profile.facility
    ? [
        {
          resourceType: 'Organization',
          id: id('facility'),
          ...profiled('Organization'),
          name: profile.facility,
        },
      ]
    : [];
  const app: Resource = {
    resourceType: 'Device',
    id: id('app'),
    deviceName: [{ name: 'Scriba', type: 'user-friendly-name' }],
    version: [{ value: profile.version }],
  };
  const agent = (code: string, display: string) => ({
    coding: [
      {
        system: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
        code,
        display,
      },
    ],
  });
  const provenance: Resource = {
    resourceType: 'Provenance',
    id: id('provenance'),
    target: [{ reference: url(composition.id) }],
    recorded: instant(note.signedAt ?? note.date),
    agent: [
      {
        type: agent('assembler', 'Assembler'),
        who: { reference: url(app.id), display: `Scriba ${profile.version}` },
      },
      { type: agent('author', 'Author'), who: practitioner },
    ],
  };

  const all = [composition, patient, doctor, visit, ...facility, ...coded, app, provenance];
  return clean({
    resourceType: 'Bundle',
    id: id('bundle'),
    meta: {
      versionId: '1',
      lastUpdated: instant(note.signedAt ?? note.date),
      ...(india && { profile: [`${NRCES}/DocumentBundle`] }),
    },
    identifier: { system: 'urn:ietf:rfc:3986', value: url(id('document')) },
    type: 'document',
    timestamp: instant(note.signedAt ?? note.date),
    entry: all.map((resource): Entry => ({ fullUrl: url(resource.id), resource })),
  });
}

/** What no text of FHIR may hold: control characters, and halves of characters. */
const clean = (bundle: Bundle): Bundle =>
  JSON.parse(JSON.stringify(bundle), (_name, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd').toWellFormed()
      : value,
  ) as Bundle;

const identifier = (code: string, display: string, system: string | undefined, value: string) => ({
  type: {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code, display }],
    text: display,
  },
  ...(system && { system }),
  value,
});

/** The note's own sections. In India's form each kind stands once: what is there twice is told in one. */
function sectionsOf(note: NeutralNote, india: boolean): Map<SectionKind | string, Section> {
  const sections = new Map<SectionKind | string, Section>();
  for (const [at, { title, text }] of note.sections.entries()) {
    const kind = india ? nrcesHome(sectionOf(title)) : sectionOf(title);
    const key = kind === 'other' || (!india && sections.has(kind)) ? `own ${at}` : kind;
    const there = sections.get(key);
    if (there) there.texts.push(title, text);
    else
      sections.set(key, {
        kind,
        title: title === '' ? titleOfKind[kind] : title,
        texts: [text],
        entries: [],
        words: [],
      });
  }
  // Words that no section tells, and that have no resource either, must not be lost.
  for (const entity of note.entities) {
    const homeless =
      (entity.kind === 'advice' || entity.kind === 'followup') &&
      entity.decision !== 'rejected' &&
      entity.decision !== 'pending';
    if (!homeless || note.sections.some(({ text }) => text.includes(entity.text))) continue;
    (sections.get(homeOf[entity.kind]) ?? add(sections, homeOf[entity.kind])).texts.push(
      `- ${sentenceOf(entity)}`,
    );
  }
  return sections;
}

function add(sections: Map<SectionKind | string, Section>, kind: SectionKind): Section {
  const section: Section = { kind, title: titleOfKind[kind], texts: [], entries: [], words: [] };
  sections.set(kind, section);
  return section;
}

/** As the note has them; in India's form the fixed ones first, our own last (NRCeS trap 2). */
function inOrder(sections: Map<SectionKind | string, Section>, india: boolean): Section[] {
  const all = [...sections.values()].filter(
    ({ texts, entries }) => entries.length > 0 || texts.some((text) => text.trim() !== ''),
  );
  if (!india) return all;
  const place = ({ kind }: Section) =>
    nrcesCodeOf(kind) ? sectionKinds.indexOf(kind) : sectionKinds.length;
  return all.sort((one, other) => place(one) - place(other));
}
