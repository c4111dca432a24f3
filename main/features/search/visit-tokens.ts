/** Everything that a visit can be found by, as tokens. */
import { createHash } from 'node:crypto';
import { asFailure } from '../../../shared/failure.ts';
import { dayAt } from '../../../shared/model/clinic/user-rules.ts';
import { sectionsOf } from '../../../shared/model/note/note-sections.ts';
import type { VisitDetails, VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { beginnings, type TokenField, tokenOf, type WordDigest, wordsOf } from './tokens.ts';

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

export type Tokenise = (texts: VisitTexts) => Set<number>;

/** Words remembered while a batch is indexed: most words stand in many visits. */
const REMEMBERED_WORDS = 20_000;

export function createTokenise(digest: WordDigest): Tokenise {
  const known = new Map<string, readonly number[]>();
  const tokensOf = (field: TokenField, word: string): readonly number[] => {
    const name = `${field}\0${word}`;
    let tokens = known.get(name);
    if (!tokens) {
      tokens = beginnings(word).map((beginning) => tokenOf(digest, field, beginning));
      if (known.size >= REMEMBERED_WORDS) known.clear();
      known.set(name, tokens);
    }
    return tokens;
  };
  return ({ patient, texts, codes, templates, day }) => {
    const tokens = new Set<number>();
    const add = (field: TokenField, text: string) => {
      for (const word of new Set(wordsOf(text)))
        for (const token of tokensOf(field, word)) tokens.add(token);
    };
    add('patient', patient);
    add('word', [patient, ...texts, ...codes].join('\n'));
    add('code', codes.join('\n'));
    for (const template of templates) tokens.add(tokenOf(digest, 'template', template));
    tokens.add(tokenOf(digest, 'day', day));
    tokens.add(tokenOf(digest, 'month', day.slice(0, 7)));
    tokens.add(tokenOf(digest, 'year', day.slice(0, 4)));
    return tokens;
  };
}
