/**
 * A made-up note as a document: branches, versions, what differs from the transcript, and its
 * signature; for looking at the review without a core.
 */

import { diffSections } from '../../../main/features/notes/versions/diff.ts';
import type { Input } from '../../../shared/contract/contract.ts';
import type { AccountState } from '../../../shared/model/account/account.ts';
import { certainOf } from '../../../shared/model/note/checks.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import { readable } from '../../../shared/model/note/note-layout.ts';
import type {
  NoteBranch,
  NoteState,
  NoteVersion,
  Signed,
} from '../../../shared/model/note/note-versions.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { type Branch, branchFrom } from './fake-branches.ts';
import { differencesBetween } from './fake-differences.ts';
import { type FakeHandlers, refuse } from './fake-handlers.ts';
import { heardIn } from './fake-heard.ts';
import { fakeLeaving } from './fake-leaving.ts';

/**
 * `edited`: there are versions of the doctor's, and the platform sent another text; `silent`:
 * nothing was said; `uncoded`: a coded finding was taken out.
 */
export type ReviewScene = {
  readonly review?:
    | 'differences'
    | 'heard'
    | 'edited'
    | 'dictionary'
    | 'signed'
    | 'changed'
    | 'silent'
    | 'uncoded'
    | 'elsewhere'
    | undefined;
  readonly leaflet?: boolean | undefined;
  /** Medicines, tests and procedures of the note are decided. */
  readonly leaving?: boolean | undefined;
};

type Deps = {
  readonly find: (id: string) => Visit | undefined;
  readonly note: (id: string) => Note | undefined;
  readonly settings: () => Settings;
  readonly account: () => AccountState;
  readonly change: (id: string, part: Partial<Visit>) => unknown;
  readonly tell: (name: string, payload: unknown) => void;
};

type NotesState = Deps & {
  readonly scene: ReviewScene;
  /** Branches by visit. */
  readonly books: Map<string, Branch[]>;
  readonly signatures: Map<string, Signed[]>;
  /** Patient and words at the last signature, by visit. */
  readonly signedText: Map<string, string>;
  readonly leaving: ReturnType<typeof fakeLeaving>;
};

export function fakeNotes(scene: ReviewScene, deps: Deps): FakeHandlers {
  const state: NotesState = {
    ...deps,
    scene,
    books: new Map(),
    signatures: new Map(),
    signedText: new Map(),
    leaving: fakeLeaving(scene.leaving === true),
  };
  return { ...versionHandlers(state), ...editHandlers(state), ...signHandlers(state) };
}

function versionHandlers(state: NotesState): FakeHandlers {
  return {
    'notes.versions': ({ id }) => noteState(state, id),
    'notes.version': ({ id, branch, version }) => versionOf(branchOf(state, id, branch), version),
    'notes.diff': ({ id, from, to }) => {
      const [one, two] = [branchOf(state, id, from.branch), branchOf(state, id, to.branch)];
      return diffSections(
        versionOf(one, from.version).sections,
        versionOf(two, to.version).sections,
        { sameBranch: one === two, language: two.language },
      );
    },
    'notes.choose': ({ id }) => noteState(state, id),
  };
}

function editHandlers(state: NotesState): FakeHandlers {
  return {
    'notes.edit': (edit) => editDraft(state, edit),
    'notes.keep': ({ id, branch }) => {
      const found = branchOf(state, id, branch);
      if (found.versions.every(({ kept }) => kept)) return show(found);
      return putBranch(state, id, {
        ...found,
        rev: found.rev + 1,
        versions: found.versions.map((one) => ({ ...one, kept: true })),
      });
    },
    'notes.restore': ({ id, branch, version }) => {
      const found = branchOf(state, id, branch);
      return addVersion(state, id, found, {
        made: 'restore',
        basedOn: version,
        kept: true,
        sections: versionOf(found, version).sections,
      });
    },
    'notes.correctPatient': ({ id, patient }) => {
      state.change(id, { patient });
      const found = noteBranch(state, id)!;
      addVersion(state, id, found, {
        made: 'patient',
        basedOn: found.head,
        kept: true,
        sections: versionOf(found, found.head).sections,
      });
      return noteState(state, id);
    },
  };
}

