/** Short outcomes that are said once and stay in reach: what happened, and the way back where there is one. */
import { create } from 'zustand';
import type { Failure } from '../../shared/failure.ts';

export type Message = {
  readonly id: number;
  readonly tone: 'done' | 'trouble';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
};
type Messages = { readonly list: readonly Message[]; readonly next: number };

/** More would cover the page; the oldest gives way. */
const MOST = 3;

export const useMessages = create<Messages>(() => ({ list: [], next: 1 }));

export function say(text: string, options: { tone?: Message['tone']; action?: Message['action'] } = {}) {
  useMessages.setState(({ list, next }) => ({
    list: [...list, { id: next, text, tone: options.tone ?? 'done', ...(options.action ? { action: options.action } : {}) }].slice(-MOST),
    next: next + 1,
  }));
}

export const dismiss = (id: number) =>
  useMessages.setState(({ list }) => ({ list: list.filter((message) => message.id !== id) }));

export const forgetMessages = () => useMessages.setState({ list: [] });

/** Says a Failure in words; the words come from the caller, as this store knows no language. */
export const sayFailure = (words: (failure: Failure) => string) => (failure: Failure) => say(words(failure), { tone: 'trouble' });
