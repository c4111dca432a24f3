/** What a thread that recognises speech answers: what a piece of sound says, and where somebody speaks. */
import type { MessagePort } from 'node:worker_threads';
import type { FromRecogniser, ToRecogniser } from './onnx-thread.ts';
import { createVoiceDetector } from './voice-activity/voice-detector.ts';

export function serve(
  port: MessagePort,
  recognise: (samples: Float32Array) => Promise<FromRecogniser>,
): void {
  const detector = createVoiceDetector();
  const answerTo = async (asked: ToRecogniser): Promise<FromRecogniser> =>
    'samples' in asked
      ? recognise(asked.samples)
      : { voice: await detector(asked.listen, asked.begins) };
  port.on('message', (asked: ToRecogniser) => {
    void answerTo(asked).then((answer) => port.postMessage(answer));
  });
}
