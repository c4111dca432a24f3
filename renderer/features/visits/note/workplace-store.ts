/**
 * The panes beside a note: which one is in front, whether it is open where there is no room for it,
 * and how wide they are. Nothing of a patient.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { type Pane, paneWidths } from '../../../../shared/model/panes.ts';
import { createStore } from '../../../common/store-registry.ts';
import { changeSettings, useSettings } from '../../../common/stores/settings.ts';

export const sides = ['codes', 'check', 'transcript'] as const;
export type Side = (typeof sides)[number];

type Workplace = {
  /** Undefined: nobody has chosen, and what is still to be done comes to the front. */
  readonly side?: Side | undefined;
  /** In a small window the side is a drawer. */
  readonly isOpen: boolean;
  /** As they were dragged in this window; the settings keep them for the next one. */
  readonly dragged: Partial<Record<Pane, number>>;
  /** Words of the transcript that were asked for by a click in the note. */
  readonly followed?: Span | undefined;
  /** Of the sound beside the transcript. */
  readonly speed: number;
  /** The codes are to take the focus as soon as they are there. */
  readonly wantsCodes: boolean;
  /** The words selected in the note are to be marked by hand. */
  readonly wantsMark: boolean;
};

export const useWorkplace = createStore<Workplace>(
  'workplace',
  {
    side: undefined,
    isOpen: false,
    dragged: {},
    speed: 1,
    followed: undefined,
    wantsCodes: false,
    wantsMark: false,
  },
  { reset: leaveWorkplace },
);

/** Another note, or none: the widths and the speed stay. */
export function leaveWorkplace(): void {
  useWorkplace.setState({
    side: undefined,
    isOpen: false,
    followed: undefined,
    wantsCodes: false,
    wantsMark: false,
  });
}
export const showSide = (side: Side) =>
  useWorkplace.setState({ side, isOpen: true, followed: undefined });
/** It stays in front, open or not. */
export const keepSide = (side: Side) => useWorkplace.setState({ side });
export const closeSide = () => useWorkplace.setState({ isOpen: false });
export const focusCodes = () =>
  useWorkplace.setState({ side: 'codes', isOpen: true, wantsCodes: true });
export const markSelection = () =>
  useWorkplace.setState({ side: 'codes', isOpen: true, wantsMark: true });
export const markOpened = () => useWorkplace.setState({ wantsMark: false });
export const codesFocused = () => useWorkplace.setState({ wantsCodes: false });
export const followTo = (followed: Span) => useWorkplace.setState({ followed });
export const setSpeed = (speed: number) => useWorkplace.setState({ speed });

export function usePaneWidth(pane: Pane): number {
  const dragged = useWorkplace((state) => state.dragged[pane]);
  const kept = useSettings(({ settings }) => settings?.panes[pane]);
  return dragged ?? kept ?? paneWidths[pane].usual;
}

export function setPaneWidth(pane: Pane, width: number): void {
  const { least, most } = paneWidths[pane];
  const dragged = Math.round(Math.max(least, Math.min(most, width)));
  useWorkplace.setState((state) => ({ dragged: { ...state.dragged, [pane]: dragged } }));
}

/** Once a drag or a key has ended. A width that could not be kept still holds in this window. */
export function keepPaneWidths(): void {
  const { settings } = useSettings.getState();
  const { dragged } = useWorkplace.getState();
  if (!settings) return;
  const panes = { ...settings.panes, ...dragged };
  if (panes.sections === settings.panes.sections && panes.side === settings.panes.side) return;
  changeSettings({ panes }).catch(() => {});
}
