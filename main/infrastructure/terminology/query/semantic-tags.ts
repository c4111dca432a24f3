/**
 * Semantic tags of SNOMED CT: the kinds of concept that fit a question. A part of the body, an
 * organism or a quality is never an answer, for a patient has none of them as a problem.
 */

const PROBLEM = ['finding', 'disorder', 'situation', 'event'];
const DONE = ['procedure', 'regime/therapy'];
const TAKEN = [
  'substance',
  'product',
  'medicinal product',
  'medicinal product form',
  'clinical drug',
];

/** By the kind of the entity that is asked for (`EntityKind`). */
const BY_KIND: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    symptom: PROBLEM,
    diagnosis: PROBLEM,
    examination: PROBLEM,
    // An operation of the past stands in the history.
    history: [...PROBLEM, ...DONE],
    // What somebody is allergic to is a code of an allergy, too.
    allergy: [...PROBLEM, ...TAKEN],
    order: DONE,
    procedure: DONE,
    medication: TAKEN,
    vital: ['observable entity', 'finding'],
  }).map(([kind, tags]) => [kind, new Set(tags)]),
);
const ANY: ReadonlySet<string> = new Set([
  ...PROBLEM,
  ...DONE,
  ...TAKEN,
  'morphologic abnormality',
  'observable entity',
  'assessment scale',
  'staging scale',
  'tumor staging',
]);

/**
 * True where a concept of this tag may answer a question for this kind of entity. A concept whose
 * tag is not known may.
 */
export const fits = (tag: string, kind: string | undefined): boolean =>
  tag === '' || (BY_KIND.get(kind ?? '') ?? ANY).has(tag);

/** Kinds of concept that words of a note can name by themselves. */
export const isSaid = (tag: string): boolean =>
  tag === '' || tag === 'finding' || tag === 'disorder' || isDone(tag);
export const isDone = (tag: string): boolean => DONE.includes(tag);
