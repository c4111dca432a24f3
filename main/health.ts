/** The list of what is not as it should be: made of what each part says, told to the page whenever it changes. */
import type { Notify } from '../shared/contract.ts';
import type { Condition, ConditionCode } from '../shared/health.ts';

export type Health = {
  list(): readonly Condition[];
  /** Undefined: it is well again. */
  set(code: ConditionCode, message: string | undefined): void;
};

const MINUTE = 60_000;

export function createHealth(notify: Notify): Health {
  const conditions = new Map<ConditionCode, Condition>();
  const list = () => [...conditions.values()];
  return {
    list,
    set(code, message) {
      if (conditions.get(code)?.message === message) return;
      if (message === undefined) conditions.delete(code);
      else conditions.set(code, { code, message });
      notify('app.health', list());
    },
  };
}

/** `name`: of the file set aside, in the profile's folder. */
export const setAsideMessage = (reason: 'damaged' | 'newer', name: string): string =>
  reason === 'damaged'
    ? `The list of visits on this computer was damaged. Scriba has made it anew from the recordings, which are whole and in files of their own; nothing is sent twice. Notes come back from the platform where it still has them. The damaged file is kept as ${name}.`
    : `A newer Scriba has used this computer, and its list of visits cannot be read by this one. The list was made anew from the recordings; nothing is sent twice. The newer list is kept as ${name}. Install the newer Scriba again.`;

export const plainAnswerMessage = (plain: boolean): string | undefined =>
  plain ? 'The platform took an encrypted call and answered without encryption. What Scriba sent was encrypted all the same. Ask the platform whether its answers can be encrypted too.' : undefined;

export const damagedRowsMessage = (count: number): string | undefined =>
  count === 0 ? undefined : `${count === 1 ? 'One visit' : `${count} visits`} cannot be read: the entry is damaged, and the vault does not have it either. Everything is kept as it is. Please ask for help.`;

/** `skew`: milliseconds our clock is ahead of the platform's; 0 when it is right. */
export const clockMessage = (skew: number): string | undefined =>
  skew === 0 ? undefined : `The clock of this computer is ${Math.round(Math.abs(skew) / MINUTE)} minutes ${skew > 0 ? 'ahead' : 'behind'}. Recording and sending go on; set the clock, so that visits show the right time.`;
