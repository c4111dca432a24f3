/**
 * Reads a link of another program (`scriba://record?name=…&number=…`). It is text that anybody may
 * have written: it can only propose a patient for the form, which a person accepts or not. What is
 * not known is ignored.
 */
import type { DesktopCommand, ProposedPatient } from '../../../../shared/model/desktop.ts';

export const LINK_SCHEME = 'scriba';

/** Characters of a whole link; longer ones are not looked at. */
const LONGEST = 2000;
/** As the form takes them. */
const LONGEST_NAME = 200;
const LONGEST_NUMBER = 60;

/**
 * Letters that are not seen, or that turn the direction of what follows them. Joiners belong to
 * Indic names and stay.
 */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** The link among a program's arguments; Windows and Linux hand it over so. */
export const linkIn = (argv: readonly string[]): string | undefined =>
  argv.slice(1).find((word) => word.toLowerCase().startsWith(`${LINK_SCHEME}:`));

/** Undefined for everything that is not such a link. */
export function readDeepLink(text: string): DesktopCommand | undefined {
  if (text.length > LONGEST || !URL.canParse(text)) return undefined;
  const { protocol, host, pathname, username, password, searchParams } = new URL(text);
  const isRecord =
    protocol === `${LINK_SCHEME}:` &&
    host.toLowerCase() === 'record' &&
    (pathname === '' || pathname === '/') &&
    username === '' &&
    password === '';
  if (!isRecord) return undefined;
  const name = read(searchParams, 'name', LONGEST_NAME);
  const recordNumber = read(searchParams, 'number', LONGEST_NUMBER);
  const patient: ProposedPatient = {
    ...(name !== undefined && { name }),
    ...(recordNumber !== undefined && { recordNumber }),
  };
  return Object.keys(patient).length === 0 ? { command: 'start' } : { command: 'propose', patient };
}

/** Undefined where it is absent, empty, too long, or there twice: two names are a mix-up. */
function read(query: URLSearchParams, key: string, longest: number): string | undefined {
  const [value, ...more] = query.getAll(key);
  if (value === undefined || more.length > 0) return undefined;
  const line = value.replace(unseen, ' ').replace(/\s+/gu, ' ').trim().normalize('NFC');
  return line === '' || line.length > longest ? undefined : line;
}
