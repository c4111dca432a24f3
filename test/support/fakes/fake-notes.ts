/** A made-up note as a document: branches, versions, what differs from the transcript, and its signature; for looking at the review without a core. */

import { diffSections } from '../../../main/features/notes/versions/diff.ts';
import type { AccountState } from '../../../shared/model/account/account.ts';
import type { Difference, DifferenceKind } from '../../../shared/model/note/checks.ts';
import type { Note, NoteDocument } from '../../../shared/model/note/note.ts';
import { sectionsOf } from '../../../shared/model/note/note-sections.ts';
import type {
  NoteBranch,
  NoteState,
  NoteVersion,
  Signed,
} from '../../../shared/model/note/note-versions.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { FakeHandlers } from './fake-handlers.ts';
import { MINUTE } from './fake-visits.ts';

/** `edited`: there are versions of the doctor's, and the platform sent another text; `silent`: nothing was said; `uncoded`: a coded finding was taken out. */
export type ReviewScene = {
  readonly review?:
    | 'differences'
    | 'edited'
    | 'dictionary'
    | 'signed'
    | 'changed'
    | 'silent'
    | 'uncoded'
    | 'elsewhere'
    | undefined;
  readonly leaflet?: boolean | undefined;
};

type Held = {
  readonly find: (id: string) => Visit | undefined;
  readonly note: (id: string) => Note | undefined;
  readonly settings: () => Settings;
  readonly account: () => AccountState;
  readonly change: (id: string, part: Partial<Visit>) => unknown;
  readonly tell: (name: string, payload: unknown) => void;
};
type Branch = Omit<NoteBranch, 'versions' | 'sections'> & {
  readonly versions: readonly NoteVersion[];
};

const differing: readonly [kind: DifferenceKind, inNote: string, said: string | undefined][] = [
  ['dose', '500 mg', undefined],
  ['number', '3 days', 'three days'],
  ['negation', 'Dry cough', 'only the cough at night'],
];

function purposeOf({ kind, leaflet }: NoteDocument): NoteBranch['purpose'] {
  if (kind === 'transcript') return 'transcript';
  return leaflet ? 'leaflet' : 'note';
}

