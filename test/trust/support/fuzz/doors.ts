/** The doors by their names, each loaded alone: the child of one needs no other. */
import type { Door } from './door.ts';

const loaders = {
  page: () => import('./doors/page.ts'),
  platform: () => import('./doors/platform.ts'),
  outbox: () => import('./doors/outbox.ts'),
  fhir: () => import('./doors/fhir.ts'),
  webhook: () => import('./doors/webhook.ts'),
  sound: () => import('./doors/sound.ts'),
  terminology: () => import('./doors/terminology.ts'),
  words: () => import('./doors/words.ts'),
  drop: () => import('./doors/drop.ts'),
};

export type DoorName = keyof typeof loaders;
export const doorNames = Object.keys(loaders) as DoorName[];

export async function loadDoor(name: string): Promise<Door> {
  const load = doorNames.find((one) => one === name);
  if (!load) throw new Error(`There is no door ${name}.`);
  // Each reads only the cases that it has made itself, or the corpus of its own name.
  return (await loaders[load]()).door as unknown as Door;
}
