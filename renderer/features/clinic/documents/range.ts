/**
 * Compares a value with the range that the report itself gives; returns nothing if either cannot be
 * read for certain.
 */

const RANGE = /^\s*(\d+(?:\.\d+)?)\s*(?:-|–|to)\s*(\d+(?:\.\d+)?)\s*$/;
const NUMBER = /^\s*\d+(?:\.\d+)?\s*$/;

/** `range`: two numbers with a dash between them, nothing else. */
export function outOfRange(value: string, range: string): 'low' | 'high' | undefined {
  const limits = RANGE.exec(range);
  if (!limits || !NUMBER.test(value)) return undefined;
  const [low, high, number] = [Number(limits[1]), Number(limits[2]), Number(value)];
  if (low > high) return undefined;
  if (number < low) return 'low';
  return number > high ? 'high' : undefined;
}
