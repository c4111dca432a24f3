/** One process of the core, from its start to its end, and the messages to and from it. */
import type { Answer } from '../../common/refusal.ts';
import type { ElectronParts } from '../types.ts';
import { createCalls } from './calls.ts';
import { type MainServices, serveCoreProcess } from './main-services.ts';
import { type ToCore, type ToMain, toMain } from './messages.ts';

type Outcome = Extract<ToMain, { kind: 'opened' | 'not-opened' }>;

export type CoreLink = {
  /** How opening went; a process that ends before it said so has not opened. */
  readonly outcome: Promise<Outcome>;
  readonly ended: Promise<number>;
  isOpen(): boolean;
  /** Dropped when the process has ended. */
  post(message: ToCore): void;
  /** Resolves with `lost` where the process ends first, or has ended. */
  ask(question: (id: number) => ToCore): Promise<Answer>;
  /** `kill -9`. */
  kill(): void;
};

type Deps = {
  readonly fork: ElectronParts['fork'];
  readonly file: string;
  /** Node reads a module's compiled code there, and writes what is missing at the core's end. */
  readonly compiled: string | undefined;
  readonly lost: Answer;
  readonly services: MainServices;
  /** Takes what is neither an answer nor a question. */
  readonly receive: (message: ToMain) => void;
};

/**
 * V8's room for young objects, in MB: with its own beginning of 1 MB the start of the core stops
 * again and again to clean up.
 */
const ROOM = ['--min-semi-space-size=16', '--max-semi-space-size=32'];

const notStarted: Outcome = {
  kind: 'not-opened',
  answer: {
    ok: false,
    code: 'broken',
    message:
      'The part of Scriba that saves recordings did not start. Nothing was changed or deleted.',
    detail: 'core-not-started',
  },
};

/** Electron's fuses forbid a plain Node (`runAsNode`), so it is a utility process. */
export function startLink({ fork, file, compiled, lost, services, receive }: Deps): CoreLink {
  const calls = createCalls();
  const outcome = Promise.withResolvers<Outcome>();
  let state: 'starting' | 'open' | 'over' = 'starting';
  const child = fork(file, [], {
    stdio: ['ignore', 'inherit', 'inherit'],
    serviceName: 'Scriba core',
    execArgv: ROOM,
    ...(compiled !== undefined && { env: { ...process.env, NODE_COMPILE_CACHE: compiled } }),
  });
  const ended = new Promise<number>((resolve) => child.once('exit', resolve));
  void ended.then(() => {
    state = 'over';
    outcome.resolve(notStarted);
    calls.end(lost);
  });
  const post = (message: ToCore) => {
    if (state !== 'over') child.postMessage(message);
  };
  const serve = serveCoreProcess(services, post);
  child.on('message', (message) => {
    const read = toMain.safeParse(message);
    if (!read.success) return;
    const { data } = read;
    if (data.kind === 'answer') calls.take(data.id, data.answer);
    else if (data.kind === 'opened' || data.kind === 'not-opened') {
      if (data.kind === 'opened') state = 'open';
      outcome.resolve(data);
    } else if (!serve(data)) receive(data);
  });
  return {
    outcome: outcome.promise,
    ended,
    isOpen: () => state === 'open',
    post,
    async ask(question) {
      return state === 'over' ? lost : calls.ask((id) => post(question(id)));
    },
    kill() {
      // Electron's own `kill` is a SIGTERM, which the core leaves to us.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
