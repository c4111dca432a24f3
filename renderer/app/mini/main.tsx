/**
 * Opens the small window's page. It asks two requests and hears two notices
 * (main/hosts/electron/ipc.ts); it has no store of a visit.
 */
import { createRoot } from 'react-dom/client';
import type { Host } from '../../common/bridge.ts';
import { openBridge } from '../../common/bridge.ts';
import { openCatalogue, SYSTEM_LANGUAGE } from '../../common/i18n.ts';
import '../../styles/mini.css';
import { MiniWindow } from './MiniWindow.tsx';

const host = (window as { readonly scribeHost?: Host }).scribeHost;
const place = document.getElementById('mini');

if (host && place) {
  await openCatalogue(SYSTEM_LANGUAGE);
  createRoot(place).render(<MiniWindow bridge={openBridge(host)} />);
}
