/** The appointments of today, as the core keeps them. */
import type { Appointment, DayPreview } from '../../../../shared/model/day.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request } from '../../../common/stores/core.ts';
import { isLocked } from '../../../common/stores/locked.ts';

type DayState = { readonly appointments: readonly Appointment[] };
const nothing: DayState = { appointments: [] };

export const useDay = createStore<DayState>('day', nothing, {
  connect: (bridge) => bridge.on('day.changed', () => void loadDay().catch(() => undefined)),
  load: { needs: 'open-vault', run: loadDay },
  reset: () => useDay.setState(nothing),
});

const apply = (day: DayState) => void (isLocked() || useDay.setState(day));

/** Also at midnight: the core gives nothing of yesterday. */
export async function loadDay(): Promise<void> {
  apply(await request('day.list'));
}

export const previewList = (text: string): Promise<DayPreview> => request('day.preview', { text });
export const takeList = async (text: string, how: 'replace' | 'add') =>
  apply(await request('day.take', { text, how }));
export const clearList = async () => apply(await request('day.clear'));
