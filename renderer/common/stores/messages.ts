import type { Catalogue } from '../failure-format.ts';
import { createStore } from '../store-registry.ts';
import { isLocked } from './locked.ts';

/** Words, or what makes them: those change their language with the interface while they stand there. */
export type Said = string | ((words: Catalogue) => string);
export const wordsOf = (said: Said, words: Catalogue): string =>
  typeof said === 'string' ? said : said(words);

export type Message = {
  readonly id: number;
  readonly tone: 'done' | 'trouble';
  readonly text: Said;
  /** Read out, not shown: where the screen shows it already. */
  readonly unseen?: boolean;
  readonly action?: { readonly label: Said; readonly run: () => void };
};
/**
 * `page` changes when all messages go at a lock: React keeps the last content of a place until the
 * place itself goes.
 */
type Messages = { readonly list: readonly Message[]; readonly next: number; readonly page: number };

/** More would cover the page; the oldest gives way. */
const MOST = 3;

export const useMessages = createStore<Messages>(
  'messages',
  { list: [], next: 1, page: 1 },
  { reset: forgetMessages },
);

type SayOptions = {
  readonly tone?: Message['tone'];
  readonly action?: Message['action'];
  readonly unseen?: boolean;
  /** The action began while the vault was locked: its outcome names no patient. */
  readonly fromLocked?: boolean;
};

/**
 * Shows a message. The outcome of an action that a lock overtook is dropped, as it may name a
 * patient (P12); a Failure's words never do.
 */
export function say(text: Said, options: SayOptions = {}): void {
  if (isLocked() && options.tone !== 'trouble' && !options.fromLocked) return;
  useMessages.setState(({ list, next }) => ({
    list: [
      ...list,
      {
        id: next,
        text,
        tone: options.tone ?? 'done',
        ...(options.action ? { action: options.action } : {}),
        ...(options.unseen && { unseen: true }),
      },
    ].slice(-MOST),
    next: next + 1,
  }));
}

export const dismiss = (id: number) =>
  useMessages.setState(({ list }) => ({ list: list.filter((message) => message.id !== id) }));

function forgetMessages(): void {
  useMessages.setState(({ page }) => ({ list: [], page: page + 1 }));
}
