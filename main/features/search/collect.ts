/**
 * Gathers the words of visits of one block, each word once, and turns them into tokens with the
 * visits that hold them: a batch costs what its different words cost, not its text.
 */
import {
  addPlace,
  BLOCK,
  createPostings,
  MAP_BYTES,
  type PlaceMap,
  type Postings,
} from '../../infrastructure/store/search-places.ts';
import {
  beginnings,
  counted,
  type TokenField,
  tokenOf,
  type WordDigest,
  wordsOf,
} from './tokens.ts';
import type { VisitTexts } from './visit-texts.ts';

export type Batch = {
  add(place: number, texts: VisitTexts): void;
  /** True once its words take as much memory as they may. */
  isFull(): boolean;
  /** Pauses after a few milliseconds of work. */
  postings(): Generator<void, Postings, void>;
};
/** Words of the vault, remembered from batch to batch: most of them come again. */
export type KnownWords = (field: TokenField, word: string) => readonly number[];

/** A word takes about 200 bytes, its tokens 700. */
const MOST_WORDS = 40_000;
/** About 5 ms of work. */
const WORDS_A_TURN = 200;
/** Fields in which a word is found by its beginnings, too; of others the whole counts. */
const BY_BEGINNINGS: readonly TokenField[] = ['word', 'patient', 'code'];

export function createBatch(known: KnownWords): Batch {
  const fields = new Map<TokenField, Map<string, PlaceMap>>();
  let words = 0;
  const mark = (field: TokenField, word: string, place: number) => {
    const places = fields.get(field) ?? new Map<string, PlaceMap>();
    fields.set(field, places);
    let map = places.get(word);
    if (!map) {
      map = new Uint8Array(MAP_BYTES);
      places.set(word, map);
      words++;
    }
    addPlace(map, place % BLOCK);
  };
  const markAll = (field: TokenField, place: number, text: string) => {
    for (const word of wordsOf(text)) mark(field, counted(word), place);
  };
  return {
    add(place, { patient, texts, codes, templates, day }) {
      markAll('patient', place, patient);
      for (const text of [patient, ...texts, ...codes]) markAll('word', place, text);
      markAll('code', place, codes.join('\n'));
      for (const template of templates) mark('template', template, place);
      mark('day', day, place);
      mark('month', day.slice(0, 7), place);
      mark('year', day.slice(0, 4), place);
    },
    isFull: () => words >= MOST_WORDS,
    *postings() {
      const postings = createPostings();
      let done = 0;
      for (const [field, places] of fields)
        for (const [word, map] of places) {
          for (const token of known(field, word)) postings.add(token, map);
          if (++done % WORDS_A_TURN === 0) yield;
        }
      return postings;
    },
  };
}

/** Words remembered for sure; up to twice as many in all, 10 MB of memory. */
const REMEMBERED_WORDS = 20_000;

export function rememberWords(digest: WordDigest): KnownWords {
  // Two of them: what was asked since the last change stays when the older one goes.
  let [recent, older] = [
    new Map<string, readonly number[]>(),
    new Map<string, readonly number[]>(),
  ];
  return (field, word) => {
    const name = `${field}\0${word}`;
    const known = recent.get(name);
    if (known) return known;
    const tokens = older.get(name) ?? tokensOf(digest, field, word);
    if (recent.size >= REMEMBERED_WORDS) [recent, older] = [new Map(), recent];
    recent.set(name, tokens);
    return tokens;
  };
}

const tokensOf = (digest: WordDigest, field: TokenField, word: string): readonly number[] =>
  (BY_BEGINNINGS.includes(field) ? beginnings(word) : [word]).map((each) =>
    tokenOf(digest, field, each),
  );
