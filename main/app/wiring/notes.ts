/**
 * Wires the note as a document: versions and signatures, checks before signing, evidence in the
 * transcript.
 */
import { createDrugWords } from '../../features/coding/extraction/medicines/drug-words.ts';
import { createChecks } from '../../features/notes/checks/checks.ts';
import { createEvidence } from '../../features/notes/evidence/evidence.ts';
import { shortForms } from '../../features/notes/evidence/short-forms.ts';
import { createReader } from '../../features/notes/evidence/words.ts';
import { createNotesFeature } from '../../features/notes/notes.ts';
import type { SignatureRow } from '../../infrastructure/store/tables/signatures.ts';
import { checkDeps } from '../check-deps.ts';
import type { CodingParts } from './coding.ts';
import type { Core } from './core.ts';
import type { PlatformParts } from './platform.ts';

export type NoteParts = ReturnType<typeof wireNotes>;

export function wireNotes(
  { ports, store, notify, visits }: Core,
  { account }: PlatformParts,
  { terminology, extraction, desk, wordsOf }: CodingParts,
  signed: (signature: SignatureRow) => void,
) {
  const isDrug = createDrugWords(terminology);
  const checks = createChecks(checkDeps(extraction, isDrug));
  const reader = createReader({ wordsOf, shorts: shortForms });
  const evidence = createEvidence(reader);
  const notes = createNotesFeature({
    clock: ports.clock,
    random: ports.random,
    store,
    account: () => account.state(),
    checks,
    decisions: desk.neutral,
    leaveAs: desk.leaveAs,
    signed,
    changed: (id) => notify('notes.changed', { id }),
    visitChanged: visits.changed,
  });
  return { isDrug, checks, reader, evidence, notes };
}
