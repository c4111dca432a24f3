/** Wires what is shown outside the page. */
import { createDesktopPart } from '../desktop.ts';
import type { Core } from './core.ts';
import type { PlatformParts } from './platform.ts';

export function wireDesktop(core: Core, { connectivity }: PlatformParts) {
  const { ports, notices, vault, store } = core;
  const desktop = createDesktopPart({
    port: ports.desktop,
    notices,
    vault,
    store,
    clock: ports.clock,
    offline: () => connectivity.state()?.reachable === false,
  });
  return { desktop };
}
