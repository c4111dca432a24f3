/**
 * Opens a profile with the real clock, disk, network and key stores: what the three hosts have in
 * common.
 */
import { fileLines } from '../../infrastructure/log/lines.ts';
import type { Loopback, Net, OpenSoundLine, Ports, Tcp } from '../../infrastructure/ports.ts';
import { openKeyStore } from '../../infrastructure/vault/keystores/keystore.ts';
import { logFolder } from '../common/data-folder.ts';
import { machinePolicy } from '../common/policy.ts';
import { type OpenProfile, openProfile } from '../common/profiles.ts';
import { nodeClock, nodeDisk, nodeRandom } from './node-ports.ts';

export type NodeProfileDeps = Pick<
  Ports,
  | 'host'
  | 'version'
  | 'practice'
  | 'save'
  | 'power'
  | 'crashes'
  | 'log'
  | 'clipboard'
  | 'print'
  | 'chooseFolder'
  | 'dropFolder'
  | 'desktop'
  | 'openLink'
> & {
  readonly dataFolder: string;
  /** Installed as a package: no variable of the environment names a policy. */
  readonly packed?: boolean;
};

/**
 * Throws what `openProfile` throws: `busy` / `already-open` where another Scriba has this folder.
 */
export function openNodeProfile({
  packed = false,
  ...deps
}: NodeProfileDeps): Promise<OpenProfile> {
  return openProfile({
    log: fileLines({ disk: nodeDisk, folder: logFolder(deps.dataFolder) }),
    ...deps,
    clock: nodeClock,
    random: nodeRandom,
    disk: nodeDisk,
    net: netOnDemand(),
    tcp: tcpOnDemand(),
    soundLine: soundLineOnDemand(),
    loopback: loopbackOnDemand,
    policy: machinePolicy({ packed }),
    openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
  });
}

/** The network is loaded with its first request: a start, and a window, must not wait for it. */
function netOnDemand(): Net {
  let net: Promise<Net> | undefined;
  return async (wanted) => {
    net ??= import('./node-net.ts').then(({ undiciNet }) => undiciNet());
    return (await net)(wanted);
  };
}

function tcpOnDemand(): Tcp {
  let tcp: Promise<Tcp> | undefined;
  return async (wanted) => {
    tcp ??= import('./node-tcp.ts').then(({ nodeTcp }) => nodeTcp());
    return (await tcp)(wanted);
  };
}

function soundLineOnDemand(): OpenSoundLine {
  let open: Promise<OpenSoundLine> | undefined;
  return async (wanted) => {
    open ??= import('./node-sound-line.ts').then(({ nodeSoundLine }) => nodeSoundLine());
    return (await open)(wanted);
  };
}

const loopbackOnDemand: Loopback = async (answer) =>
  (await import('./node-loopback.ts')).nodeLoopback(answer);
