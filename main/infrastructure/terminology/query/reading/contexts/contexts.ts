import { OF_BIRTHS } from './births.ts';
import type { InContext } from './context.ts';
import { OF_INFECTIONS } from './infections.ts';
import { OF_INJURIES } from './injuries.ts';
import { OF_DISEASES } from './medicine.ts';
import { OF_SURGERY } from './surgery.ts';

/** In this order; a word that has its meaning is not read again. */
export const MORE_IN_CONTEXT: readonly InContext[] = [
  ...OF_INJURIES,
  ...OF_BIRTHS,
  ...OF_DISEASES,
  ...OF_INFECTIONS,
  ...OF_SURGERY,
];
