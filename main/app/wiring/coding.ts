/**
 * Wires codes: lists on this computer, a hospital's server, the platform's linker, and the code
 * desk.
 */
import path from 'node:path';
import { SECOND } from '../../../shared/time.ts';
import { createCodeLists } from '../../features/coding/code-lists/code-lists.ts';
import { createOwnUpload } from '../../features/coding/code-lists/own-upload.ts';
import { createServerChoice } from '../../features/coding/code-lists/server-choice.ts';
import { createDesk } from '../../features/coding/decisions/code-desk.ts';
import { createExtraction } from '../../features/coding/extraction/extraction.ts';
import { createCodify } from '../../features/coding/linkers/codify.ts';
import { createLocalLinker } from '../../features/coding/linkers/local-linker.ts';
import { createPlatformLinker } from '../../features/coding/linkers/platform-linker.ts';
import { createServerLinker } from '../../features/coding/linkers/server-linker.ts';
import { readUrl } from '../../infrastructure/platform/client/address.ts';
import type { Reached } from '../../infrastructure/platform/client/connectivity.ts';
import { soundsDoubtful } from '../../infrastructure/terminology/query/reading/parse-query.ts';
import { createTerminologyServer } from '../../infrastructure/terminology/server/terminology-server.ts';
import { createTerminology } from '../../infrastructure/terminology/terminology.ts';
import { createNormaliser, keyOf } from '../../infrastructure/terminology/text/normalise.ts';
import type { Core } from './core.ts';
import type { PlatformParts } from './platform.ts';

export type CodingParts = ReturnType<typeof wireCoding>;
type CodeListParts = ReturnType<typeof wireCodeLists>;
type LinkerParts = ReturnType<typeof wireLinkers>;

export function wireCoding(core: Core, platform: PlatformParts) {
  const lists = wireCodeLists(core);
  const linkers = wireLinkers(core, platform, lists);
  return { ...lists, ...linkers, ...wireDesk(core, platform, lists, linkers) };
}

function wireCodeLists({ ports, vault, store, notify }: Core) {
  const { disk, random, clock, net } = ports;
  const folder = ports.terminologyFolder ?? path.join(ports.folder, 'terminology');
  const terminology = createTerminology({ folder });
  const serverChoice = createServerChoice({
    values: store.values,
    secrets: vault.secrets,
    readAddress: readUrl,
  });
  const wordsOf = createNormaliser();
  const terminologyServer = createTerminologyServer({
    net,
    clock,
    address: serverChoice.address,
    serves: serverChoice.serves,
    words: { key: (text) => keyOf(wordsOf(text)), doubtful: soundsDoubtful },
  });
  const codeLists = createCodeLists({
    disk,
    random,
    clock,
    net,
    folder,
    terminology,
    choice: serverChoice,
    terminologyServer,
    changed: (state) => notify('terminology.changed', state),
  });
  const ownList = createOwnUpload(terminology.own);
  return { terminology, serverChoice, wordsOf, terminologyServer, codeLists, ownList };
}

/**
 * A platform that did not answer is asked for codes again after so long; until then no doctor waits
 * for it.
 */
const SILENT = 30 * SECOND;
const mayAnswer = (reached: Reached | undefined, now: number) =>
  reached?.reachable !== false || now - reached.since > SILENT;

function wireLinkers(
  { ports: { clock }, store }: Core,
  { platform, account, sealedFamilies, connectivity }: PlatformParts,
  { terminology, terminologyServer, serverChoice }: CodeListParts,
) {
  const accountKey = () => `${account.address().baseUrl} ${account.address().clientId}`;
  const platformLinker = createPlatformLinker({
    platform: platform.codification,
    account: accountKey,
    legacy: () =>
      store.settings.get().codes.legacyLinking && !sealedFamilies.get().includes('codification'),
    ready: () =>
      account.state().state === 'signed-in' && mayAnswer(connectivity.state(), clock.now()),
  });
  const localLinker = createLocalLinker({ terms: terminology });
  const serverLinker = createServerLinker({
    terms: terminologyServer,
    address: () => serverChoice.get().address,
    clock,
  });
  const codify = createCodify({
    clock,
    platform: platformLinker,
    local: localLinker,
    server: serverLinker,
  });
  return { accountKey, platformLinker, localLinker, serverLinker, codify };
}

function wireDesk(
  { ports, vault, store, notify }: Core,
  { account }: PlatformParts,
  { terminology, serverChoice }: CodeListParts,
  { codify, accountKey }: LinkerParts,
) {
  const extraction = createExtraction({ terminology });
  const desk = createDesk({
    clock: ports.clock,
    store,
    codify,
    extract: extraction.steps,
    mapOf: terminology.mapOf,
    tagOf: terminology.tagOf,
    ownerOf: (linker) => (linker === 'server' ? serverChoice.get().address : accountKey()),
    brand: () => account.address().brand,
    who: () => decidedBy(ports.profile, account.address().clientId),
    references: (parts) => references(vault, parts),
    changed: (id, revision) => notify('desk.changed', { id, revision }),
  });
  return { extraction, desk };
}

/** A decision that was practised must not be taken for a doctor's. */
const decidedBy = (profile: 'practice' | 'clinic', clientId: string) =>
  [profile === 'practice' ? 'practice' : '', clientId].filter((word) => word !== '').join(' ');

/** Of the newest key first. */
const references = (vault: Core['vault'], parts: readonly string[]): string[] =>
  vault
    .generations()
    .reverse()
    .map((generation) => vault.keys(generation).reference(parts));
