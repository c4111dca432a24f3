/**
 * The visit of an order's prescription, and a comparison of its patient with that of the admission.
 */
import type { Visit } from '../../../../shared/model/visit.ts';
import { hasNote } from '../../visits/state/visit-format.ts';

/** Visits that may have a prescription, newest first; `chosen` is among them however old it is. */
export const visitsWithPrescription = (
  visits: readonly Visit[],
  chosen = '',
  most = 100,
): Visit[] =>
  visits
    .filter((visit) => hasNote(visit) && !visit.locked)
    .filter((visit, index) => index < most || visit.transactionId === chosen);

export const visitOf = (rxId: string, visits: readonly Visit[]): Visit | undefined =>
  rxId === '' ? undefined : visits.find(({ transactionId }) => transactionId === rxId);

/**
 * True if two names may belong to two persons: the longer one lacks a word of the shorter. Case,
 * order, accents and titles do not matter.
 */
export function namesDiffer(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.length === 0 || b.length === 0) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return !short.every((word) => long.includes(word));
}
const titles = new Set(['mr', 'mrs', 'ms', 'dr', 'smt', 'shri', 'master', 'baby']);
const wordsOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}(?<=[\u0300-\u036f])/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !titles.has(word));
