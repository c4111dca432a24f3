/** Sections of the composition: the note's own, with the references of coded entities. */
import { isEndedInPlan } from '../../../../../shared/model/export/acts/act-status.ts';
import { medicinesOf } from '../../../../../shared/model/export/acts/acts.ts';
import {
  isAbdm,
  isCoded,
  type NeutralEntity,
  type NeutralKind,
  type NeutralNote,
} from '../../../../../shared/model/export/export.ts';
import { sentenceOf } from '../lines.ts';
import { type BundleContext, idOf, type RecordKind, recordOf, urlOf } from './context.ts';
import { resourceOf } from './resources.ts';
import {
  homeOf,
  mayHold,
  nrcesCodeOf,
  nrcesHome,
  type SectionKind,
  sectionKinds,
  sectionOf,
  titleOfKind,
} from './sections.ts';
import type { Reference, Resource } from './types.ts';

/** `words`: sentences of its entries, for a section without a text of the note. */
export type Section = {
  readonly kind: SectionKind;
  readonly title: string;
  readonly texts: string[];
  readonly entries: Reference[];
  readonly words: string[];
};
/** By kind, or by place for a section of the note's own. */
type Sections = Map<string, Section>;

/** The sections with words or entries in their order, and the resources of all coded entities. */
export function sectionsAndResources(context: BundleContext): {
  readonly sections: readonly Section[];
  readonly resources: readonly Resource[];
} {
  const { note, flavour } = context;
  const india = isAbdm(flavour);
  const record = recordOf(context);
  if (record === 'prescription') return prescriptionOf(context);
  const sections = noteSections(note, india);
  addUntoldWords(note, sections);
  const resources: Resource[] = [];
  for (const { at, entity, dosages, told } of codedOnce(note)) {
    const id = idOf(note, `entity ${at}`);
    const resource = resourceOf(id, { entity, dosages }, context);
    if (!resource) continue;
    resources.push(resource);
    const home = homeOfResource(resource, entity.kind, india);
    const section = sectionWith(sections, india ? nrcesHome(home) : home, {
      resource,
      record: india ? record : 'consultation',
    });
    section.entries.push({ reference: urlOf(resource.id), display: entity.text });
    section.words.push(...told.map(sentenceOf));
  }
  return { sections: inOrder(sections, india ? record : undefined), resources };
}

/** The medicines that are prescribed, and nothing else of the note. */
function prescriptionOf(context: BundleContext): {
  readonly sections: readonly Section[];
  readonly resources: readonly Resource[];
} {
  const { note } = context;
  const sections: Sections = new Map();
  const section = sectionFor(sections, 'medications');
  const resources: Resource[] = [];
  for (const { at, entity, dosages, told } of codedOnce(note)) {
    if (entity.kind !== 'prescription') continue;
    const resource = resourceOf(idOf(note, `entity ${at}`), { entity, dosages }, context);
    if (resource?.resourceType !== 'MedicationRequest') continue;
    resources.push(resource);
    section.entries.push({
      reference: urlOf(resource.id),
      type: 'MedicationRequest',
      display: entity.text,
    });
    section.words.push(...told.map(sentenceOf));
  }
  return { sections: [...sections.values()], resources };
}

/** What the record does not allow in its coded section stands in one of our own at the end. */
function sectionWith(
  sections: Sections,
  kind: SectionKind,
  { resource, record }: { readonly resource: Resource; readonly record: RecordKind },
): Section {
  if (mayHold(kind, record, resource.resourceType)) return sectionFor(sections, kind);
  const key = `beside ${kind}`;
  const known = sections.get(key);
  if (known) return known;
  const section: Section = {
    kind: 'other',
    title: titleOfKind[kind],
    texts: [],
    entries: [],
    words: [],
  };
  sections.set(key, section);
  return section;
}

type CodedOnce = {
  /** Place of the first in the note. */
  readonly at: number;
  readonly entity: NeutralEntity;
  readonly dosages: string[];
  /** All that say it. */
  readonly told: NeutralEntity[];
};

/**
 * Coded entities of one kind and code, each once: two documents of a visit often name the same
 * medicine. Entities with different values, states or dates stay apart.
 */
function codedOnce({ entities, sections }: NeutralNote): readonly CodedOnce[] {
  const found = new Map<string, CodedOnce>();
  for (const [at, entity] of entities.entries()) {
    if (!isCoded(entity)) continue;
    const dosage = entity.dosage?.trim() ?? '';
    const key = sameKey(entity);
    const known = found.get(key);
    if (!known) {
      found.set(key, { at, entity, dosages: dosage === '' ? [] : [dosage], told: [entity] });
      continue;
    }
    if (dosage !== '' && !known.dosages.includes(dosage)) known.dosages.push(dosage);
    if (!known.told.some((one) => sentenceOf(one) === sentenceOf(entity))) known.told.push(entity);
  }
  const names = medicinesOf(entities);
  return withoutEnded([...found.values()], ({ text }) => isEndedInPlan(sections, text, names));
}

