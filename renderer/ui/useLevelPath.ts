/**
 * Draws a level as it comes on a path, past React: one attribute changes, and nothing else of the
 * page.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { addLevel, newBars, outlineOf } from './level-bars.ts';

/**
 * Tells each level, 0..1; returns how to stop. The same function at each render, else the drawing
 * begins anew.
 */
export type ListenToLevel = (heard: (level: number) => void) => () => void;

/** `levelsPerBar`: as many levels are shown as one bar. Asleep, there is a line without bars. */
export function useLevelPath(
  listen: ListenToLevel,
  { asleep, levelsPerBar }: { readonly asleep: boolean; readonly levelsPerBar: number },
): RefObject<SVGPathElement | null> {
  const path = useRef<SVGPathElement>(null);
  useEffect(() => {
    const bars = newBars();
    const draw = () => path.current?.setAttribute('d', outlineOf(bars));
    draw();
    if (asleep) return undefined;
    return listen((level) => {
      if (addLevel(bars, level, levelsPerBar)) draw();
    });
  }, [listen, asleep, levelsPerBar]);
  return path;
}
