/** The key of a button, drawn on it; unseen by a screen reader. */
export const KeyCap = ({ children }: { readonly children: string }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus
  <kbd className="key" aria-hidden="true">
    {children}
  </kbd>
);
