/** Says in one sentence that the core died and is there again; the page and its sound stayed. */
import { say } from '../common/stores/messages.ts';
import { isRecording } from '../features/visits/recorder/recorder-store.ts';

export function tellRestarted(): void {
  const key = isRecording() ? 'gone.restarted.recording' : 'gone.restarted.idle';
  say(({ t }) => t(key), {
    tone: 'trouble',
    fromLocked: true,
  });
}
