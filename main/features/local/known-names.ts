/**
 * Lets an engine put known names where it doubted what it heard, as it hears: what is stored has the
 * name, and with it what was heard.
 */
import { isEnglish } from '../../../shared/model/work-here.ts';
import type { NameCorrector } from '../../infrastructure/speech/names/misheard-names.ts';
import type { SpeechEngine } from '../../infrastructure/speech/speech.ts';
import type { NamedEngine } from './local-transcription.ts';

/** `corrector`: of names in English; where there is none, words stay as they were heard. */
export const withKnownNames = (
  { name, engine }: NamedEngine,
  languages: readonly string[],
  corrector: () => Promise<NameCorrector>,
): NamedEngine =>
  languages.some(isEnglish) ? { name, engine: correcting(engine, corrector) } : { name, engine };

const correcting = (
  engine: SpeechEngine,
  corrector: () => Promise<NameCorrector>,
): SpeechEngine => ({
  async *transcribe(sound) {
    const correct = await corrector().catch(() => undefined);
    for await (const stretch of engine.transcribe(sound))
      yield correct ? correct(stretch).stretch : stretch;
  },
  close: () => engine.close(),
});
