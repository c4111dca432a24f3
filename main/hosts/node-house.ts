/** Opens the house with the real clock, disk, network and key stores: what the three hosts have in common. */
import { openKeyStore } from '../vault/keystore.ts';
import type { Outside } from '../outside.ts';
import { nodeClock, nodeDisk, nodeRandom, undiciNet } from './node.ts';
import { openHouse, type House } from './profiles.ts';

export type NodeHouseNeeds = Pick<Outside, 'host' | 'version' | 'practice'> & { readonly dataFolder: string };

/** Throws what `openHouse` throws: `busy` / `already-open` where another Scriba has this folder. */
export function openNodeHouse(needs: NodeHouseNeeds): Promise<House> {
  return openHouse({
    ...needs,
    clock: nodeClock,
    random: nodeRandom,
    disk: nodeDisk,
    net: undiciNet(),
    openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
  });
}
