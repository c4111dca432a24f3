/** The screen in view, and its visit. There are no addresses: the page never navigates. */
import { createStore } from '../store-registry.ts';

export const sections = [
  'general',
  'desktop',
  'account',
  'here',
  'microphone',
  'visits',
  'doctor',
  'usage',
  'codeLists',
  'emr',
  'privacy',
  'webhooks',
  'encryption',
  'keys',
  'about',
] as const;
export type Section = (typeof sections)[number];

/** Screens under the one menu entry for the clinic. */
const clinicPlaces = ['codes', 'people', 'orders', 'documents'] as const;
export type ClinicPlace = (typeof clinicPlaces)[number];

export type Place =
  | { readonly name: 'record' | 'queue' | 'history' | ClinicPlace }
  | {
      readonly name: 'note';
      readonly id: string;
      readonly from: 'record' | 'queue' | 'history';
    }
  | { readonly name: 'settings'; readonly section: Section };

type Screen = {
  readonly place: Place;
  readonly keysShown: boolean;
  readonly finishing: boolean;
  /** The finish dialog was asked for by "new visit": the form comes up when the visit is saved. */
  readonly thenNext: boolean;
  /** The screen of the clinic that was in view last. */
  readonly clinic: ClinicPlace;
  /** The recorder itself can be seen, not only that something is recorded. */
  readonly recorderInView: boolean;
  /**
   * The visit that was finished last on this page, until its page is opened or the next one begins.
   */
  readonly finished?: string | undefined;
};

export const useScreen = createStore<Screen>(
  'navigation',
  {
    place: { name: 'record' },
    keysShown: false,
    finishing: false,
    thenNext: false,
    clinic: 'codes',
    recorderInView: false,
  },
  { reset: returnToStart },
);

const isClinic = (name: string): name is ClinicPlace =>
  (clinicPlaces as readonly string[]).includes(name);

export const go = (place: Place) =>
  useScreen.setState({ place, ...(isClinic(place.name) && { clinic: place.name }) });

export const openNote = (id: string) => {
  const { place } = useScreen.getState();
  go({
    name: 'note',
    id,
    from: place.name === 'queue' || place.name === 'history' ? place.name : 'record',
  });
  if (useScreen.getState().finished === id) showFinished(undefined);
};
export const showKeys = (keysShown: boolean) => useScreen.setState({ keysShown });
/** Keeps the visit that was just finished in view on the Record screen. */
export const showFinished = (finished: string | undefined) => useScreen.setState({ finished });

/**
 * Leaves the visit that is in view: its id is no patient data, but its screen would show one as
 * soon as the vault opens.
 */
function returnToStart(): void {
  askToFinish(false);
  go({ name: 'record' });
}

export const setRecorderInView = (recorderInView: boolean) =>
  useScreen.setState({ recorderInView });

/** The finish dialog; it belongs to no screen, as Ctrl+Enter works on each. */
export const askToFinish = (finishing: boolean, thenNext = false) =>
  useScreen.setState({ finishing, thenNext });
