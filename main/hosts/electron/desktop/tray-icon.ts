/**
 * Draws the tray's icons. Each state is a shape of its own, so that none rests on colour: ring,
 * disc, two bars, a ring struck through.
 */
import type { Bitmap } from './types.ts';

export const trayShapes = ['idle', 'recording', 'paused', 'offline'] as const;
export type TrayShape = (typeof trayShapes)[number];

/** The field that the shapes are drawn in; one unit is a pixel of the smallest icon. */
const FIELD = 16;
const CENTRE = FIELD / 2;
/** Each pixel is looked at in so many rows and columns. */
const SAMPLES = 4;
/** Light around dark: visible on every panel. */
const RIM = 1;
const INK = { blue: 0x2a, green: 0x22, red: 0x14 };

/** Distance to the shape in units; negative inside. */
const distances: Readonly<Record<TrayShape, (x: number, y: number) => number>> = {
  idle: ring,
  recording: (x, y) => Math.hypot(x - CENTRE, y - CENTRE) - 6.5,
  paused: (x, y) =>
    Math.min(box(x - 4.75, y - CENTRE, 1.75, 5.5), box(x - 11.25, y - CENTRE, 1.75, 5.5)),
  offline: (x, y) => Math.min(Math.max(ring(x, y), 2.6 - fromDiagonal(x, y)), stroke(x, y)),
};

function ring(x: number, y: number): number {
  return Math.abs(Math.hypot(x - CENTRE, y - CENTRE) - 5.4) - 1.1;
}
const box = (x: number, y: number, halfWidth: number, halfHeight: number) =>
  Math.max(Math.abs(x) - halfWidth, Math.abs(y) - halfHeight);
const fromDiagonal = (x: number, y: number) => Math.abs(x + y - FIELD) / Math.SQRT2;
const stroke = (x: number, y: number) =>
  Math.max(fromDiagonal(x, y) - 1.1, Math.abs(x - y) / Math.SQRT2 - 7);

/** `template`: black and transparent alone, for a system that colours icons itself (macOS). */
export function drawTrayIcon(shape: TrayShape, scale: number, template: boolean): Bitmap {
  const size = FIELD * scale;
  const pixels = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const ink = covered(shape, column / scale, row / scale, 1 / scale, 0);
      const whole = template ? ink : covered(shape, column / scale, row / scale, 1 / scale, RIM);
      const rim = whole - ink;
      const dark = template ? { blue: 0, green: 0, red: 0 } : INK;
      pixels.set(
        [
          dark.blue * ink + 255 * rim,
          dark.green * ink + 255 * rim,
          dark.red * ink + 255 * rim,
          255 * whole,
        ],
        (row * size + column) * 4,
      );
    }
  return { pixels, size, scale };
}

/** Part of the pixel that lies within `margin` of the shape, 0..1. */
function covered(shape: TrayShape, x: number, y: number, width: number, margin: number): number {
  const distance = distances[shape];
  let inside = 0;
  for (let row = 0; row < SAMPLES; row++)
    for (let column = 0; column < SAMPLES; column++) {
      const at = (step: number) => ((step + 0.5) / SAMPLES) * width;
      if (distance(x + at(column), y + at(row)) <= margin) inside++;
    }
  return inside / SAMPLES ** 2;
}
