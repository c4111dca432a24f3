/** What axe-core puts into a page that it was loaded into. */
interface Window {
  readonly axe: typeof import('axe-core');
}
