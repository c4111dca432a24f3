/**
 * Paths of a platform that serves a chapter under another prefix than the contract (platform
 * profile).
 */
import {
  type Chapter,
  chapterPrefixes,
  type PathOverrides,
} from '../../../../shared/model/account/platform-profile.ts';

/**
 * The path to ask for. `path` begins with `/` and is the contract's own; `brand` stands for
 * `{brand}` in prefixes.
 */
export function applyPathOverrides(path: string, overrides: PathOverrides, brand: string): string {
  const fill = (prefix: string) => prefix.replaceAll('{brand}', brand);
  // The longest prefix that fits is the most precise one.
  const [best] = (Object.keys(chapterPrefixes) as Chapter[])
    .flatMap((chapter) => {
      const override = overrides[chapter];
      return override === undefined
        ? []
        : [{ from: fill(chapterPrefixes[chapter]), to: fill(override) }];
    })
    .filter(({ from }) => isUnder(path, from))
    .sort((one, other) => other.from.length - one.from.length);
  return best ? best.to + path.slice(best.from.length) : path;
}

const isUnder = (path: string, prefix: string): boolean =>
  path === prefix ||
  path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`) ||
  path.startsWith(`${prefix}?`);
