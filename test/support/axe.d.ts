/** Global that axe-core adds to a page it was loaded into. */
interface Window {
  readonly axe: typeof import('axe-core');
}
