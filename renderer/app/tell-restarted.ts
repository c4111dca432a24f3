/** Says in one sentence that the core died and is there again; the page and its sound stayed. */
import i18next from 'i18next';
import { say } from '../common/stores/messages.ts';
import { isRecording } from '../features/visits/recorder/recorder-store.ts';

export function tellRestarted(): void {
  say(i18next.t(isRecording() ? 'gone.restarted.recording' : 'gone.restarted.idle'), {
    tone: 'trouble',
    fromLocked: true,
  });
}
