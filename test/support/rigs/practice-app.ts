/** The whole core over a practice platform of its own, in a hurry: recorded, sent, signed. */
import path from 'node:path';
import { createApp } from '../../../main/app/app.ts';
import { undiciNet } from '../../../main/hosts/node/node-net.ts';
import { nodeDisk, nodeRandom } from '../../../main/hosts/node/node-ports.ts';
import type { Net, OpenKeyStore } from '../../../main/infrastructure/ports.ts';
import type { Policy } from '../../../shared/model/policy.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { hurryingClock, inTimeOf } from '../ports/clocks.ts';
import { seenIn } from '../seen.ts';
import { placeLists } from '../terminology/placed-lists.ts';
import { tone } from './outbox-rig.ts';
import { visit } from './recorder.ts';
import type { RunningSandbox } from './sandbox.ts';

export type PracticeApp = Awaited<ReturnType<typeof startPracticeApp>>;

const SPEED = 50;

export async function startPracticeApp(
  sandbox: Pick<RunningSandbox, 'url' | 'brand' | 'clientId' | 'clientSecret'>,
  folder: string,
  keys: OpenKeyStore,
  net: Net = undiciNet(),
  policy?: Policy,
) {
  const { url, brand, clientId, clientSecret } = sandbox;
  const clock = hurryingClock(SPEED);
  placeLists(path.join(folder, 'terminology'));
  const app = await createApp({
    host: 'headless',
    version: '0',
    profile: 'practice',
    folder,
    practice: { url, brand, clientId, clientSecret },
    clock,
    random: nodeRandom,
    disk: { ...nodeDisk, free: () => 100 * 2 ** 30 },
    net: inTimeOf(clock, net),
    openKeyStore: keys,
    policy,
  });
  const { handlers } = app;
  if ((await handlers['vault.state'](undefined)).state === 'none')
    await handlers['vault.create']({ kind: 'practice' });
  return {
    app,
    handlers,
    bySessions: () => handlers['platform.changeProfile']({ transport: 'sessions' }),
    async record(name: string) {
      const setup = visit({ patient: { name }, templates: ['clinical_notes_template'] });
      const sound = tone(3).subarray(44);
      const { id } = await handlers['recordings.start']({
        ...setup,
        templates: [...setup.templates],
        inputLanguages: [...setup.inputLanguages],
      });
      await handlers['recordings.append']({ id, firstSample: 0, audio: new Uint8Array(sound) });
      await handlers['recordings.finish']({ id, samples: sound.length / 2 });
      return id;
    },
    async until(id: string, so: (one: Visit) => boolean): Promise<Visit> {
      const end = Date.now() + 60_000;
      for (;;) {
        const found = (await handlers['visits.list'](undefined)).find((one) => one.id === id);
        if (found && so(found)) return found;
        if (Date.now() > end) throw new Error(`It is still ${JSON.stringify(found)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    /** Adds words to the note and signs it, every difference looked at. */
    async sign(id: string, words: string) {
      const state = await handlers['notes.versions']({ id });
      const branch = state.branches.find((one) => one.id === state.note);
      if (!branch) throw new Error('There is no note to sign.');
      const [first, ...others] = branch.sections;
      if (!first) throw new Error('The note has no section.');
      const sections = [{ ...first, text: words }, ...others];
      const edited = await handlers['notes.edit']({
        id,
        branch: branch.id,
        rev: branch.rev,
        sections,
      });
      const version = edited.head;
      const differences = await handlers['notes.checks']({ id, branch: branch.id, version });
      const looked = differences.map((one) => one.id);
      const seen = seenIn(await handlers['notes.versions']({ id }), branch.id);
      return handlers['notes.sign']({ id, branch: branch.id, version, seen, looked });
    },
  };
}
