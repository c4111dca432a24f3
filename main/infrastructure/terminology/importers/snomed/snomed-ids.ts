/** Identifiers of SNOMED CT: their check digit, and sets of very many of them. */

/**
 * The group of the symmetries of a pentagon, and how a digit is moved by its place (J. Verhoeff,
 * 1969; SNOMED CT RF2 specification, "Check-digit").
 */
function product(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : ((a + b - 5) % 5) + 5;
  return b < 5 ? ((a - b) % 5) + 5 : (a - b + 5) % 5;
}
const MOVED = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
const sums = new Uint8Array(100).map((_, at) => product(Math.floor(at / 10), at % 10));
const moves = new Uint8Array(80);
for (let digit = 0; digit < 10; digit++) {
  let moved = digit;
  for (let place = 0; place < 8; place++) {
    moves[place * 10 + digit] = moved;
    moved = MOVED[moved] ?? 0;
  }
}

/** 6 to 18 digits, the last of which agrees with the others. */
export function isSnomedId(id: string): boolean {
  const { length } = id;
  if (length < 6 || length > 18 || id.charCodeAt(0) === 48) return false;
  let check = 0;
  for (let at = 0; at < length; at++) {
    const digit = id.charCodeAt(length - 1 - at) - 48;
    if (digit < 0 || digit > 9) return false;
    check = sums[check * 10 + (moves[(at % 8) * 10 + digit] ?? 0)] ?? 0;
  }
  return check === 0;
}

/** The two digits before the last tell the kind: 0 a concept, 1 a description, 2 a relationship. */
export const isConceptId = (id: string): boolean =>
  isSnomedId(id) && /^[01]0$/.test(id.slice(-3, -1));
export const isDescriptionId = (id: string): boolean =>
  isSnomedId(id) && /^[01]1$/.test(id.slice(-3, -1));

/**
 * A set of ids that are all added before the first look-up: eight bytes each, where a set of texts
 * takes seventy.
 */
export function idSet(): { add(id: string): void; has(id: string): boolean } {
  let ids = new BigUint64Array(1 << 12);
  let size = 0;
  let sorted = true;
  return {
    add(id) {
      if (size === ids.length) {
        const larger = new BigUint64Array(ids.length * 2);
        larger.set(ids);
        ids = larger;
      }
      ids[size++] = BigInt(id);
      sorted = false;
    },
    has(id) {
      if (!sorted) {
        ids.subarray(0, size).sort();
        sorted = true;
      }
      const wanted = BigInt(id);
      let low = 0;
      let high = size;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((ids[middle] ?? 0n) < wanted) low = middle + 1;
        else high = middle;
      }
      return low < size && ids[low] === wanted;
    },
  };
}
