/** Opens the page: the catalogue, the bridge to the core, the stores, and then the app. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/all.css';
import { type Host, openBridge } from '../common/bridge.ts';
import { startHeartbeat } from '../common/heartbeat.ts';
import { openCatalogue, SYSTEM_LANGUAGE } from '../common/i18n.ts';
import { loadAll, useOpening } from '../common/lifecycle.ts';
import { openDoor, setConnection, useDoor } from '../common/stores/core.ts';
import { speakInWidgets } from '../common/widget-words.ts';
import { isRecording } from '../features/visits/recorder/recorder-store.ts';
import { fetchParts } from '../ui/on-demand.tsx';
import { App } from './App.tsx';
import { type BrowserHost, openBrowserHost } from './browser-host.ts';
import { openStores } from './open-stores.ts';
import { listenToKeys } from './shell/useKeys.ts';
import { tellRestarted } from './tell-restarted.ts';

declare global {
  interface Window {
    /** Set by the preload script under Electron; a plain browser has none. */
    readonly scribeHost?: Host;
  }
}

const browser: BrowserHost | undefined = window.scribeHost ? undefined : openBrowserHost();
const host: Host = window.scribeHost ?? (browser as BrowserHost);

// The letters of the first screen, while the core opens: else its words wait for them.
for (const weight of [400, 600]) void document.fonts.load(`${weight} 1em "Noto Sans"`);
listenToKeys();
await openCatalogue(SYSTEM_LANGUAGE);
speakInWidgets();
const bridge = openBridge(host);
openDoor(bridge, {
  ...(browser && { reopen: browser.reopen }),
  ...(host.reconnect && { reconnect: () => host.reconnect?.() }),
});
openStores(bridge);
browser?.recording(isRecording);
// The host asks before it reloads or closes a page that records: its last second may not be saved
// yet.
window.addEventListener('beforeunload', (event) => isRecording() && event.preventDefault());
host.connection?.((connection, why) => {
  const back = connection === 'connected' && useDoor.getState().connection === 'lost';
  setConnection(connection, why);
  // The notices of the meantime are lost: everything is read anew.
  if (back) void loadAll().then(() => why === 'restarted' && tellRestarted());
});
startHeartbeat();

const place = document.getElementById('page');
if (place)
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
// The first screen comes first: what is fetched meanwhile is evaluated in its way.
const off = useOpening.subscribe(({ opened, failure }) => {
  if (!opened && !failure) return;
  off();
  fetchParts();
});
