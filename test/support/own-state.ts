/** Tells by its text whether a test of the page needs a process of its own. */

/** What is replaced, held by a module, or belongs to the page or the process. */
const STATE =
  /\bvi\b|store|\buse[A-Z]\w*\.|\bsetState\b|globalThis|\bwindow\b|\bdocument\.|navigator|localStorage|i18next|openCatalogue|process\.env|\bimport\(/i;

export const hasOwnState = (text: string): boolean => STATE.test(text);
