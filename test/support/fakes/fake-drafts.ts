/** Drafts that this computer made for visits which wait for their platform. */
import { diffSections } from '../../../main/features/notes/versions/diff.ts';
import type { Difference } from '../../../shared/model/note/checks.ts';
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';
import type {
  NoteBranch,
  NoteState,
  NoteVersion,
} from '../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { FakeHandlers } from './fake-handlers.ts';

/** `waiting`: the draft is all there is. `beside`: the platform's note came after it. */
export type DraftsScene = { readonly draft?: 'waiting' | 'beside' | undefined };

type Deps = {
  readonly change: (id: string, part: Partial<Visit>) => unknown;
  readonly tell: (name: string, payload: unknown) => void;
};

const sections: readonly NoteSection[] = [
  { id: 'complaints', title: 'Complaints', text: 'Fever for thirty days.' },
  { id: 'plan', title: 'Plan', text: 'Not recorded.' },
];

const draftId = (visit: string) => `f${visit.replaceAll('-', '').slice(1)}`;

function draftOf(visit: string): NoteBranch {
  return {
    id: draftId(visit),
    purpose: 'note',
    templateId: 'clinical_notes_template',
    name: '',
    kind: 'markdown',
    language: 'en-IN',
    editable: true,
    rev: 1,
    versions: [
      { number: 1, author: 'machine', made: 'platform', at: Date.now(), who: '', kept: true },
    ],
    head: 1,
    sections,
    digest: '0'.repeat(64),
    isHere: true,
    fallback: {
      by: { speech: 'moonshine-tiny-en' },
      remarks: ['Some of the sound was not recognised.'],
    },
  };
}

/** `notes`: the handlers of the notes that came from a platform. */
export function fakeDrafts({ draft }: DraftsScene, deps: Deps, notes: FakeHandlers): FakeHandlers {
  const asked: FakeHandlers = {
    'here.fallback': ({ id }) => deps.change(id, { fallback: { state: 'asked' } }),
  };
  if (!draft) return asked;
  const drafts = new Map<string, NoteBranch>();
  const find = (visit: string) => drafts.get(visit) ?? draftOf(visit);
  const isDraft = (at: { id: string; branch: string }) => at.branch === draftId(at.id);
  const put = (visit: string, next: NoteBranch) => {
    drafts.set(visit, next);
    setTimeout(() => deps.tell('notes.changed', { id: visit }), 0);
    return next;
  };
  return {
    ...asked,
    'notes.versions': (at): NoteState => {
      if (draft === 'waiting') return waitingState(at.id, find(at.id));
      const state = notes['notes.versions']!(at) as NoteState;
      return { ...state, branches: [...state.branches, find(at.id)] };
    },
    'notes.edit': (edit) =>
      isDraft(edit)
        ? put(edit.id, typedInto(find(edit.id), edit.sections))
        : notes['notes.edit']!(edit),
    'notes.keep': (at) => {
      if (!isDraft(at)) return notes['notes.keep']!(at);
      const found = find(at.id);
      return put(at.id, {
        ...found,
        rev: found.rev + 1,
        versions: found.versions.map((one) => ({ ...one, kept: true })),
      });
    },
    'notes.checks': (at) => (isDraft(at) ? heardIn(find(at.id)) : notes['notes.checks']!(at)),
    'notes.diff': (at) => {
      if (!isDraft({ id: at.id, branch: at.from.branch })) return notes['notes.diff']!(at);
      const other = notes['notes.version']!({ id: at.id, ...at.to }) as NoteVersion;
      return diffSections(find(at.id).sections, other.sections, {
        sameBranch: false,
        language: 'en-IN',
      });
    },
  };
}

function waitingState(visitId: string, branch: NoteBranch): NoteState {
  const [patient, codes, signer] = ['1', '2', '3'].map((one) => one.repeat(64));
  return {
    visitId,
    branches: [branch],
    facts: { patient: patient!, codes: codes!, signer: signer! },
    hindrances: [],
    practice: false,
    joined: [],
  };
}

/** The doctor's version; the next words replace it until it is kept. */
function typedInto(branch: NoteBranch, sections: readonly NoteSection[]): NoteBranch {
  const own = branch.versions.filter(({ author }) => author === 'machine');
  return {
    ...branch,
    rev: branch.rev + 1,
    head: 2,
    sections,
    versions: [
      ...own,
      {
        number: 2,
        author: 'doctor',
        made: 'edit',
        at: Date.now(),
        who: 'clinic-17',
        basedOn: 1,
        kept: false,
      },
    ],
  };
}

/** One number of which the recogniser was unsure, where it still stands. */
const heardIn = ({ sections: own }: NoteBranch): Difference[] =>
  own.flatMap((section): Difference[] => {
    const start = section.text.indexOf('thirty');
    if (start < 0) return [];
    const span = { start, end: start + 'thirty'.length };
    return [
      {
        id: 'heard-0',
        kind: 'heard',
        section: section.id,
        span,
        inNote: 'thirty',
        inTranscript: { text: 'thirty', span },
        text: section.text,
      },
    ];
  });