const ENDED: readonly NeutralEntity['taking'][] = ['stopped', 'on-hold', 'not-taken'];
const strengthIn = ({ text }: NeutralEntity) => text.match(/\d+(?:[.,]\d+)?/g)?.join(' ') ?? '';

const isSameStrength = (one: string, other: string) => one === other || one === '' || other === '';

/**
 * A list names what is taken, and the plan stops it: one statement, that it is stopped, with the
 * dosage of the list. Another strength of the same medicine is another statement.
 */
function withoutEnded(
  all: readonly CodedOnce[],
  isByPlan: (entity: NeutralEntity) => boolean,
): CodedOnce[] {
  const medicines = all.filter(({ entity }) => entity.kind === 'medication');
  const endOf = ({ entity }: CodedOnce): CodedOnce | undefined =>
    ENDED.includes(entity.taking)
      ? undefined
      : medicines.find(
          ({ entity: ended }) =>
            ENDED.includes(ended.taking) &&
            isByPlan(ended) &&
            sameThing(ended) === sameThing(entity) &&
            isSameStrength(strengthIn(ended), strengthIn(entity)),
        );
  return all.filter((one) => {
    const end = one.entity.kind === 'medication' ? endOf(one) : undefined;
    if (!end) return true;
    if (end.dosages.length === 0) end.dosages.push(...one.dosages);
    end.told.push(...one.told);
    return false;
  });
}

function sameKey(entity: NeutralEntity): string {
  const { kind, suspected, performed, taking, components } = entity;
  const what = sameThing(entity);
  return JSON.stringify([kind, what, suspected, performed, taking ?? '', components]);
}

const sameThing = ({ text, codes: [code] }: NeutralEntity): string =>
  code ? JSON.stringify([code.system, code.code]) : text.toLowerCase().replace(/\s+/g, ' ');

/** A procedure that is ordered stands with the orders; in India's form these are requests alone. */
function homeOfResource(
  { resourceType }: Resource,
  kind: NeutralKind,
  india: boolean,
): SectionKind {
  if (resourceType === 'ServiceRequest') return 'investigations';
  return india && kind === 'order' ? 'examination' : homeOf[kind];
}

const UNTITLED = 'Note';

/** The note's own sections. In India's form each kind comes once: two of a kind are joined. */
function noteSections(note: NeutralNote, india: boolean): Sections {
  const sections: Sections = new Map();
  for (const [at, { title, text }] of note.sections.entries()) {
    const kind = india ? nrcesHome(sectionOf(title)) : sectionOf(title);
    const key = kind === 'other' || (!india && sections.has(kind)) ? `own ${at}` : kind;
    const known = sections.get(key);
    if (known) known.texts.push(title, text);
    else {
      // What stands before the first heading may be anything.
      const heading = title === '' ? UNTITLED : title;
      sections.set(key, { kind, title: heading, texts: [text], entries: [], words: [] });
    }
  }
  return sections;
}

/** Advice and follow-up have no resource: words that no section has would be lost. */
function addUntoldWords({ entities, sections: own }: NeutralNote, sections: Sections): void {
  for (const entity of entities) {
    const hasNoResource =
      (entity.kind === 'advice' || entity.kind === 'followup') &&
      entity.decision !== 'rejected' &&
      entity.decision !== 'pending';
    if (hasNoResource && !own.some(({ text }) => text.includes(entity.text)))
      sectionFor(sections, homeOf[entity.kind]).texts.push(`- ${sentenceOf(entity)}`);
  }
}

/** Adds a section where there is none of this kind. */
function sectionFor(sections: Sections, kind: SectionKind): Section {
  const known = sections.get(kind);
  if (known) return known;
  const section: Section = { kind, title: titleOfKind[kind], texts: [], entries: [], words: [] };
  sections.set(kind, section);
  return section;
}

/** In the order of the note; in India's form the fixed ones first, our own last (NRCeS trap 2). */
function inOrder(sections: Sections, record: RecordKind | undefined): Section[] {
  const all = [...sections.values()].filter(
    ({ texts, entries }) => entries.length > 0 || texts.some((text) => text.trim() !== ''),
  );
  if (record === undefined) return all;
  const place = ({ kind }: Section) =>
    nrcesCodeOf(kind, record) ? sectionKinds.indexOf(kind) : sectionKinds.length;
  return all.sort((one, other) => place(one) - place(other));
}
