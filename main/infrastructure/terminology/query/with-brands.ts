/** The table of brands beside a list of medicines: in a text, and as one types. */
import type { Index } from '../index/open-index.ts';
import type { Brands, FoundBrand } from '../text/brands.ts';
import { keyOf } from '../text/normalise.ts';
import type { Phrase } from './phrases.ts';
import type { Hit } from './search.ts';

/** A brand is a name of its own, which no list has to have. */
export function phrasesWithBrands(
  found: readonly Phrase[],
  brands: readonly FoundBrand[],
): Phrase[] {
  const named = brands.map(({ start, end, written }): Phrase => {
    const words = written.split(/[\s-]+/).length;
    return { start, end, words, codes: [] };
  });
  return [
    ...found.filter((one) => !named.some(({ start, end }) => one.start < end && start < one.end)),
    ...named,
  ].sort((x, y) => x.start - y.start || x.end - y.end);
}

/**
 * The list's own hits, then the ingredients of brands that begin so: "Dolo (paracetamol)". One hit
 * a code.
 */
export function searchWithBrands(
  index: Index,
  list: readonly Hit[],
  brands: ReturnType<Brands['beginning']>,
  most: number,
): Hit[] {
  const found = new Map(list.map((hit) => [hit.code, hit]));
  for (const { name, ingredients } of brands)
    for (const ingredient of ingredients) {
      const [term] = index.exactly(keyOf(index.wordsOf(ingredient)));
      const code = term && index.code(term.code);
      if (!code || found.has(code.code)) continue;
      found.set(code.code, {
        code: code.code,
        name: code.name,
        term: `${name} (${ingredients.join(' + ')})`,
        billable: false,
        header: false,
      });
    }
  return [...found.values()].slice(0, most);
}
