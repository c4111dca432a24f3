/** The doctor's settings, as the core keeps them. */

import type { Bridge } from '../../../shared/contract/contract.ts';
import type { Settings, SettingsChange } from '../../../shared/model/settings.ts';
import { createStore } from '../store-registry.ts';
import { request } from './core.ts';
import { countNotices } from './overtaken.ts';

type Held = { readonly settings?: Settings };

export const useSettings = createStore<Held>(
  'settings',
  {},
  {
    connect: connectSettings,
    load: { needs: 'profile', run: loadSettings },
    reset: 'holds no patient data',
  },
);

const notices = countNotices();

function connectSettings(bridge: Bridge): void {
  bridge.on('settings.changed', (settings) => {
    notices.told();
    useSettings.setState({ settings });
  });
}

async function loadSettings(): Promise<void> {
  const isOld = notices.watch();
  const settings = await request('settings.get');
  if (!isOld()) useSettings.setState({ settings });
}

/**
 * Shows the change at once, then the core's answer; takes it back when the core refuses. Throws the
 * core's Failure.
 */
export async function changeSettings(change: SettingsChange): Promise<void> {
  const { settings } = useSettings.getState();
  if (settings) useSettings.setState({ settings: { ...settings, ...withoutGaps(change) } });
  try {
    useSettings.setState({ settings: await request('settings.change', change) });
  } catch (error) {
    if (settings) useSettings.setState({ settings });
    throw error;
  }
}

const withoutGaps = (change: SettingsChange) =>
  Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Settings>;
