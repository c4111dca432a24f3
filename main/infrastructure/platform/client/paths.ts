/** The one place where a platform may lie otherwise than the contract says: each chapter's prefix can be exchanged (platform profile). */
import {
  type Chapter,
  chapterPrefixes,
  type PathOverrides,
} from '../../../../shared/model/account/platform-profile.ts';

/** The path to ask for. `path` begins with `/` and is the contract's own; `brand` stands for `{brand}` in prefixes. */
export function applyPathOverrides(path: string, overrides: PathOverrides, brand: string): string {
  const fill = (prefix: string) => prefix.replaceAll('{brand}', brand);
  const found = (Object.keys(chapterPrefixes) as Chapter[])
    .filter((chapter) => overrides[chapter] !== undefined)
    .map((chapter) => ({ from: fill(chapterPrefixes[chapter]), to: fill(overrides[chapter]!) }))
    .filter(
      ({ from }) =>
        path === from ||
        path.startsWith(from.endsWith('/') ? from : `${from}/`) ||
        path.startsWith(`${from}?`),
    )
    // The longest says most.
    .sort((one, other) => other.from.length - one.from.length)[0];
  return found ? found.to + path.slice(found.from.length) : path;
}