function signHandlers(state: NotesState): FakeHandlers {
  return {
    'notes.checks': ({ id, branch, version }) =>
      differencesIn(state, id, versionOf(branchOf(state, id, branch), version)),
    'notes.sign': ({ id, branch, version, seen, looked }) => {
      const found = branchOf(state, id, branch);
      if (seen.words !== show(found).digest) return refuse('busy', 'changed-since-seen');
      const differences = certainOf(differencesIn(state, id, versionOf(found, version)));
      if (differences.some((one) => !looked.includes(one.id)))
        return refuse('refused', 'not-looked-at');
      const signed = sign(state, id, found, version);
      state.change(id, { state: 'reviewed', signedAt: state.find(id)?.signedAt ?? signed.at });
      state.tell('notes.changed', { id });
      return signed;
    },
    'notes.leaveAs': ({ id, entities, as }) => {
      state.leaving.say(entities, as);
      return noteState(state, id);
    },
    'notes.signed': ({ id }) => {
      // Made up with its signatures when it is asked for first.
      bookOf(state, id);
      return state.signatures.get(id) ?? [];
    },
  };
}

/** The branches of a visit, made up when they are asked for first. */
function bookOf(state: NotesState, id: string): Branch[] {
  const known = state.books.get(id);
  if (known) return known;
  const [visit, came] = [state.find(id), state.note(id)];
  if (!visit || !came) return refuse('refused', 'no-note-yet');
  const made = came.documents.flatMap((document, at): Branch[] =>
    document.text === undefined ? [] : [branchFrom(state.scene.review, visit, document, at)],
  );
  state.books.set(id, made);
  if (state.scene.review === 'signed' || state.scene.review === 'changed') {
    sign(state, id, made[0]!, 1);
    if (state.scene.review === 'changed') state.signedText.set(id, 'other words');
  }
  return made;
}

const branchOf = (state: NotesState, id: string, branch: string): Branch =>
  bookOf(state, id).find((one) => one.id === branch) ?? refuse('missing', 'no-branch');
const versionOf = ({ versions }: Branch, number: number): NoteVersion =>
  versions.find((one) => one.number === number)!;
const noteBranch = (state: NotesState, id: string) =>
  bookOf(state, id).find(({ purpose }) => purpose === 'note');
const wordsOf = ({ find }: NotesState, id: string, branch: Branch) =>
  JSON.stringify([find(id)?.patient, versionOf(branch, branch.head).sections]);
const show = (branch: Branch): NoteBranch => ({
  ...branch,
  sections: versionOf(branch, branch.head).sections,
  digest: digestOf(versionOf(branch, branch.head).sections),
  versions: branch.versions.map(({ sections: _words, ...info }) => info),
});

/** As long as a SHA-256; tells texts apart well enough for a page without a core. */
const digestOf = (value: unknown) => {
  let sum = 7;
  for (const one of JSON.stringify(value)) sum = (sum * 31 + (one.codePointAt(0) ?? 0)) % 2 ** 40;
  return sum.toString(16).padStart(64, '0');
};

function putBranch(state: NotesState, id: string, branch: Branch): NoteBranch {
  const book = bookOf(state, id);
  state.books.set(
    id,
    book.map((one) => (one.id === branch.id ? branch : one)),
  );
  setTimeout(() => state.tell('notes.changed', { id }), 0);
  return show(branch);
}

