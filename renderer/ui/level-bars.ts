/**
 * Draws loudness as a row of bars, newest on the right: one outline for the whole row, so that a
 * new bar changes one attribute.
 */

const BARS = 22;
/** Units of the drawing: the space of one bar, and the height of the drawing. */
const STEP = 8;
const HEIGHT = 56;
/** Half of a bar's thickness stays clear above and below, for its round ends. */
const MARGIN = 3;

export type Bars = { readonly heights: number[]; loudest: number; levels: number };

export const LEVEL_BOX = `0 0 ${BARS * STEP} ${HEIGHT}`;

export const newBars = (): Bars => ({
  heights: new Array<number>(BARS).fill(0),
  loudest: 0,
  levels: 0,
});

/** Adds a level, 0..1; true when a new bar is complete. */
export function addLevel(bars: Bars, level: number, levelsPerBar: number): boolean {
  bars.loudest = Math.max(bars.loudest, level);
  bars.levels++;
  if (bars.levels < levelsPerBar) return false;
  bars.heights.shift();
  bars.heights.push(heightOf(bars.loudest));
  bars.loudest = 0;
  bars.levels = 0;
  return true;
}

/** One vertical line for each bar, around the middle: the `d` of a path. */
export function outlineOf({ heights }: Bars): string {
  return heights
    .map((height, index) => {
      const half = Math.max(0.5, (height * (HEIGHT - 2 * MARGIN)) / 2);
      return `M${(index + 0.5) * STEP} ${(HEIGHT / 2 - half).toFixed(1)}v${(2 * half).toFixed(1)}`;
    })
    .join('');
}

/** Speech lies around -30 dB: a straight scale would hardly move. */
function heightOf(level: number): number {
  if (level <= 0) return 0;
  return Math.min(1, Math.max(0, (20 * Math.log10(level) + 60) / 54));
}
