/** Ids of the fields that a key goes to from any screen. */

/** The search field of the history: Ctrl+F. */
export const SEARCH_FIELD = 'history-search';
/** The patient's name of a new visit: Ctrl+N. */
export const PATIENT_FIELD = 'patient-name';
