/**
 * Parts that Scriba shows outside its page: in the tray, in the small window, as a notification. No
 * name of a patient is among them.
 */
import type { Settings } from './settings.ts';

export const recorderStatuses = ['idle', 'opening', 'recording', 'paused', 'finishing'] as const;
type RecorderStatus = (typeof recorderStatuses)[number];

/** Longest run of UTF-16 units that initials may have: two letters with all their marks. */
export const LONGEST_INITIALS = 24;

/** The recorder as its page tells of it. */
export type DesktopRecorder = {
  readonly status: RecorderStatus;
  /** Of the patient's name; empty where the page does not know it. */
  readonly initials: string;
  /** Milliseconds of sound recorded. */
  readonly elapsed: number;
  /** No sound has been heard for so long that it is worth a notice. */
  readonly silent: boolean;
};

export const recorderAtRest: DesktopRecorder = {
  status: 'idle',
  initials: '',
  elapsed: 0,
  silent: false,
};

/** State that the small window draws. */
export type MiniView = DesktopRecorder & Pick<Settings, 'theme' | 'uiLanguage'>;

/** A screen to which a notification leads. */
export type DesktopPlace =
  | { readonly name: 'queue' }
  | { readonly name: 'note'; readonly id: string };

/** Patient that another program proposes for a new visit. The text is not trusted. */
export type ProposedPatient = { readonly name?: string; readonly recordNumber?: string };

/** Command to the page; the page does it as its own buttons do, or not at all. */
export type DesktopCommand =
  | { readonly command: 'start' | 'pause' | 'resume' | 'finish' }
  | { readonly command: 'open'; readonly place: DesktopPlace }
  | { readonly command: 'propose'; readonly patient: ProposedPatient };

/** `taken`: the system did not give us the keys; another program may have them. */
export type HotkeyState = 'off' | 'on' | 'taken';
export type DesktopState = { readonly hotkey: HotkeyState; readonly miniWindow: boolean };

export type DesktopView = {
  readonly recorder: DesktopRecorder;
  readonly offline: boolean;
  readonly settings: Settings['desktop'];
  /** One of the interface's languages, or `system`. */
  readonly language: string;
};
export type DesktopNotification = 'note-ready' | 'needs-attention';
