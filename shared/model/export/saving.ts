/** How something that leaves Scriba as a file was handed over. */

export type Saved =
  | { readonly how: 'saved' | 'cancelled' }
  /** A browser fetches it by itself: `take/<ticket>`, good once and for 30 seconds. */
  | { readonly how: 'download'; readonly ticket: string };
