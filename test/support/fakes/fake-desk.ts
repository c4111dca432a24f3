/**
 * A made-up code desk: findings that are there, absent, a relative's; an abbreviation of two
 * meanings, a test with its unit, a medicine without its form.
 */
import type { Input } from '../../../shared/contract/contract.ts';
import type {
  CodeCandidate,
  LinkedEntity,
  Linker,
  Ontology,
} from '../../../shared/model/coding/codification.ts';
import type { AskedLinker, Decision, Desk, DeskAnswer } from '../../../shared/model/coding/desk.ts';
import {
  type NoteEntity,
  ontologiesOf,
  type Status,
} from '../../../shared/model/coding/entities.ts';
import type { EntityKind } from '../../../shared/model/export/export.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import { type NoteSection, sectionsOf } from '../../../shared/model/note/note-sections.ts';
import { type FakeHandlers, refuse } from './fake-handlers.ts';

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

type DeskState = {
  readonly scene: DeskScene;
  readonly noteOf: (id: string) => Note | undefined;
  readonly desks: Map<string, Desk>;
  /** Decisions before each change, by visit, for the undo. */
  readonly history: Map<string, (readonly Decision[])[]>;
};

export function fakeDesk(scene: DeskScene, noteOf: (id: string) => Note | undefined): FakeHandlers {
  const state: DeskState = { scene, noteOf, desks: new Map(), history: new Map() };
  return {
    'desk.open': ({ id }) => deskOf(state, id),
    'desk.link': ({ id, entities, by }): DeskAnswer[] =>
      deskOf(state, id)
        .entities.filter((one) => !entities || entities.includes(one.id))
        .map((one) => link(one, by, scene.offline)),
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
            .every((word) => term.toLowerCase().includes(word)),
        ),
    }),
    'desk.decide': ({ id, decisions }) => decide(state, id, decisions),
    'desk.undo': ({ id }) => undo(state, id),
    'desk.mark': (mark) => addMark(state, mark),
    'desk.forgetFavourites': () => ({ forgotten: 2 }),
  };
}

function deskOf(state: DeskState, id: string): Desk {
  const before = state.desks.get(id);
  if (before) return before;
  const note = state.noteOf(id) ?? refuse('missing', 'no-note');
  const entities = state.scene.desk === 'none' ? [] : entitiesOf(note);
  const decisions =
    state.scene.desk === 'decided'
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
  return setDesk(state, id, { visitId: id, entities, decisions });
}

function setDesk(state: DeskState, id: string, desk: Desk): Desk {
  state.desks.set(id, desk);
  return desk;
}

function entitiesOf(note: Note): NoteEntity[] {
  const transcript = note.documents.find(({ kind }) => kind === 'transcript')?.text;
  return note.documents.flatMap((document, at) =>
    document.kind === 'markdown'
      ? sectionsOf(document).flatMap((section) => entitiesIn(section, at, transcript))
      : [],
  );
}

function entitiesIn(
  { id, title, text }: NoteSection,
  document: number,
  transcript: string | undefined,
): NoteEntity[] {
  return found
    .flatMap(([words, kind, status, where]): NoteEntity[] => {
      const start = where.test(title) ? text.indexOf(words) : -1;
      if (start < 0) return [];
      const there = transcript?.toLowerCase().indexOf(words.toLowerCase()) ?? -1;
      return [
        {
          id: `${document}-${id}-${start}`,
          text: words,
          kind,
          status,
          document,
          section: id,
          span: { start, end: start + words.length },
          source: 'text',
          given: [],
          ...(there >= 0 && { transcript: { start: there, end: there + words.length } }),
        },
      ];
    })
    .sort((a, b) => a.span.start - b.span.start);
}

function decidedAs(one: NoteEntity): Pick<Decision, 'verdict' | 'codes' | 'reason'> {
  const codes = candidatesOf(one, 'platform').flatMap(({ ontology, candidates: [first] }) =>
    first ? [{ ontology, code: first.code, name: first.term }] : [],
  );
  if (one.status !== 'present' || codes.length === 0)
    return {
      verdict: 'rejected',
      codes: [],
      ...(one.status === 'family' && { reason: 'her mother has it' }),
    };
  return { verdict: one.kind === 'medication' ? 'changed' : 'accepted', codes };
}

function candidatesOf(entity: NoteEntity, linker: Linker): LinkedEntity[] {
  return ontologiesOf[entity.kind].map((ontology) => {
    const candidates = (known[entity.text.toLowerCase()]?.[ontology] ?? []).map(candidate);
    const shown =
      linker === 'local' && ontology === 'icd-10-cm' && entity.text === 'cough'
        ? [...candidates].reverse()
        : candidates;
    const linked = shown.filter((one) => one.linked);
    return {
      id: entity.id,
      text: entity.text,
      ontology,
      version: versionOf(linker, ontology),
      linker,
      candidates: shown,
      suggested: linked.length === 1 ? linked[0]!.code : undefined,
    };
  });
}

function versionOf(linker: Linker, ontology: Ontology): string {
  if (linker === 'local') return ontology === 'icd-10-cm' ? '2026' : 'starter-1';
  return ontology === 'snomed' ? '20250401_extended' : 'comprehend';
}

function link(entity: NoteEntity, by: AskedLinker | undefined, offline = false): DeskAnswer {
  const linkers: Linker[] =
    by === 'both' ? ['platform', 'local'] : [offline ? 'local' : 'platform'];
  const answers = linkers.flatMap((linker) => candidatesOf(entity, linker));
  const firsts = (ontology: Ontology) =>
    new Set(
      answers
        .filter((each) => each.ontology === ontology)
        .map(({ candidates }) => candidates[0]?.code),
    );
  const both =
    by === 'both'
      ? ontologiesOf[entity.kind].filter((ontology) => !firsts(ontology).has(undefined))
      : [];
  return {
    entityId: entity.id,
    answers,
    agree: both.filter((ontology) => firsts(ontology).size === 1),
    disagree: both.filter((ontology) => firsts(ontology).size > 1),
  };
}

function decide(state: DeskState, id: string, decisions: Input<'desk.decide'>['decisions']): Desk {
  const desk = deskOf(state, id);
  const named = new Set(decisions.map(({ entityId }) => entityId));
  state.history.set(id, [...(state.history.get(id) ?? []), desk.decisions]);
  return setDesk(state, id, {
    ...desk,
    decisions: [
      ...desk.decisions.filter(({ entityId }) => !named.has(entityId)),
      ...decisions.map((one) => ({ ...one, at: Date.now(), who: 'clinic-17', seen: [] })),
    ],
    undo: 1,
  });
}

function undo(state: DeskState, id: string): Desk {
  const before = state.history.get(id) ?? [];
  const decisions = before.pop() ?? refuse('refused', 'nothing-to-undo');
  return setDesk(state, id, {
    ...deskOf(state, id),
    decisions,
    undo: before.length > 0 ? 1 : undefined,
  });
}

function addMark(state: DeskState, mark: Input<'desk.mark'>): Desk {
  const { id, document, section, start, text, kind } = mark;
  const desk = deskOf(state, id);
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
  return setDesk(state, id, {
    ...desk,
    entities:
      at < 0
        ? [...desk.entities, entity]
        : [...desk.entities.slice(0, at), entity, ...desk.entities.slice(at)],
  });
}
