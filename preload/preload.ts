/**
 * Hands the page its host: one way to ask, one way to be told. Knows nothing of what passes, but
 * for the spelling of words, which Chromium asks for here.
 */
import { contextBridge, ipcRenderer, webFrame } from 'electron';
import { createSpelling } from './spelling.ts';

const ask = (name: string, input: unknown) => ipcRenderer.invoke('scriba:ask', name, input);

contextBridge.exposeInMainWorld('scribeHost', {
  ask: (name: string, input: unknown) => ask(name, input),
  // The event never reaches the page: it would carry the sender with it.
  listen: (listener: (name: string, payload: unknown) => void) => {
    ipcRenderer.on('scriba:notice', (_event, name: string, payload: unknown) =>
      listener(name, payload),
    );
  },
  connection: (listener: (state: string, why?: string) => void) => {
    ipcRenderer.on('scriba:connection', (_event, state: string, why?: string) =>
      listener(state, why),
    );
    // A page that was opened while the core is away.
    void ask('host.connection', undefined).then(
      (answer) => answer.ok && listener(answer.value.state, answer.value.why),
    );
  },
  reconnect: () => void ask('host.reconnect', undefined),
});

const spelling = createSpelling({
  async ask(words) {
    const answer = await ask('spelling.check', { words });
    return answer.ok ? answer.value : [];
  },
  recheck() {
    const field = document.activeElement;
    if (!(field instanceof HTMLElement) || !field.isContentEditable || !field.spellcheck) return;
    field.spellcheck = false;
    field.spellcheck = true;
  },
});
// In place of Chromium's own checker, which stays off and has no dictionary. The language says how
// a text is cut into words.
webFrame.setSpellCheckProvider('en', spelling);
const forgetAt = new Set(['spelling.changed', 'settings.changed', 'vault.changed']);
ipcRenderer.on('scriba:notice', (_event, name: string) => {
  if (forgetAt.has(name)) spelling.forget();
});