export function fakeNotes(
  scene: ReviewScene,
  { find, note, settings, account, change, tell }: Held,
): FakeHandlers {
  const books = new Map<string, Branch[]>();
  const signatures = new Map<string, Signed[]>();
  const signedText = new Map<string, string>();
  const refuse = (code: string, detail: string) => {
    throw { code, detail, message: '' };
  };

  const book = (id: string): Branch[] => {
    const found = books.get(id);
    if (found) return found;
    const [visit, came] = [find(id), note(id)];
    if (!visit || !came) return refuse('refused', 'no-note-yet');
    const made = came.documents.flatMap((document, at): Branch[] => {
      if (document.text === undefined) return [];
      const sections = sectionsOf(document);
      const purpose = purposeOf(document);
      const one = (number: number, part: Partial<NoteVersion>): NoteVersion => ({
        number,
        author: 'machine',
        made: 'platform',
        at: (visit.readyAt ?? Date.now()) + number * MINUTE,
        who: '',
        kept: true,
        sections,
        ...part,
      });
      const other = sections.map((section, index) =>
        index === 1
          ? {
              ...section,
              text: section.text
                .replace('mostly in the evening', 'at night')
                .replace('No known drug allergy', 'Rash after amoxicillin'),
            }
          : section,
      );
      const mine = one(2, {
        author: 'doctor',
        made: 'edit',
        who: 'clinic-17',
        basedOn: 1,
        sections: other,
      });
      const edited = at === 0 && ['edited', 'changed'].includes(scene.review ?? '');
      const versions = [one(1, {})];
      if (edited) versions.push(mine, one(3, { sections: sections.slice(0, -1) }));
      else if (at === 0 && scene.review === 'dictionary')
        versions.push(one(2, { made: 'dictionary', basedOn: 1, sections: other }));
      return [
        {
          id: `${String(at)}${id.replaceAll('-', '').slice(1)}`,
          purpose,
          document: at,
          templateId: document.templateId,
          name: document.name,
          kind: document.kind,
          language: document.language ?? visit.outputLanguage,
          editable: purpose !== 'transcript',
          rev: 1,
          head: edited ? 2 : versions.length,
          versions,
          ...(edited && scene.review === 'edited' && { arrived: 3 }),
        },
      ];
    });
    books.set(id, made);
    if (scene.review === 'signed' || scene.review === 'changed') {
      sign(id, made[0]!, 1);
      if (scene.review === 'changed') signedText.set(id, 'other words');
    }
    return made;
  };
  const branchOf = (id: string, branch: string) =>
    book(id).find((one) => one.id === branch) ?? refuse('missing', 'no-branch');
  const versionOf = ({ versions }: Branch, number: number) =>
    versions.find((one) => one.number === number)!;
  const show = (branch: Branch): NoteBranch => ({
    ...branch,
    sections: versionOf(branch, branch.head).sections,
    versions: branch.versions.map(({ sections: _words, ...info }) => info),
  });
  const noteOf = (id: string) => book(id).find(({ purpose }) => purpose === 'note');
  const wordsOf = (id: string, branch: Branch) =>
    JSON.stringify([find(id)?.patient, versionOf(branch, branch.head).sections]);
  const put = (id: string, branch: Branch): NoteBranch => {
    books.set(
      id,
      book(id).map((one) => (one.id === branch.id ? branch : one)),
    );
    setTimeout(() => tell('notes.changed', { id }), 0);
    return show(branch);
  };
  const add = (
    id: string,
    branch: Branch,
    version: Omit<NoteVersion, 'number' | 'at' | 'who' | 'author'>,
  ) => {
    const number = branch.versions.at(-1)!.number + 1;
    return put(id, {
      ...branch,
      rev: branch.rev + 1,
      head: number,
      versions: [
        ...branch.versions,
        { ...version, number, at: Date.now(), who: 'clinic-17', author: 'doctor' },
      ],
    });
  };
  function sign(id: string, branch: Branch, version: number): Signed {
    const visit = find(id)!;
    const name = settings().exportProfile.doctorName || 'Dr K. Iyer';
    const sections = versionOf(branch, version).sections.map(({ title, text }) => ({
      title,
      text,
    }));
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
        practitioner: { name },
        date: '2026-11-21',
        sections,
        entities: [],
        draft: false,
      },
    };
    signatures.set(id, [signed, ...(signatures.get(id) ?? [])]);
    signedText.set(id, wordsOf(id, branch));
    return signed;
  }
  const differences = (id: string, branch: Branch, version: number): Difference[] => {
    const said = note(id)?.documents.find(({ kind }) => kind === 'transcript')?.text;
    if (scene.review !== 'differences' || said === undefined) return [];
    return versionOf(branch, version).sections.flatMap(({ id: section, text }) =>
      differing.flatMap(([kind, inNote, heard]): Difference[] => {
        const start = text.indexOf(inNote);
        const at = heard === undefined ? -1 : said.indexOf(heard);
        if (start < 0) return [];
        return [
          {
            id: `${kind}-${section}-${start}`,
            kind,
            section,
            span: { start, end: start + inNote.length },
            inNote,
            text: text.split('\n').find((line) => line.includes(inNote))!,
            ...(heard !== undefined &&
              at >= 0 && {
                inTranscript: { text: heard, span: { start: at, end: at + heard.length } },
              }),
          },
        ];
      }),
    );
  };
  const state = (id: string): NoteState => {
    const branches = book(id);
    const chosen = noteOf(id);
    const [last] = signatures.get(id) ?? [];
    const { note: _note, looked: _looked, ...signed } = last ?? ({} as Signed);
    return {
      visitId: id,
      branches: branches.map(show),
      note: chosen?.id,
      practice: note(id)?.practice === true,
      joined: [],
      uncoded: scene.review === 'uncoded' ? ['Fever', 'Cough'] : [],
      ...(last &&
        chosen && {
          signed: { ...signed, changedSince: signedText.get(id) !== wordsOf(id, chosen) },
        }),
      hindrances: [
        ...(scene.review === 'silent' ? ['no-speech' as const] : []),
        ...(account().state !== 'signed-in' ? ['sign-in' as const] : []),
        ...(settings().exportProfile.doctorName === '' ? ['doctor-name' as const] : []),
      ],
    };
  };
  return {
    'notes.versions': ({ id }) => state(id),
    'notes.version': ({ id, branch, version }) => versionOf(branchOf(id, branch), version),
    'notes.edit': ({ id, branch, rev, sections }) => {
      let found = branchOf(id, branch);
      // Somebody else was faster, once.
      if (scene.review === 'elsewhere' && found.rev === 1) {
        add(id, found, {
          made: 'edit',
          basedOn: found.head,
          kept: false,
          sections: sections.map((one, at) =>
            at === 0 ? { ...one, text: 'Typed in another window.' } : one,
          ),
        });
        found = branchOf(id, branch);
      }
      if (found.rev !== rev) return refuse('busy', 'stale');
      const draft = found.versions.find(({ kept }) => !kept);
      return draft
        ? put(id, {
            ...found,
            rev: rev + 1,
            versions: found.versions.map((one) =>
              one === draft ? { ...one, at: Date.now(), sections } : one,
            ),
          })
        : add(id, found, { made: 'edit', basedOn: found.head, kept: false, sections });
    },
    'notes.keep': ({ id, branch }) => {
      const found = branchOf(id, branch);
      if (found.versions.every(({ kept }) => kept)) return show(found);
      return put(id, {
        ...found,
        rev: found.rev + 1,
        versions: found.versions.map((one) => ({ ...one, kept: true })),
      });
    },
    'notes.restore': ({ id, branch, version }) => {
      const found = branchOf(id, branch);
      return add(id, found, {
        made: 'restore',
        basedOn: version,
        kept: true,
        sections: versionOf(found, version).sections,
      });
    },
    'notes.diff': ({ id, from, to }) => {
      const [one, two] = [branchOf(id, from.branch), branchOf(id, to.branch)];
      return diffSections(
        versionOf(one, from.version).sections,
        versionOf(two, to.version).sections,
        { sameBranch: one === two, language: two.language },
      );
    },
    'notes.choose': ({ id }) => state(id),
    'notes.guards': ({ id, branch, version }) => differences(id, branchOf(id, branch), version),
    'notes.sign': ({ id, branch, version, looked }) => {
      const found = branchOf(id, branch);
      if (differences(id, found, version).some((one) => !looked.includes(one.id)))
        return refuse('refused', 'not-looked-at');
      const signed = sign(id, found, version);
      change(id, { state: 'reviewed', signedAt: find(id)?.signedAt ?? signed.at });
      tell('notes.changed', { id });
      return signed;
    },
    'notes.signed': ({ id }) => {
      book(id);
      return signatures.get(id) ?? [];
    },
    'notes.correctPatient': ({ id, patient }) => {
      change(id, { patient });
      const found = noteOf(id)!;
      add(id, found, {
        made: 'patient',
        basedOn: found.head,
        kept: true,
        sections: versionOf(found, found.head).sections,
      });
      return state(id);
    },
  };
}
