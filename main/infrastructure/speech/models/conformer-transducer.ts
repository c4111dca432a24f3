/**
 * The half of a transducer that writes: a decoder that remembers what it wrote, and a joiner that
 * weighs it against a frame of sound; in two files (sherpa-onnx), or in one (onnx-asr).
 */
import { type InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import type { Transducer } from './conformer-text.ts';

type Sessions = {
  readonly decoder: InferenceSession;
  readonly joiner: InferenceSession | undefined;
};
/** What was heard: `width` rows, each of so many frames. */
type Heard = {
  readonly scores: Float32Array;
  readonly width: number;
  readonly frames: number;
  readonly blank: number;
};

/** Begins with nothing written. */
export async function createTransducer(
  { decoder, joiner }: Sessions,
  heard: Heard,
): Promise<Transducer> {
  return joiner ? inTwoFiles(decoder, joiner, heard) : inOneFile(decoder, heard);
}

async function inTwoFiles(
  decoder: InferenceSession,
  joiner: InferenceSession,
  heard: Heard,
): Promise<Transducer> {
  const [target = '', length = '', ...memory] = decoder.inputNames;
  const [written = '', , ...remembered] = decoder.outputNames;
  const [sound = '', text = ''] = joiner.inputNames;
  const [result = ''] = joiner.outputNames;
  let states = emptyStates(decoder, memory);
  const say = async (token: number): Promise<Tensor> => {
    const out = await decoder.run({
      ...targetOf(decoder, [target, length], token),
      ...pairs(memory, states),
    });
    states = remembered.map((name) => out[name] as Tensor);
    return out[written] as Tensor;
  };
  let said = await say(heard.blank);
  return {
    async scoresAt(frame) {
      const out = await joiner.run({ [sound]: frameOf(heard, frame), [text]: said });
      return (out[result] as Tensor).data as Float32Array;
    },
    async write(token) {
      said = await say(token);
    },
  };
}

function inOneFile(session: InferenceSession, heard: Heard): Transducer {
  const [sound = '', target = '', length = '', ...memory] = session.inputNames;
  const [result = '', , ...remembered] = session.outputNames;
  let last = heard.blank;
  let states = emptyStates(session, memory);
  let next = states;
  return {
    async scoresAt(frame) {
      const out = await session.run({
        [sound]: frameOf(heard, frame),
        ...targetOf(session, [target, length], last),
        ...pairs(memory, states),
      });
      next = remembered.map((name) => out[name] as Tensor);
      return (out[result] as Tensor).data as Float32Array;
    },
    write(token) {
      [last, states] = [token, next];
      return Promise.resolve();
    },
  };
}

const pairs = (names: readonly string[], values: readonly Tensor[]): Record<string, Tensor> =>
  Object.fromEntries(names.flatMap((name, at) => (values[at] ? [[name, values[at]]] : [])));

function frameOf({ scores, width, frames }: Heard, frame: number): Tensor {
  const column = Float32Array.from(
    { length: width },
    (_, row) => scores[row * frames + frame] ?? 0,
  );
  return new Tensor('float32', column, [1, width, 1]);
}

/** NeMo's exports take numbers of 32 bits, others of 64. */
function targetOf(
  { inputMetadata }: InferenceSession,
  [target, length]: readonly [string, string],
  token: number,
): Record<string, Tensor> {
  const number = (name: string, value: number, shape: readonly number[]) => {
    const found = inputMetadata.find((one) => one.name === name);
    return found?.isTensor && found.type === 'int64'
      ? new Tensor('int64', [BigInt(value)], shape)
      : new Tensor('int32', [value], shape);
  };
  return { [target]: number(target, token, [1, 1]), [length]: number(length, 1, [1]) };
}

/** Layers, one sound, numbers of each layer. Throws where the model does not tell how many. */
function emptyStates({ inputMetadata }: InferenceSession, names: readonly string[]): Tensor[] {
  return names.map((name) => {
    const found = inputMetadata.find((one) => one.name === name);
    const [layers, , width] = found?.isTensor ? found.shape : [];
    if (typeof layers !== 'number' || typeof width !== 'number')
      throw new Error(`the size of ${name} is not told`);
    return new Tensor('float32', new Float32Array(layers * width), [layers, 1, width]);
  });
}
