/** The whole core without an account, with a speech and chat server on this computer. */
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createApp } from '../../../main/app/app.ts';
import { undiciNet } from '../../../main/hosts/node/node-net.ts';
import { nodeDisk, nodeRandom } from '../../../main/hosts/node/node-ports.ts';
import type { LogLines } from '../../../main/infrastructure/ports.ts';
import type { Policy } from '../../../shared/model/policy.ts';
import { templatesHere } from '../../../shared/model/work-here.ts';
import { hurryingClock } from '../ports/clocks.ts';
import { temporaryFolder } from '../rows.ts';
import { secondsIn, startOpenAiServer, verbose } from '../servers/openai-server.ts';
import { placeLists } from '../terminology/placed-lists.ts';
import { tone } from './outbox-rig.ts';
import { visit } from './recorder.ts';
import { memoryKeyStore } from './vault.ts';

/** What the speech server hears. */
export const SAID =
  'I have had fever and dry cough for three days. No breathlessness. I started paracetamol 650 mg twice daily.';

export async function workHere(policy?: Policy) {
  const server = await startOpenAiServer();
  server.hears(({ body }) => verbose(SAID, secondsIn(body)));
  const net = undiciNet();
  const origins = new Set<string>();
  const lines: string[] = [];
  const log: LogLines = { write: (line) => void lines.push(line), recent: () => [] };
  const folder = temporaryFolder();
  placeLists(path.join(folder, 'terminology'));
  const app = await createApp({
    host: 'headless',
    version: '0',
    profile: 'clinic',
    folder,
    clock: hurryingClock(50),
    random: nodeRandom,
    disk: { ...nodeDisk, free: () => 100 * 2 ** 30 },
    net: (request) => {
      origins.add(request.url.origin);
      return net(request);
    },
    openKeyStore: memoryKeyStore().open,
    log,
    policy,
  });
  onTestFinished(async () => {
    await app.close();
    await server.close();
  });
  const { handlers } = app;
  await handlers['vault.create']({ kind: 'keychain' });
  const of = async (id: string) => handlers['visits.get']({ id });
  return {
    app,
    handlers,
    server,
    origins,
    folder,
    lines,
    setSpeech: () =>
      handlers['here.setServer']({
        engine: 'speech',
        address: server.address,
        model: 'whisper',
        token: 'canary-token',
      }),
    async record(
      inputLanguages = ['en-IN'],
      worksHere = true,
      sound: Buffer = tone(4).subarray(44),
    ) {
      const setup = visit({ patient: { name: 'Asha Practice' } });
      const { id } = await handlers['recordings.start']({
        ...setup,
        templates: [...templatesHere],
        inputLanguages,
        worksHere,
      });
      await handlers['recordings.append']({ id, firstSample: 0, audio: new Uint8Array(sound) });
      await handlers['recordings.finish']({ id, samples: sound.length / 2 });
      return id;
    },
    async until(id: string, ...states: string[]) {
      const end = Date.now() + 60_000;
      for (;;) {
        const found = await of(id);
        if (states.includes(found.state)) return found;
        if (Date.now() > end) throw new Error(`It is still ${JSON.stringify(found)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    text: async (id: string, kind: string) =>
      (await handlers['notes.get']({ id }))?.documents.find((one) => one.kind === kind),
  };
}
