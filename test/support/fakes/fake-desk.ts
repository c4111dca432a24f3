/** A made-up code desk: findings that are there, absent, a relative's; an abbreviation of two meanings, a test with its unit, a medicine without its form. */

import type {
  CodeCandidate,
  LinkedEntity,
  Linker,
  Ontology,
} from '../../../shared/model/coding/codification.ts';
import type { Decision, Desk, DeskAnswer } from '../../../shared/model/coding/desk.ts';
import {
  type NoteEntity,
  ontologiesOf,
  type Status,
} from '../../../shared/model/coding/entities.ts';
import type { EntityKind } from '../../../shared/model/export/export.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import { sectionsOf } from '../../../shared/model/note/note-sections.ts';
import type { FakeHandlers } from './fake-handlers.ts';

const found: readonly [words: string, kind: EntityKind, status: Status, title: RegExp][] = [
  ['Fever', 'symptom', 'present', /complaint/i],
  ['cough', 'symptom', 'present', /complaint/i],
  ['breathlessness', 'symptom', 'absent', /history/i],
  ['drug allergy', 'allergy', 'absent', /history/i],
  ['Temperature', 'vital', 'present', /examination/i],
  ['Acute upper respiratory tract infection', 'diagnosis', 'present', /assessment/i],
  ['Paracetamol 500 mg', 'medication', 'present', /plan/i],
  ['RA', 'history', 'family', /history/i],
  ['fever', 'symptom', 'present', /plan/i],
];
/** Codes stand in the public lists under these names; the medicine's is none of anybody's. */
const known: Readonly<
  Record<string, Partial<Record<Ontology, readonly Partial<CodeCandidate>[]>>>
> = {
  fever: {
    snomed: [
      { code: '386661006', term: 'Fever', score: 0.98, linked: true, synonyms: ['Pyrexia'] },
    ],
    'icd-10-cm': [
      { code: 'R50.9', term: 'Fever, unspecified', score: 0.97, linked: true, billable: true },
      {
        code: 'R50',
        term: 'Fever of other and unknown origin',
        score: 0.71,
        billable: false,
        header: true,
      },
      {
        code: 'A01.00',
        term: 'Typhoid fever, unspecified',
        score: 0.49,
        billable: true,
        why: { term: 'Enteric fever NOS', kind: 'index' },
      },
    ],
  },
  cough: {
    'icd-10-cm': [
      { code: 'R05.9', term: 'Cough, unspecified', score: 0.84, billable: true, chosenBefore: 3 },
      { code: 'R05.1', term: 'Acute cough', score: 0.8, billable: true },
      { code: 'R05', term: 'Cough', score: 0.93, billable: false, header: true },
    ],
  },
  temperature: {
    loinc: [
      {
        code: '8310-5',
        term: 'Body temperature',
        score: null,
        linked: true,
        about: [['unit_normalised', 'Cel']],
      },
    ],
  },
  'acute upper respiratory tract infection': {
    snomed: [
      {
        code: '54398005',
        term: 'Acute upper respiratory infection',
        score: 0.91,
        linked: true,
        why: { term: 'Acute upper respiratory tract infection', kind: 'synonym' },
      },
    ],
    'icd-10-cm': [
      {
        code: 'J06.9',
        term: 'Acute upper respiratory infection, unspecified',
        score: 0.93,
        linked: true,
        billable: true,
      },
    ],
  },
  'paracetamol 500 mg': {
    medication: [
      {
        code: 'practice-medicine-paracetamol-500-mg-tablet',
        term: 'Paracetamol 500 mg tablet',
        score: null,
        why: { term: 'Paracetamol 500 mg tablet', kind: 'preferred', lacks: ['form_needed'] },
      },
      {
        code: 'practice-medicine-paracetamol-650-mg-tablet',
        term: 'Paracetamol 650 mg tablet',
        score: null,
        why: { term: 'Paracetamol 650 mg tablet', kind: 'preferred', lacks: ['volume_mismatch'] },
      },
    ],
  },
  ra: {
    'icd-10-cm': [
      {
        code: 'M06.9',
        term: 'Rheumatoid arthritis, unspecified',
        score: 0.5,
        billable: true,
        why: {
          term: 'Rheumatoid arthritis',
          kind: 'synonym',
          expanded: { RA: 'rheumatoid arthritis' },
        },
      },
      {
        code: 'I48.91',
        term: 'Unspecified atrial fibrillation',
        score: 0.2,
        billable: true,
        why: { term: 'Atrial fibrillation', kind: 'index', corrected: { ra: 'af' } },
      },
    ],
  },
};
const candidate = (part: Partial<CodeCandidate>): CodeCandidate => ({
  code: '',
  term: '',
  synonyms: [],
  score: 0.5,
  linked: false,
  about: [],
  ...part,
});

export type DeskScene = {
  readonly desk?: 'open' | 'decided' | 'none' | undefined;
  readonly offline?: boolean | undefined;
};

function versionOf(linker: Linker, ontology: Ontology): string {
  if (linker === 'local') return ontology === 'icd-10-cm' ? '2026' : 'starter-1';
  return ontology === 'snomed' ? '20250401_extended' : 'comprehend';
}

