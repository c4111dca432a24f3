/** Hands the page its host: one way to ask, one way to be told. Knows nothing of what passes. */
import { contextBridge, ipcRenderer } from 'electron';

contextBridge.exposeInMainWorld('scribeHost', {
  ask: (name: string, input: unknown) => ipcRenderer.invoke('scriba:ask', name, input),
  // The event never reaches the page: it would carry the sender with it.
  listen: (listener: (name: string, payload: unknown) => void) => {
    ipcRenderer.on('scriba:notice', (_event, name: string, payload: unknown) =>
      listener(name, payload),
    );
  },
});
