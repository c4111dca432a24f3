/** The list that is in use, as the rows of a clinic's own list are held against it. */
import type { ListInUse } from '../own/verify.ts';
import { keyOf } from '../text/normalise.ts';
import type { Opened } from './answer.ts';
import { isBillable, nameOf, tagOf } from './known-code.ts';

/** Undefined where there is none, or none that can be read. */
export function listInUse(open: () => Opened): ListInUse | undefined {
  let opened: Opened;
  try {
    opened = open();
  } catch {
    // The status of the lists tells it.
    return undefined;
  }
  return {
    version: opened.index.facts.version,
    known(code) {
      const name = nameOf(opened, code);
      return name === undefined
        ? undefined
        : { name, tag: tagOf(opened, code), billable: isBillable(opened, code) };
    },
    called: (words) =>
      [opened, ...(opened.starter ? [opened.starter] : [])].flatMap(({ index }) =>
        index.exactly(keyOf(index.wordsOf(words))).map((term) => index.code(term.code)),
      ),
  };
}
