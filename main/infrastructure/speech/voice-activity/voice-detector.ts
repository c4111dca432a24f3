/**
 * Tells where somebody speaks, with the weights of Silero VAD 6.2, in the thread and the runtime of a
 * recogniser. They lie beside this file; a bundler lays them beside the threads.
 */
import { fileURLToPath } from 'node:url';
import { type InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { openSession } from '../onnx-thread.ts';
import { type Listen, WINDOW } from '../sound/pauses.ts';
import { SPEECH_RATE } from '../speech.ts';

const VOICE_WEIGHTS = 'silero_vad.onnx';
/** Samples before a window that the model hears again. */
const CONTEXT = 64;
/** Numbers that the model remembers: two layers. */
const MEMORY = [2, 1, 128] as const;

type State = { session: InferenceSession; memory: Tensor; context: Float32Array };

/** Opens the weights when it is asked first; where they cannot be opened it tells nothing. */
export function createVoiceDetector(folder: string | URL = import.meta.url): Listen {
  let opening: Promise<State | undefined> | undefined;
  return async (samples, begins) => {
    opening ??= open(folder).catch(() => undefined);
    const state = await opening;
    return state && listen(state, samples, begins).catch(() => undefined);
  };
}

async function open(folder: string | URL): Promise<State> {
  const path = fileURLToPath(new URL(`./${VOICE_WEIGHTS}`, folder));
  return { session: await openSession({ path }), ...nothingHeard() };
}

const nothingHeard = () => ({
  memory: new Tensor('float32', new Float32Array(MEMORY[0] * MEMORY[1] * MEMORY[2]), MEMORY),
  context: new Float32Array(CONTEXT),
});

async function listen(state: State, samples: Float32Array, begins: boolean): Promise<Float32Array> {
  if (begins) Object.assign(state, nothingHeard());
  const sr = new Tensor('int64', BigInt64Array.of(BigInt(SPEECH_RATE)), []);
  const likely = new Float32Array(Math.ceil(samples.length / WINDOW));
  for (let at = 0; at < likely.length; at += 1) {
    const input = new Float32Array(CONTEXT + WINDOW);
    input.set(state.context);
    input.set(samples.subarray(at * WINDOW, (at + 1) * WINDOW), CONTEXT);
    const { output, stateN } = await state.session.run({
      input: new Tensor('float32', input, [1, input.length]),
      state: state.memory,
      sr,
    });
    likely[at] = Number((output as Tensor).data[0]);
    state.memory = stateN as Tensor;
    state.context = input.slice(-CONTEXT);
  }
  return likely;
}
