/** Proves that the widths beside a note are kept within their limits, and beyond this window. */
import { expect, test } from 'vitest';
import { openDoor } from '../../../../../renderer/common/stores/core.ts';
import { useSettings } from '../../../../../renderer/common/stores/settings.ts';
import {
  keepPaneWidths,
  setPaneWidth,
  useWorkplace,
} from '../../../../../renderer/features/visits/note/workplace-store.ts';
import type { Bridge } from '../../../../../shared/contract/contract.ts';
import { defaultSettings, type SettingsChange } from '../../../../../shared/model/settings.ts';

function join() {
  const asked: unknown[] = [];
  useSettings.setState({ settings: defaultSettings });
  openDoor({
    on: () => () => {},
    request: async (_name: string, change: SettingsChange) => {
      asked.push(change);
      return { ...defaultSettings, ...change };
    },
  } as unknown as Bridge);
  return asked;
}

test('a width that was dragged is kept in the settings when the drag has ended, and once', async () => {
  const asked = join();
  setPaneWidth('side', 500.4);
  expect(asked).toEqual([]);
  keepPaneWidths();
  keepPaneWidths();
  await expect.poll(() => asked).toEqual([{ panes: { sections: 152, side: 500 } }]);
});

test('a width stays within its limits', () => {
  join();
  setPaneWidth('sections', -5);
  setPaneWidth('side', 9000);
  expect(useWorkplace.getState().dragged).toEqual({ sections: 96, side: 720 });
});
