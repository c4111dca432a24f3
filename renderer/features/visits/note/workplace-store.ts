/**
 * The panes beside a note: which one is in front, whether it is open where there is no room for it,
 * and how wide it is. Nothing of a patient.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { createStore } from '../../../common/store-registry.ts';

export const sides = ['codes', 'check', 'transcript'] as const;
export type Side = (typeof sides)[number];

type Workplace = {
  /** Undefined: nobody has chosen, and what is still to be done comes to the front. */
  readonly side?: Side | undefined;
  /** In a small window the side is a drawer. */
  readonly isOpen: boolean;
  /** CSS pixels. */
  readonly width: number;
  /** Words of the transcript that were asked for by a click in the note. */
  readonly followed?: Span | undefined;
  /** Of the sound beside the transcript. */
  readonly speed: number;
  /** The codes are to take the focus as soon as they are there. */
  readonly wantsCodes: boolean;
  /** The words selected in the note are to be marked by hand. */
  readonly wantsMark: boolean;
};

export const sideWidth = { least: 280, most: 720, usual: 380 };

export const useWorkplace = createStore<Workplace>(
  'workplace',
  {
    side: undefined,
    isOpen: false,
    width: sideWidth.usual,
    speed: 1,
    followed: undefined,
    wantsCodes: false,
    wantsMark: false,
  },
  { reset: leaveWorkplace },
);

/** Another note, or none: the width and the speed stay. */
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
export const closeSide = () => useWorkplace.setState({ isOpen: false });
export const focusCodes = () =>
  useWorkplace.setState({ side: 'codes', isOpen: true, wantsCodes: true });
export const markSelection = () =>
  useWorkplace.setState({ side: 'codes', isOpen: true, wantsMark: true });
export const markOpened = () => useWorkplace.setState({ wantsMark: false });
export const codesFocused = () => useWorkplace.setState({ wantsCodes: false });
export const followTo = (followed: Span) => useWorkplace.setState({ followed });
export const setSpeed = (speed: number) => useWorkplace.setState({ speed });
export const setSideWidth = (width: number) =>
  useWorkplace.setState({
    width: Math.round(Math.max(sideWidth.least, Math.min(sideWidth.most, width))),
  });
