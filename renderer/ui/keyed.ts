/**
 * Gives each item of a list a key that stays with it when others come or go: its own text, numbered
 * among the items with the same text.
 */
export function keyed<T>(
  items: readonly T[],
  textOf: (item: T) => string,
): { readonly key: string; readonly item: T }[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const text = textOf(item);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return { key: `${count} ${text}`, item };
  });
}
