/** Everything that a visit can be found by. */
import { createHash } from 'node:crypto';
import { dayAt } from '../../../shared/calendar-day.ts';
import { asFailure } from '../../../shared/failure.ts';
import { sectionsOf } from '../../../shared/model/note/note-sections.ts';
import type { VisitDetails, VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { WordDigest } from './tokens.ts';

export type VisitTexts = {
  readonly patient: string;
  readonly texts: readonly string[];
  readonly codes: readonly string[];
  readonly templates: readonly string[];
  readonly day: string;
};

export type TextsDeps = {
  readonly store: Pick<Store, 'notes' | 'noteVersions' | 'decisions'>;
};

/** What is damaged is left out; throws Failure `locked` while the vault is. */
export function textsOf({ store }: TextsDeps, { id, details }: VisitRow): VisitTexts {
  const codes = whatOpens(() => acceptedCodes(store, id));
  return {
    patient: patientText(details),
    texts: [
      ...whatOpens(() => machineTexts(store, id)),
      ...whatOpens(() => doctorTexts(store, id)),
      ...codes.map(({ name }) => name),
    ],
    codes: codes.map(({ code }) => code),
    templates: details.templates,
    day: dayAt(details.createdAt),
  };
}

function whatOpens<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch (error) {
    const { code, detail } = asFailure(error);
    if (code === 'locked' && detail !== 'key-of-visit-missing') throw error;
    return [];
  }
}

const patientText = ({ patient }: VisitDetails) =>
  [patient.name, patient.recordNumber, patient.abhaNumber, patient.abhaAddress]
    .filter(Boolean)
    .join('\n');

function machineTexts({ notes }: TextsDeps['store'], id: string): string[] {
  return (notes.get(id)?.documents ?? []).flatMap((document) =>
    sectionsOf(document).flatMap(({ title, text }) => [title, text]),
  );
}

/** What a doctor wrote: the newest version of each branch. */
function doctorTexts({ noteVersions }: TextsDeps['store'], id: string): string[] {
  return noteVersions.branches(id).flatMap(({ branch }) => {
    const newest = noteVersions.versions(id, branch).at(-1);
    return newest?.sections.flatMap(({ title, text }) => [title, text]) ?? [];
  });
}

/** The last decision about an entity counts. */
function acceptedCodes({ decisions }: TextsDeps['store'], id: string) {
  const last = new Map(decisions.list(id).map((row) => [row.decision.entityId, row.decision]));
  return [...last.values()].flatMap(({ verdict, codes }) => (verdict === 'rejected' ? [] : codes));
}

/** Tells whether the words are the ones that were indexed. */
export const digestOf = (digest: WordDigest, texts: VisitTexts): Buffer =>
  digest(`texts\0${createHash('sha256').update(JSON.stringify(texts)).digest('base64')}`).subarray(
    0,
    16,
  );
