/** Whether a value lies outside the range that the report itself gives; silent wherever either cannot be read for certain. */

/** `range`: two numbers with a dash between them, nothing else. */
export function ports(value: string, range: string): 'low' | 'high' | undefined {
  const found = /^\s*(\d+(?:\.\d+)?)\s*(?:-|–|to)\s*(\d+(?:\.\d+)?)\s*$/.exec(range);
  if (!found || !/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return undefined;
  const [low, high, at] = [Number(found[1]), Number(found[2]), Number(value)];
  if (low > high) return undefined;
  return at < low ? 'low' : at > high ? 'high' : undefined;
}
