/** Ids of the fields and controls that a key or the tray goes to from any screen. */

/** The search field of the history: Ctrl+F. */
export const SEARCH_FIELD = 'history-search';
/** The patient's name of a new visit: Ctrl+N. */
export const PATIENT_FIELD = 'patient-name';
/** The one big control that starts a recording: where the tray leads when the name is there. */
export const START_BUTTON = 'start-recording';

/** The screen may have to be drawn first. */
export const focusSoon = (id: string): void => {
  requestAnimationFrame(() => lookForField(id, MOST_FRAMES));
};
/** About two seconds: a screen that is loaded on demand has come by then. */
const MOST_FRAMES = 120;

function lookForField(id: string, frames: number): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    if (field) field.focus();
    else if (frames > 0) lookForField(id, frames - 1);
  });
}
