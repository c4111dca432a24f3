/**
 * One spelling for the scripts of India: the same word typed with another sign, in another Unicode
 * form or with signs that nobody sees. One function for the tables of words, for the terms of a
 * release and for a question.
 */

/**
 * Stored in an index beside `NORMALISER`. An index without a word of these scripts is the same under
 * any version, so the lists in the box need not be made anew.
 */
export const SCRIPTS = 1;

/** The nine blocks of Unicode from Devanagari to Malayalam have one layout, 128 places each. */
const FIRST = 0x0900;
const BEHIND = 0x0d80;
const BLOCK = 0x80;
/** Places within a block. */
const CANDRABINDU = 0x01;
const ANUSVARA = 0x02;
const VISARGA = 0x03;
const NUKTA = 0x3c;
const VIRAMA = 0x4d;
const FIRST_DIGIT = 0x66;
const KA = 0x15;
const HA = 0x39;
/** The nasal of a row of stops; before a stop it is written as an anusvara too. */
const NASALS: ReadonlySet<number> = new Set([0x19, 0x1e, 0x23, 0x28, 0x2e]);
const SEMIVOWELS: ReadonlySet<number> = new Set([0x2f, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x39]);
/** Long i and u, as letters and as signs, which are confused where scripts of the north are typed. */
const SHORTENED: ReadonlyMap<number, number> = new Map([
  [0x08, 0x07],
  [0x0a, 0x09],
  [0x40, 0x3f],
  [0x42, 0x41],
]);
const TAMIL = 0x0b80;
const MALAYALAM = 0x0d00;
const BENGALI = 0x0980;
const GURMUKHI = 0x0a00;

/** Letters of one block alone. Chillus of Malayalam are a consonant and a virama. */
const OTHERS: ReadonlyMap<number, string> = new Map([
  [BENGALI + 0x4e, '\u09a4\u09cd'],
  [BENGALI + 0x70, '\u09b0'],
  [GURMUKHI + 0x70, '\u0a02'],
  [GURMUKHI + 0x71, ''],
  [MALAYALAM + 0x7a, '\u0d23\u0d4d'],
  [MALAYALAM + 0x7b, '\u0d28\u0d4d'],
  [MALAYALAM + 0x7c, '\u0d30\u0d4d'],
  [MALAYALAM + 0x7d, '\u0d32\u0d4d'],
  [MALAYALAM + 0x7e, '\u0d33\u0d4d'],
  [MALAYALAM + 0x7f, '\u0d15\u0d4d'],
]);

/** Joiners, spaces without width, soft hyphen, byte order mark. */
const UNSEEN = /[\u200b-\u200d\u2060\ufeff\u00ad]/;
export const INDIAN = /[\u0900-\u0d7f]/;

export type Folded = {
  readonly text: string;
  /** For each unit of `text`, and for its end, the place in the text that was folded. */
  readonly places: readonly number[];
};

export const foldScripts = (text: string): string =>
  INDIAN.test(text) ? fold(text, oneSpelling).text : text;

/** With the way back to the places of the text as it was typed. */
export const foldWithPlaces = (text: string): Folded =>
  INDIAN.test(text) ? fold(text, oneSpelling) : unchanged(text);

/**
 * The forms of Unicode, nuktas and unseen signs alone: spellings stay, so that a pattern with words
 * of these scripts still finds them.
 */
export const unifyScripts = (text: string): string =>
  INDIAN.test(text) ? fold(text, oneForm).text : text;

export const unifyWithPlaces = (text: string): Folded =>
  INDIAN.test(text) ? fold(text, oneForm) : unchanged(text);

const unchanged = (text: string): Folded => ({
  text,
  places: Array.from({ length: text.length + 1 }, (_, at) => at),
});

function fold(text: string, letters: (unit: string) => string): Folded {
  const out: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (!isIndian(text.charCodeAt(at))) {
      if (UNSEEN.test(unit)) continue;
      out.push(unit);
      places.push(at);
      continue;
    }
    for (const part of unit.normalize('NFD'))
      for (const one of letters(part)) {
        if (letters === oneSpelling && isStop(one)) nasalToAnusvara(out, places);
        out.push(one);
        places.push(at);
      }
  }
  places.push(text.length);
  return { text: out.join(''), places };
}

const blockOf = (code: number) => code - (code % BLOCK);
const isIndian = (code: number) => code >= FIRST && code < BEHIND;

function oneForm(unit: string): string {
  const code = unit.charCodeAt(0);
  if (!isIndian(code)) return unit;
  return code - blockOf(code) === NUKTA ? '' : (OTHERS.get(code) ?? unit);
}

/** Nothing, or the letters that stand for this one. */
function oneSpelling(unit: string): string {
  const code = unit.charCodeAt(0);
  const form = oneForm(unit);
  if (!isIndian(code) || form !== unit) return form;
  const block = blockOf(code);
  const place = code - block;
  // In Tamil it is a letter of its own.
  if (place === VISARGA) return block === TAMIL ? unit : '';
  if (place === CANDRABINDU) return String.fromCharCode(block + ANUSVARA);
  if (place >= FIRST_DIGIT && place < FIRST_DIGIT + 10) return String(place - FIRST_DIGIT);
  const short = block < TAMIL ? SHORTENED.get(place) : undefined;
  return short === undefined ? unit : String.fromCharCode(block + short);
}

function isStop(unit: string): boolean {
  const code = unit.charCodeAt(0);
  const place = code % BLOCK;
  return (
    isIndian(code) && place >= KA && place < HA && !NASALS.has(place) && !SEMIVOWELS.has(place)
  );
}

/** A nasal and a virama before a stop: the anusvara. Tamil and Malayalam write it in one way. */
function nasalToAnusvara(out: string[], places: number[]): void {
  const virama = out.at(-1)?.charCodeAt(0) ?? 0;
  const nasal = out.at(-2)?.charCodeAt(0) ?? 0;
  const block = blockOf(nasal);
  if (block === TAMIL || block === MALAYALAM || !isIndian(nasal)) return;
  if (virama !== block + VIRAMA || !NASALS.has(nasal - block)) return;
  out.splice(-2, 2, String.fromCharCode(block + ANUSVARA));
  places.pop();
}

const ENDS_IN_SIGNS = /(?<!\p{M})\p{M}+$/u;

/** A word of these scripts without the signs at its end, which change with its case and number. */
export const stemOf = (folded: string): string => folded.replace(ENDS_IN_SIGNS, '');

/** Letters that carry a syllable. */
export const lettersIn = (word: string): number => word.match(/\p{L}/gu)?.length ?? 0;

/** Spellings of Indian words in Latin letters that sound alike: `khaansi`, `khansi`. */
export const foldLatin = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'\u2019]/g, '')
    .replace(/ee|ii/g, 'i')
    .replace(/oo|uu/g, 'u')
    .replace(/([a-z])\1+/g, '$1')
    .replace(/ph/g, 'f')
    .replace(/w/g, 'v')
    .replace(/z(?!h)/g, 'j');
