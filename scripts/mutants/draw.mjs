/** Draws a random sample that a seed repeats. */

/** @returns `size` of the list, drawn without putting back; the same for the same seed. */
export function draw(all, size, seed) {
  const pool = [...all];
  const random = generator(seed);
  for (let at = pool.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [pool[at], pool[other]] = [pool[other], pool[at]];
  }
  return pool.slice(0, size);
}

/** Mulberry32: 32 bits of state are enough to draw some hundred of some thousand. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
