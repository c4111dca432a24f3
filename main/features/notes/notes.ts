/** The note as a document: edited in versions, compared, restored, signed. Every deed is one transaction; nothing kept is ever changed. */

import { Failure } from '../../../shared/failure.ts';
import type { AccountState } from '../../../shared/model/account/account.ts';
import type { NeutralEntity, NeutralNote } from '../../../shared/model/export/export.ts';
import type { Checks, Difference } from '../../../shared/model/note/checks.ts';
import type { Addition } from '../../../shared/model/note/findings.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';
import type {
  NoteBranch,
  NoteState,
  NoteVersion,
  SectionDiff,
  Signed,
} from '../../../shared/model/note/note-versions.ts';
import type { Patient } from '../../../shared/model/visit.ts';
import type { Clock, Random } from '../../infrastructure/ports.ts';
import type { VisitDetails, VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { VersionRow } from '../../infrastructure/store/tables/note-versions.ts';
import { presentSigned } from '../../infrastructure/store/tables/signatures.ts';
import { fold } from './additions.ts';
import { canonical, saysTheSame, sha256 } from './neutral.ts';
import { transcriptOf } from './speech.ts';
import { assemble, type Branch, noteOf, presentBranch, sameWords } from './versions/branches.ts';
import { diffSections } from './versions/diff.ts';
import { checkSignable, hindrancesOf, neutralOf, signedAs } from './versions/sign.ts';
import { standing } from './versions/superseded.ts';

export type NotesDeps = {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly store: Pick<
    Store,
    'visits' | 'notes' | 'noteVersions' | 'signatures' | 'settings' | 'transaction'
  >;
  readonly account: () => AccountState;
  readonly guards: Checks;
  /** What the doctor decided at the code desk about this visit's note, in the neutral form. */
  readonly decisions: (visitId: string) => readonly NeutralEntity[];
  /** The note of this visit was edited or signed. */
  readonly changed: (visitId: string) => void;
  /** So was what the list of visits shows of it. */
  readonly visitChanged: (visitId: string) => void;
};

type OfBranch = { readonly id: string; readonly branch: string };
type OfVersion = { readonly branch: string; readonly version: number };

/** All throw Failure `missing` / `no-consultation`, `refused` / `no-note-yet`, `missing` / `no-branch` or `no-version`, and what the store throws. */
export type NotesPart = {
  state(id: string): NoteState;
  version(id: string, at: OfVersion): NoteVersion;
  /** Throws Failure `busy` / `stale` for an old rev, `refused` / `not-editable`. */
  edit(
    at: OfBranch & { readonly rev: number; readonly sections: readonly NoteSection[] },
  ): NoteBranch;
  /** What was added to a line of the machine's note: replaces `before` in whatever was made of it. `row.details` must have it already. */
  added(id: string, after: Addition, before: Addition | undefined): void;
  keep(at: OfBranch): NoteBranch;
  /** Throws like `edit`. */
  restore(at: OfBranch & { readonly rev: number; readonly version: number }): NoteBranch;
  diff(id: string, from: OfVersion, to: OfVersion): SectionDiff[];
  /** Throws Failure `refused` / `not-the-note`. */
  choose(at: OfBranch): NoteState;
  guards(id: string, at: OfVersion): readonly Difference[];
  /** Throws what `checkSignable` throws. */
  sign(at: OfBranch & { readonly version: number; readonly looked: readonly string[] }): Signed;
  signed(id: string): readonly Signed[];
  /** What stands in the editor, as it would be signed now, marked as a draft. Throws Failure `refused` / `not-the-note` where no document is one. */
  draft(id: string): {
    readonly branch: string;
    readonly version: number;
    readonly note: NeutralNote;
  };
  correctPatient(id: string, patient: Patient): NoteState;
  /** Throws Failure `refused` / `other-patient`, `same-visit`. */
  join(id: string, other: string): NoteState;
  part(id: string, other: string): NoteState;
};

/** A draft that rested for so long is kept, and what is typed now is a version of its own; milliseconds. */
const PAUSE = 5 * 60_000;

type Open = {
  readonly row: VisitRow;
  readonly note: Note;
  readonly branches: readonly Branch[];
};

export function createNotesPart({
  clock,
  random,
  store,
  account,
  guards,
  decisions,
  changed,
  visitChanged,
}: NotesDeps): NotesPart {
  function open(id: string): Open {
    const row = store.visits.get(id);
    if (!row)
      throw new Failure('missing', 'There is no such visit on this computer.', {
        detail: 'no-consultation',
      });
    const note = store.notes.get(id);
    if (!note)
      throw new Failure('refused', 'This visit has no note yet.', { detail: 'no-note-yet' });
    const kept = store.noteVersions
      .branches(id)
      .map((branch) => ({ row: branch, versions: store.noteVersions.versions(id, branch.branch) }));
    const { phrases } = store.settings.get();
    return {
      row,
      note,
      branches: assemble(note, kept, {
        language: row.details.outputLanguage,
        dictionary: phrases.dictionary,
        additions: row.details.additions ?? [],
      }),
    };
  }

  const branchOf = ({ branches }: Open, branch: string): Branch => {
    const found = branches.find((one) => one.branch === branch);
    if (!found)
      throw new Failure('missing', 'This document is no longer part of the note.', {
        detail: 'no-branch',
      });
    return found;
  };
  const versionOf = ({ versions }: Branch, number: number): VersionRow => {
    const found = versions.find((one) => one.number === number);
    if (!found)
      throw new Failure('missing', 'There is no such version of this note.', {
        detail: 'no-version',
      });
    return found;
  };

  /** What the machine wrote gets its rows with the first deed, and the branch its next rev. */
  function write(
    id: string,
    { branch, rev, root, versions, fresh }: Branch,
    ...rows: readonly VersionRow[]
  ): void {
    store.noteVersions.putBranch(id, { branch, rev: rev + 1, root });
    for (const row of versions.filter(({ number }) => fresh.includes(number)))
      store.noteVersions.put(id, branch, row);
    for (const row of rows) store.noteVersions.put(id, branch, row);
  }

  /** The same branch once more, as it is stored now. */
  const again = (id: string, branch: string) => branchOf(open(id), branch);
  const editable = (found: Branch): Branch => {
    if (found.root.purpose === 'transcript')
      throw new Failure('refused', 'What was said stays as it was said.', {
        detail: 'not-editable',
      });
    return found;
  };
  const upToDate = (found: Branch, rev: number) => {
    if (found.rev !== rev)
      throw new Failure(
        'busy',
        'This note was changed in another window. Look again, then repeat what you did.',
        { detail: 'stale' },
      );
  };
  const nextNumber = ({ versions }: Branch) => versions.at(-1)!.number + 1;
  const byDoctor = (number: number, basedOn: number, sections: readonly NoteSection[]) => ({
    number,
    author: 'doctor' as const,
    at: clock.now(),
    who: account().clientId,
    basedOn,
    sections,
  });

  /** Keeps the draft; one that says what its ground says is dropped. True where there was one. */
  function settle(id: string, found: Branch): boolean {
    const draft = found.versions.find(({ kept }) => !kept);
    if (!draft) return false;
    const ground = found.versions.find(({ number }) => number === draft.basedOn);
    if (ground && sameWords(ground.sections, draft.sections)) {
      store.noteVersions.dropDraft(id, found.branch, draft.number);
      write(id, found);
    } else write(id, found, { ...draft, kept: true });
    return true;
  }

  /** Runs a deed on one branch in one transaction, and tells of it where it changed something. */
  function onBranch({ id, branch }: OfBranch, run: (found: Branch) => boolean): NoteBranch {
    const did = store.transaction(() => run(editable(again(id, branch))));
    if (did) changed(id);
    return presentBranch(again(id, branch));
  }

  function change(row: VisitRow, details: Partial<VisitDetails>): VisitRow {
    return store.visits.change(row.id, row.rev, { details: { ...row.details, ...details } });
  }

  function show(id: string): NoteState {
    const opened = open(id);
    const { row, note, branches } = opened;
    const [last] = store.signatures.list(id);
    const chosen = noteOf(branches, row.details.noteBranch);
    const profile = store.settings.get().exportProfile;
    return {
      visitId: id,
      branches: branches.map(presentBranch),
      note: chosen?.branch,
      ...(last && {
        signed: {
          id: last.id,
          visitId: id,
          branch: last.branch,
          version: last.version,
          at: last.at,
          who: last.who,
          sha256: last.sha256,
          practice: last.practice,
          changedSince: !stillSays(opened, chosen),
        },
      }),
      hindrances: chosen
        ? hindrancesOf({ note, row, version: chosen.head, account: account(), profile })
        : ['empty'],
      practice: note.practice,
      uncoded: chosen ? codesOf(id, chosen, chosen.head).uncoded : [],
      joined: (row.details.joined ?? []).filter((other) => store.visits.has(other)),
    };
  }

  /** Decided codes, but for those whose words the doctor took out or turned round since. */
  const codesOf = (id: string, { versions }: Branch, version: VersionRow) => {
    const machine = versions
      .filter(({ made }) => made === 'platform' || made === 'dictionary')
      .flatMap(({ sections }) => sections);
    return standing(decisions(id), machine, version.sections);
  };

  /** Whether what would be signed now is what was signed last. */
  function stillSays({ row }: Open, branch: Branch | undefined): boolean {
    const [last] = store.signatures.list(row.id).map(presentSigned);
    if (!last || !branch || last.branch !== branch.branch) return false;
    return saysTheSame(
      last.note,
      neutralOf({
        id: last.id,
        row,
        branch,
        version: branch.head,
        entities: codesOf(row.id, branch, branch.head).entities,
        profile: store.settings.get().exportProfile,
        signedAt: last.at,
      }),
    );
  }

  const differences = ({ note }: Open, { root }: Branch, { sections }: VersionRow) =>
    guards({ sections, transcript: transcriptOf(note), language: root.language });

  function sign({ id, branch, version, looked }: Parameters<NotesPart['sign']>[0]): Signed {
    const { row: signature, fresh } = store.transaction(() => {
      const before = open(id);
      const found = branchOf(before, branch);
      const asked = versionOf(found, version);
      const profile = store.settings.get().exportProfile;
      const hindrances = hindrancesOf({
        note: before.note,
        row: before.row,
        version: asked,
        account: account(),
        profile,
      });
      checkSignable({
        row: before.row,
        branch: found,
        version: asked,
        hindrances,
        differences: differences(before, found, asked),
        looked,
      });
      const [last] = store.signatures.list(id);
      if (
        last &&
        last.branch === branch &&
        last.version === version &&
        stillSays(before, found) &&
        signedAs(presentSigned(last).note, profile)
      )
        return { row: last, fresh: false };

      const at = clock.now();
      const name = random.uuid();
      const note = neutralOf({
        id: name,
        row: before.row,
        branch: found,
        version: asked,
        entities: codesOf(id, found, asked).entities,
        profile,
        signedAt: at,
      });
      const text = canonical(note);
      write(id, found, ...(asked.kept ? [] : [{ ...asked, kept: true }]));
      const row = {
        id: name,
        visitId: id,
        branch,
        version,
        at,
        who: account().clientId,
        sha256: sha256(text),
        canonical: text,
        looked: [...new Set(looked)],
        practice: before.note.practice,
      };
      store.signatures.add(row);
      const { details, rev } = before.row;
      store.visits.apply(id, rev, 'signed', {
        details: { ...details, signedAt: details.signedAt ?? at, noteBranch: branch },
      });
      return { row, fresh: true };
    });
    if (fresh) {
      changed(id);
      visitChanged(id);
    }
    return presentSigned(signature);
  }

  const samePatient = (one: Patient, other: Patient) =>
    plainly(one.name) === plainly(other.name) &&
    plainly(one.recordNumber ?? '') === plainly(other.recordNumber ?? '');

  /** Each of the two names the other, or neither does. */
  function together(id: string, other: string, joined: boolean): NoteState {
    store.transaction(() => {
      const [one, two] = [open(id).row, open(other).row];
      if (id === other)
        throw new Failure('invalid', 'A visit cannot be joined with itself.', {
          detail: 'same-visit',
        });
      if (joined && !samePatient(one.details.patient, two.details.patient))
        throw new Failure(
          'refused',
          'These visits are not of the same patient. Correct the patient first.',
          { detail: 'other-patient' },
        );
      const list = ({ details }: VisitRow, name: string) => [
        ...(details.joined ?? []).filter((known) => known !== name),
        ...(joined ? [name] : []),
      ];
      change(one, { joined: list(one, other) });
      change(two, { joined: list(two, id) });
    });
    changed(other);
    changed(id);
    return show(id);
  }

  const edit: NotesPart['edit'] = ({ rev, sections, ...at }) =>
    onBranch(at, (found) => {
      // Asked again: the answer was lost.
      if (sameWords(found.head.sections, sections)) return false;
      upToDate(found, rev);
      const draft = found.versions.find(({ kept }) => !kept);
      if (draft && clock.now() - draft.at <= PAUSE)
        write(at.id, found, { ...draft, at: clock.now(), who: account().clientId, sections });
      else if (draft)
        write(
          at.id,
          found,
          { ...draft, kept: true },
          { ...byDoctor(nextNumber(found), draft.number, sections), made: 'edit', kept: false },
        );
      else
        write(at.id, found, {
          ...byDoctor(nextNumber(found), found.head.number, sections),
          made: 'edit',
          kept: false,
        });
      return true;
    });

  return {
    state: show,
    version: (id, at) => {
      const { source: _source, ...version } = versionOf(branchOf(open(id), at.branch), at.version);
      return version;
    },
    edit,
    added(id, after, before) {
      for (const { branch, rev, root, head, fresh, versions } of open(id).branches) {
        // Without a row of its own yet, it is folded in whenever it is looked at.
        if (root.kind === 'emr' && root.purpose === 'note' && fresh.length < versions.length)
          edit({ id, branch, rev, sections: fold(head.sections, after, before) });
      }
    },
    keep: (at) => onBranch(at, (found) => settle(at.id, found)),
    restore: ({ rev, version, ...at }) =>
      onBranch(at, (found) => {
        const { sections } = versionOf(found, version);
        if (sameWords(found.head.sections, sections) && found.head.kept) return false;
        upToDate(found, rev);
        settle(at.id, found);
        const settled = again(at.id, at.branch);
        write(at.id, settled, {
          ...byDoctor(nextNumber(settled), version, sections),
          made: 'restore',
          kept: true,
        });
        return true;
      }),
    diff(id, from, to) {
      const opened = open(id);
      const [one, two] = [branchOf(opened, from.branch), branchOf(opened, to.branch)];
      return diffSections(
        versionOf(one, from.version).sections,
        versionOf(two, to.version).sections,
        { sameBranch: one === two, language: two.root.language },
      );
    },
    choose({ id, branch }) {
      store.transaction(() => {
        const opened = open(id);
        if (branchOf(opened, branch).root.purpose !== 'note')
          throw new Failure('refused', 'This document is not the note. Only the note is signed.', {
            detail: 'not-the-note',
          });
        change(opened.row, { noteBranch: branch });
      });
      changed(id);
      return show(id);
    },
    guards(id, at) {
      const opened = open(id);
      const found = branchOf(opened, at.branch);
      return differences(opened, found, versionOf(found, at.version));
    },
    sign,
    signed(id) {
      if (!store.visits.has(id))
        throw new Failure('missing', 'There is no such visit on this computer.', {
          detail: 'no-consultation',
        });
      return store.signatures.list(id).map(presentSigned);
    },
    draft(id) {
      const { row, branches } = open(id);
      const branch = noteOf(branches, row.details.noteBranch);
      if (!branch)
        throw new Failure('refused', 'This document is not the note. Only the note is signed.', {
          detail: 'not-the-note',
        });
      const { signedAt: _never, ...note } = neutralOf({
        id,
        row,
        branch,
        version: branch.head,
        entities: decisions(id),
        profile: store.settings.get().exportProfile,
        signedAt: 0,
      });
      return { branch: branch.branch, version: branch.head.number, note: { ...note, draft: true } };
    },
    correctPatient(id, patient) {
      store.transaction(() => {
        const opened = open(id);
        const [last] = store.signatures.list(id);
        change(opened.row, { patient });
        const found = last && opened.branches.find(({ branch }) => branch === last.branch);
        if (!found) return;
        settle(id, found);
        const settled = again(id, found.branch);
        write(id, settled, {
          ...byDoctor(nextNumber(settled), settled.head.number, settled.head.sections),
          made: 'patient',
          kept: true,
        });
      });
      changed(id);
      visitChanged(id);
      return show(id);
    },
    join: (id, other) => together(id, other, true),
    part: (id, other) => together(id, other, false),
  };
}

const plainly = (text: string) => text.trim().replace(/\s+/gu, ' ').toLowerCase();
