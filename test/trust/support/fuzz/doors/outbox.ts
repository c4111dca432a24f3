/**
 * Answers of the platform to the whole app on its way from a recording to its note: one step is
 * answered oddly, over a real socket, before or after the platform has done it; then all goes right.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createApp } from '../../../../../main/app/app.ts';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { nodeDisk, nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import type { Net } from '../../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../../shared/failure.ts';
import type { Visit } from '../../../../../shared/model/visit.ts';
import { createWorld } from '../../../../support/fakes/fake-platform.ts';
import { type HeldClock, heldClock } from '../../../../support/ports/clocks.ts';
import { memoryKeyStore } from '../../../../support/rigs/vault.ts';
import { numberedSound } from '../../../../support/sound/sound.ts';
import { netPlatform, PLATFORM } from '../../platforms/net-platform.ts';
import type { Dice } from '../dice.ts';
import type { Door, OpenDoor, Outcome, Parts } from '../door.ts';
import { mutateJson } from '../mutate-json.ts';
import { FAMILY, NAME, RECORD, WORD } from '../patient.ts';
import { oddAnswer, onlyHere, type RawAnswer, rightAnswer, serveRaw } from '../raw-http.ts';

/** Steps by the end of their addresses, and an answer that is right but for the mutation. */
const steps = {
  login: [
    /\/login$/,
    {
      access_token: 'access-x',
      refresh_token: 'refresh-x',
      expires_in: 1800,
      refresh_expires_in: 864_000,
    },
  ],
  presign: [
    /^\/v1\/file-upload$/,
    {
      uploadData: {
        url: `${PLATFORM}/blob/`,
        fields: { key: ['b/{txn}/0/$', '{filename}'].join(''), policy: 'p' },
      },
      folderPath: 'b/{txn}/0/',
      txn_id: '{txn}',
    },
  ],
  blob: [/^\/blob\/$/, { error: { code: 'EntityTooLarge', message: `${NAME} ${RECORD}` } }],
  init: [/\/transaction\/init\//, { status: 'success', message: NAME, txn_id: '{txn}', b_id: 'b' }],
  status: [
    /\/v3\/status\//,
    {
      data: {
        output: [
          {
            template_id: 'clinical_notes_template',
            value: Buffer.from(`${NAME} has ${WORD}`).toString('base64'),
            type: 'markdown',
            name: `Note of ${NAME}`,
            status: 'success',
            errors: [{ code: WORD, msg: `${FAMILY} ${RECORD}` }],
            warnings: [NAME],
          },
        ],
        additional_data: { client_ref: NAME },
      },
    },
  ],
} as const satisfies Record<string, readonly [RegExp, unknown]>;

type Asked = {
  readonly step: keyof typeof steps;
  /** `{txn}` is put in when it is sent. */
  readonly answer: RawAnswer;
  readonly times: number;
  /** The platform has done what it was asked, and only its answer is odd. */
  readonly isDone: boolean;
};

function make(dice: Dice): Asked {
  const step = dice.of(Object.keys(steps) as (keyof typeof steps)[]);
  return {
    step,
    answer: oddAnswer(mutateJson(steps[step][1], dice), dice),
    times: dice.of([1, 2, 5, 12]),
    isDone: dice.once(2),
  };
}

const SAMPLES = 16_000;
const setup = {
  patient: { name: `${NAME} ${FAMILY}`, recordNumber: RECORD },
  mode: 'dictation' as const,
  modelType: 'pro' as const,
  templates: ['clinical_notes_template'],
  inputLanguages: ['en-IN'],
  outputLanguage: 'en-IN',
  codify: true,
};
/** Waits of the outbox until it must have come to an end, or asked a person. */
const MOST_WAITS = 1000;
const arrived: readonly Visit['state'][] = ['ready', 'partial'];
/** Nothing but a person ends these. */
const forPerson: readonly Visit['hold'][] = ['sign-in', 'clock', 'disk', 'locked'];
const isOver = ({ state, hold }: Visit) =>
  arrived.includes(state) ||
  state === 'attention' ||
  (hold !== undefined && forPerson.includes(hold));

const NOTHING_ODD: Asked = {
  step: 'blob',
  answer: rightAnswer({}),
  times: 0,
  isDone: false,
};

async function open(base: string): Promise<OpenDoor<Asked>> {
  const lines: string[] = [];
  let now: { readonly one: Asked; readonly txn: string; left: number } | undefined;
  const server = await serveRaw(() => {
    if (!now) throw new Error('nothing is asked');
    const { one, txn } = now;
    const put = (text: string) => text.replaceAll('{txn}', txn);
    const body: Parts = one.answer.body.map((part) =>
      typeof part === 'string' ? put(part) : { ...part, again: put(part.again) },
    );
    return { ...one.answer, body };
  });
  const real = onlyHere(undiciNet());
  let runs = 0;

  function netWith(clock: HeldClock): Net {
    const platform = netPlatform(createWorld(0), { now: clock.now });
    return async (request) => {
      const { url, timeout } = request;
      if (url.origin !== PLATFORM)
        throw new Failure('offline', 'There is no network here.', { detail: 'not-sent' });
      const isOdd = now && now.left > 0 && steps[now.one.step][0].test(url.pathname);
      if (!now || !isOdd) return platform.net(request);
      now.left -= 1;
      if (now.one.isDone) await platform.net(request);
      return real({ method: 'GET', url: new URL(`http://127.0.0.1:${server.port}/`), timeout });
    };
  }

  async function run(one: Asked): Promise<Outcome> {
    runs += 1;
    const folder = path.join(base, `run-${runs}`);
    mkdirSync(folder);
    now = undefined;
    const clock = heldClock();
    const app = await createApp({
      host: 'headless',
      version: '0',
      profile: 'practice',
      folder,
      practice: { url: PLATFORM, brand: 'svc', clientId: 'c', clientSecret: 's' },
      clock,
      random: nodeRandom,
      disk: { ...nodeDisk, free: () => 100 * 2 ** 30 },
      log: { write: (line) => void lines.push(line), recent: () => [] },
      net: netWith(clock),
      openKeyStore: memoryKeyStore().open,
    });
    const { handlers } = app;
    try {
      await handlers['vault.create']({ kind: 'practice' });
      const { id, transactionId } = await handlers['recordings.start'](setup);
      now = { one, txn: transactionId, left: one.times };
      const audio = new Uint8Array(numberedSound(0, SAMPLES));
      await handlers['recordings.append']({ id, firstSample: 0, audio });
      await handlers['recordings.finish']({ id, samples: SAMPLES });
      const found = await settled(async () => handlers['visits.list'](undefined), clock);
      if (found.samples !== SAMPLES) throw new Error('a part of the recording is gone');
      if (arrived.includes(found.state)) {
        await handlers['notes.versions']({ id });
        return { kind: 'taken' };
      }
      const { code, message } = found.trouble ?? {};
      if (found.state === 'attention' && (!code || !message))
        throw new Error('a person is asked without a reason');
      return { kind: 'refused', detail: code ?? found.hold ?? '' };
    } finally {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return {
    run,
    usual: () => run(NOTHING_ODD),
    state: () => '',
    log: () => lines.splice(0).join('\n'),
    close: () => server.close(),
  };
}

/** Lets time pass until the visit is over, or waits for a person. */
async function settled(list: () => Promise<Visit[]>, clock: HeldClock): Promise<Visit> {
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    // Sockets and the encoder go by no clock of ours.
    await new Promise((resolve) => setTimeout(resolve, 2));
    const [visit, ...others] = await list();
    if (!visit || others.length > 0) throw new Error('there is another number of visits');
    if (isOver(visit)) return visit;
    if (waits % 4 === 3 && visit.state !== 'sealed') clock.next();
  }
  throw new Error('it goes on without an end');
}

export const door: Door<Asked> = { make, open };
