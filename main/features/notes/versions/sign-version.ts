/**
 * Signs a version: checks it, stores the signature and the visit's new state in one transaction.
 */
import type { Seen, Signed } from '../../../../shared/model/note/note-versions.ts';
import type { VersionRow } from '../../../infrastructure/store/tables/note-versions.ts';
import {
  presentSigned,
  type SignatureRow,
} from '../../../infrastructure/store/tables/signatures.ts';
import type { BranchAddress, NotesDeps } from '../deps.ts';
import { canonical, sha256 } from '../neutral.ts';
import type { Branch } from './branches.ts';
import { checkVersion, codesOf, standingOf } from './note-state.ts';
import { branchOf, type OpenNote, openWords, versionOf, writeVersions } from './open-note.ts';
import { checkSeen } from './seen.ts';
import { checkSignable, hindrancesOf, neutralOf, signedAs, signerOf } from './sign.ts';

/** `looked`: ids of the differences that the doctor looked at; `seen`: what was in view. */
export type SignInput = BranchAddress & {
  readonly version: number;
  readonly seen: Seen;
  readonly looked: readonly string[];
};

/**
 * Returns the last signature where it says the same already. Throws what `checkSignable` and
 * `checkSeen` throw.
 */
export function signVersion(deps: NotesDeps, input: SignInput): Signed {
  const { id } = input;
  const { row, isNew } = deps.store.transaction(() => signOnce(deps, input));
  if (isNew) {
    deps.changed(id);
    deps.visitChanged(id);
  }
  return presentSigned(row);
}

function signOnce(
  deps: NotesDeps,
  input: SignInput,
): { readonly row: SignatureRow; readonly isNew: boolean } {
  const { id, branch, version, looked, seen } = input;
  const { store, account } = deps;
  const opened = openWords(deps, id);
  const found = branchOf(opened, branch);
  const asked = versionOf(found, version);
  const profile = store.settings.get().exportProfile;
  checkSignable({
    row: opened.row,
    branch: found,
    version: asked,
    hindrances: hindrancesOf({
      note: opened.note,
      row: opened.row,
      version: asked,
      account: account(),
      profile,
    }),
    differences: checkVersion(deps, opened, found, asked),
    looked,
  });
  checkSeen(deps, opened, found, seen);
  const [last] = store.signatures.list(id);
  if (
    last &&
    last.branch === branch &&
    last.version === version &&
    !standingOf(deps, opened, found).changedSince &&
    signedAs(presentSigned(last).note, profile)
  )
    return { row: last, isNew: false };
  return { row: storeSignature(deps, input, { opened, found, asked }), isNew: true };
}

type Signable = {
  readonly opened: OpenNote;
  readonly found: Branch;
  readonly asked: VersionRow;
};

function storeSignature(
  deps: NotesDeps,
  { id, branch, version, looked }: SignInput,
  { opened, found, asked }: Signable,
): SignatureRow {
  const { clock, random, store, account } = deps;
  const at = clock.now();
  const signatureId = random.uuid();
  const text = canonical(
    neutralOf({
      id: signatureId,
      row: opened.row,
      branch: found,
      version: asked,
      entities: codesOf(deps, id, found, asked).entities,
      profile: store.settings.get().exportProfile,
      signedAt: at,
    }),
  );
  writeVersions(deps, id, found, ...(asked.kept ? [] : [{ ...asked, kept: true }]));
  const row: SignatureRow = {
    id: signatureId,
    visitId: id,
    branch,
    version,
    at,
    who: signerOf(account()),
    sha256: sha256(text),
    canonical: text,
    looked: [...new Set(looked)],
    practice: opened.note.practice,
  };
  store.signatures.add(row);
  const { details, rev } = opened.row;
  store.visits.apply(id, rev, 'signed', {
    details: { ...details, signedAt: details.signedAt ?? at, noteBranch: branch },
  });
  deps.signed?.(row);
  return row;
}