function addVersion(
  state: NotesState,
  id: string,
  branch: Branch,
  version: Omit<NoteVersion, 'number' | 'at' | 'who' | 'author'>,
): NoteBranch {
  const number = branch.versions.at(-1)!.number + 1;
  return putBranch(state, id, {
    ...branch,
    rev: branch.rev + 1,
    head: number,
    versions: [
      ...branch.versions,
      { ...version, number, at: Date.now(), who: 'clinic-17', author: 'doctor' },
    ],
  });
}

function editDraft(
  state: NotesState,
  { id, branch, rev, sections }: Input<'notes.edit'>,
): NoteBranch {
  let found = branchOf(state, id, branch);
  // Another window was faster, once.
  if (state.scene.review === 'elsewhere' && found.rev === 1) {
    addVersion(state, id, found, {
      made: 'edit',
      basedOn: found.head,
      kept: false,
      sections: sections.map((one, at) =>
        at === 0 ? { ...one, text: 'Typed in another window.' } : one,
      ),
    });
    found = branchOf(state, id, branch);
  }
  if (found.rev !== rev) return refuse('busy', 'stale');
  const draft = found.versions.find(({ kept }) => !kept);
  if (!draft)
    return addVersion(state, id, found, {
      made: 'edit',
      basedOn: found.head,
      kept: false,
      sections,
    });
  return putBranch(state, id, {
    ...found,
    rev: rev + 1,
    versions: found.versions.map((one) =>
      one === draft ? { ...one, at: Date.now(), sections } : one,
    ),
  });
}

function sign(state: NotesState, id: string, branch: Branch, version: number): Signed {
  const visit = state.find(id)!;
  const signed: Signed = {
    id: crypto.randomUUID(),
    visitId: id,
    branch: branch.id,
    version,
    at: Date.now(),
    who: 'clinic-17',
    sha256: 'ab'.repeat(32),
    looked: [],
    practice: false,
    note: {
      id,
      title: '',
      language: branch.language,
      patient: { name: visit.patient.name },
      practitioner: { name: state.settings().exportProfile.doctorName || 'Dr K. Iyer' },
      date: '2026-11-21',
      sections: versionOf(branch, version).sections.map(({ title, text }) => ({ title, text })),
      entities: [],
      draft: false,
    },
  };
  state.signatures.set(id, [signed, ...(state.signatures.get(id) ?? [])]);
  state.signedText.set(id, wordsOf(state, id, branch));
  return signed;
}

function noteState(state: NotesState, id: string): NoteState {
  const branches = bookOf(state, id);
  const chosen = noteBranch(state, id);
  const [last] = state.signatures.get(id) ?? [];
  const { note: _note, looked: _looked, ...signed } = last ?? ({} as Signed);
  return {
    visitId: id,
    branches: branches.map(show),
    note: chosen?.id,
    practice: state.note(id)?.practice === true,
    joined: [],
    leaving: state.leaving.rows(),
    uncoded: state.scene.review === 'uncoded' ? ['Fever', 'Cough'] : [],
    ...(last &&
      chosen && {
        signed: {
          ...signed,
          changedSince: state.signedText.get(id) !== wordsOf(state, id, chosen),
          sameText: true,
        },
      }),
    facts: {
      patient: digestOf(state.find(id)?.patient),
      codes: digestOf(state.leaving.rows()),
      signer: digestOf(state.settings().exportProfile),
    },
    hindrances: [
      ...(state.scene.review === 'silent' ? ['no-speech' as const] : []),
      ...(state.account().state !== 'signed-in' ? ['sign-in' as const] : []),
      ...(state.settings().exportProfile.doctorName === '' ? ['doctor-name' as const] : []),
    ],
  };
}

function differencesIn({ note, scene }: NotesState, id: string, version: NoteVersion) {
  if (scene.review === 'heard') return heardIn(readable(version.sections));
  const transcript = note(id)?.documents.find(({ kind }) => kind === 'transcript')?.text;
  return scene.review === 'differences' && transcript !== undefined
    ? differencesBetween(version.sections, transcript)
    : [];
}