export function fakeDesk(scene: DeskScene, noteOf: (id: string) => Note | undefined): FakeHandlers {
  const desks = new Map<string, Desk>();
  const deeds = new Map<string, (readonly Decision[])[]>();
  const entitiesOf = (note: Note): NoteEntity[] => {
    const heard = note.documents.find(({ kind }) => kind === 'transcript')?.text;
    const list = note.documents.flatMap((document, at) =>
      document.kind !== 'markdown'
        ? []
        : sectionsOf(document).flatMap(({ id, title, text }) =>
            found
              .flatMap(([words, kind, status, where]): NoteEntity[] => {
                const start = where.test(title) ? text.indexOf(words) : -1;
                if (start < 0) return [];
                const there = heard?.toLowerCase().indexOf(words.toLowerCase()) ?? -1;
                return [
                  {
                    id: `${at}-${id}-${start}`,
                    text: words,
                    kind,
                    status,
                    document: at,
                    section: id,
                    span: { start, end: start + words.length },
                    source: 'text',
                    given: [],
                    ...(there >= 0 && { transcript: { start: there, end: there + words.length } }),
                  },
                ];
              })
              .sort((a, b) => a.span.start - b.span.start),
          ),
    );
    return list;
  };
  const deskOf = (id: string): Desk => {
    const before = desks.get(id);
    if (before) return before;
    const note = noteOf(id);
    if (!note) throw { code: 'missing', message: '', detail: 'no-note' };
    const entities = scene.desk === 'none' ? [] : entitiesOf(note);
    const decisions =
      scene.desk === 'decided'
        ? entities.map(
            (one): Decision => ({
              entityId: one.id,
              at: Date.now(),
              who: 'clinic-17',
              seen: [],
              ...decidedAs(one),
            }),
          )
        : [];
    return set(id, { visitId: id, entities, decisions });
  };
  const decidedAs = (one: NoteEntity): Pick<Decision, 'verdict' | 'codes' | 'reason'> => {
    const codes = answer(one, 'platform').flatMap(({ ontology, candidates: [first] }) =>
      first ? [{ ontology, code: first.code, name: first.term }] : [],
    );
    if (one.status !== 'present' || codes.length === 0)
      return {
        verdict: 'rejected',
        codes: [],
        ...(one.status === 'family' && { reason: 'her mother has it' }),
      };
    return { verdict: one.kind === 'medication' ? 'changed' : 'accepted', codes };
  };
  const set = (id: string, desk: Desk) => {
    desks.set(id, desk);
    return desk;
  };
  const put = (id: string, decisions: readonly Decision[]) => {
    const before = deskOf(id);
    deeds.set(id, [...(deeds.get(id) ?? []), before.decisions]);
    return set(id, { ...before, decisions, undo: 1 });
  };
  function answer(entity: NoteEntity, linker: Linker): LinkedEntity[] {
    return ontologiesOf[entity.kind].map((ontology) => {
      const candidates = (known[entity.text.toLowerCase()]?.[ontology] ?? []).map(candidate);
      const shown =
        linker === 'local' && ontology === 'icd-10-cm' && entity.text === 'cough'
          ? [...candidates].reverse()
          : candidates;
      const sure = shown.filter(({ linked }) => linked);
      return {
        id: entity.id,
        text: entity.text,
        ontology,
        version: versionOf(linker, ontology),
        linker,
        candidates: shown,
        suggested: sure.length === 1 ? sure[0]!.code : undefined,
      };
    });
  }
  return {
    'desk.open': ({ id }) => deskOf(id),
    'desk.link': ({ id, entities, by }): DeskAnswer[] =>
      deskOf(id)
        .entities.filter((one) => !entities || entities.includes(one.id))
        .map((one) => {
          const linkers: Linker[] =
            by === 'both' ? ['platform', 'local'] : [scene.offline ? 'local' : 'platform'];
          const answers = linkers.flatMap((linker) => answer(one, linker));
          const firsts = (ontology: Ontology) =>
            new Set(
              answers
                .filter((each) => each.ontology === ontology)
                .map(({ candidates }) => candidates[0]?.code),
            );
          const both =
            by === 'both'
              ? ontologiesOf[one.kind].filter((ontology) => !firsts(ontology).has(undefined))
              : [];
          return {
            entityId: one.id,
            answers,
            agree: both.filter((ontology) => firsts(ontology).size === 1),
            disagree: both.filter((ontology) => firsts(ontology).size > 1),
          };
        }),
    'desk.search': ({ text, ontology }) => ({
      linker: 'local',
      version: '2026',
      candidates: Object.values(known)
        .flatMap((lists) => lists[ontology as Ontology] ?? [])
        .map(candidate)
        .filter(({ term }) =>
          text
            .toLowerCase()
            .split(/\s+/)
            .every((word: string) => term.toLowerCase().includes(word)),
        ),
    }),
    'desk.decide': ({ id, decisions }) => {
      const named = new Set(decisions.map(({ entityId }) => entityId));
      return put(id, [
        ...deskOf(id).decisions.filter(({ entityId }) => !named.has(entityId)),
        ...decisions.map((one) => ({
          ...one,
          at: Date.now(),
          who: 'clinic-17',
          seen: [],
        })),
      ]);
    },
    'desk.undo': ({ id }) => {
      const list = deeds.get(id) ?? [];
      const decisions = list.pop();
      if (!decisions) throw { code: 'refused', message: '', detail: 'nothing-to-undo' };
      return set(id, { ...deskOf(id), decisions, undo: list.length > 0 ? 1 : undefined });
    },
    'desk.mark': ({ id, document, section, start, text, kind }) => {
      const desk = deskOf(id);
      const entity: NoteEntity = {
        id: `mine-${document}-${section}-${start}`,
        text,
        kind,
        status: 'present',
        document,
        section,
        span: { start, end: start + text.length },
        source: 'person',
        given: [],
      };
      const at = desk.entities.findIndex(
        (one) => one.document === document && one.section === section && one.span.start > start,
      );
      return set(id, {
        ...desk,
        entities:
          at < 0
            ? [...desk.entities, entity]
            : [...desk.entities.slice(0, at), entity, ...desk.entities.slice(at)],
      });
    },
    'desk.forgetFavourites': () => ({ forgotten: 2 }),
  };
}
