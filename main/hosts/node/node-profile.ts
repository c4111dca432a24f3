/** Opens a profile with the real clock, disk, network and key stores: what the three hosts have in common. */
import path from 'node:path';
import { fileLines } from '../../infrastructure/log/lines.ts';
import type { Ports } from '../../infrastructure/ports.ts';
import { openKeyStore } from '../../infrastructure/vault/keystores/keystore.ts';
import { type OpenProfile, openProfile } from '../common/profiles.ts';
import { nodeClock, nodeDisk, nodeRandom, undiciNet } from './node-ports.ts';

export type NodeProfileDeps = Pick<
  Ports,
  | 'host'
  | 'version'
  | 'practice'
  | 'save'
  | 'power'
  | 'log'
  | 'clipboard'
  | 'print'
  | 'chooseFolder'
  | 'dropFolder'
> & { readonly dataFolder: string };

/** Throws what `openProfile` throws: `busy` / `already-open` where another Scriba has this folder. */
export function openNodeProfile(deps: NodeProfileDeps): Promise<OpenProfile> {
  return openProfile({
    log: fileLines({ disk: nodeDisk, folder: logFolder(deps.dataFolder) }),
    ...deps,
    clock: nodeClock,
    random: nodeRandom,
    disk: nodeDisk,
    net: undiciNet(),
    openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
  });
}

/** Beside the profiles: it holds nothing of either. */
export const logFolder = (dataFolder: string): string => path.join(dataFolder, 'logs');
