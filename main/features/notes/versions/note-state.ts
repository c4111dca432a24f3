/**
 * Presents a visit's note as pages see it: branches, signature, hindrances, codes that no longer
 * hold.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type { DecidedEntity, LeavingRow } from '../../../../shared/model/export/leaving.ts';
import type { Difference } from '../../../../shared/model/note/checks.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import { readable } from '../../../../shared/model/note/note-layout.ts';
import type { NoteState } from '../../../../shared/model/note/note-versions.ts';
import type { VersionRow } from '../../../infrastructure/store/tables/note-versions.ts';
import {
  presentSigned,
  type SignatureRow,
} from '../../../infrastructure/store/tables/signatures.ts';
import type { NotesDeps } from '../deps.ts';
import { saysTheSame } from '../neutral.ts';
import { transcriptOf } from '../speech.ts';
import { type Branch, isFallback, noteOf, presentBranch } from './branches.ts';
import { heardIn } from './heard-words.ts';
import { asSigned, leavingRows } from './leaving.ts';
import { type OpenNote, openWords } from './open-note.ts';
import { seenFacts } from './seen.ts';
import { hindrancesOf, neutralOf } from './sign.ts';
import { type CurrentCodes, withoutSuperseded } from './superseded.ts';

export function noteState(all: NotesDeps, id: string): NoteState {
  const { store, account } = all;
  const decided = all.decisions(id);
  const deps = { ...all, decisions: () => decided };
  const opened = openWords(deps, id);
  const { row, note, branches } = opened;
  const [last] = store.signatures.list(id);
  const chosen = noteOf(branches, row.details.noteBranch);
  const profile = store.settings.get().exportProfile;
  const codes = chosen && codesOf(deps, id, chosen, chosen.head);
  return {
    visitId: id,
    branches: branches.map(presentBranch),
    note: chosen?.branch,
    ...(last && {
      signed: presentSignature(last, standingOf(deps, opened, chosen)),
    }),
    facts: seenFacts(deps, opened),
    hindrances: chosen
      ? hindrancesOf({ note, row, version: chosen.head, account: account(), profile })
      : ['empty'],
    practice: note.practice,
    uncoded: codes?.uncoded ?? [],
    leaving: codes?.leaving() ?? [],
    joined: (row.details.joined ?? []).filter((other) => store.visits.has(other)),
  };
}

function presentSignature(
  { id, visitId, branch, version, at, who, sha256, practice }: SignatureRow,
  standing: Standing,
): NonNullable<NoteState['signed']> {
  return { id, visitId, branch, version, at, who, sha256, practice, ...standing };
}

/**
 * Decided codes; a code becomes `pending` where the doctor took its words out or turned them round
 * since.
 */
export function codesOf(
  { decisions }: NotesDeps,
  id: string,
  { versions }: Branch,
  version: VersionRow,
): CodesOfVersion {
  const machine = versions
    .filter(({ made }) => made === 'platform' || made === 'dictionary')
    .flatMap(({ sections }) => readable(sections));
  const signed = readable(version.sections);
  const { entities, uncoded } = withoutSuperseded(decisions(id), machine, signed);
  const leaves = asSigned(entities, signed);
  return {
    entities: leaves.entities,
    uncoded,
    leaving: () => leavingRows(leaves, { sections: signed, without: uncoded }),
  };
}

type CodesOfVersion = CurrentCodes<DecidedEntity> & { readonly leaving: () => LeavingRow[] };

type Standing = Pick<NonNullable<NoteState['signed']>, 'changedSince' | 'sameText'>;

/** What the note that would be signed now has in common with the last signature. */
export function standingOf(
  deps: NotesDeps,
  { row }: OpenNote,
  branch: Branch | undefined,
): Standing {
  const [last] = deps.store.signatures.list(row.id).map(presentSigned);
  if (!last || !branch || last.branch !== branch.branch)
    return { changedSince: true, sameText: false };
  const now = neutralOf({
    id: last.id,
    row,
    branch,
    version: branch.head,
    entities: codesOf(deps, row.id, branch, branch.head).entities,
    profile: deps.store.settings.get().exportProfile,
    signedAt: last.at,
  });
  return {
    changedSince: !saysTheSame(last.note, now),
    sameText: saysTheSame(last.note, { ...now, patient: last.note.patient }),
  };
}

/** What the recogniser was unsure of in a version, and differences between it and the transcript. */
export const checkVersion = (
  { checks }: NotesDeps,
  opened: OpenNote,
  branch: Branch,
  { sections }: VersionRow,
): readonly Difference[] => {
  const { language } = branch.root;
  const { differences, wordedAnew } = heardIn(wordsFor(opened, branch), branch, sections);
  const others = checks({
    sections: readable(sections),
    transcript: transcriptFor(opened, branch),
    language,
  });
  return [
    // In a draft of this computer a name is put right by editing it.
    ...(isFallback(branch) ? differences.map(({ putIn: _, ...one }) => one) : differences),
    // Who words anew what was doubted says other than the transcript on purpose.
    ...others.map((one) =>
      isMeant(one, wordedAnew) ? { ...one, isUncertain: true as const } : one,
    ),
  ];
};

const isMeant = ({ inNote, inTranscript }: Difference, wordedAnew: readonly Span[]): boolean =>
  inNote !== '' &&
  inTranscript !== undefined &&
  wordedAnew.some(
    ({ start, end }) => start < inTranscript.span.end && inTranscript.span.start < end,
  );

/** A draft of this computer is held against its own transcript, not the platform's. */
export function transcriptFor(opened: OpenNote, branch: Branch): string | undefined {
  const of = wordsFor(opened, branch);
  return of && transcriptOf(of);
}

const wordsFor = ({ note, draft }: OpenNote, branch: Branch): Note | undefined =>
  isFallback(branch) ? draft : note;
