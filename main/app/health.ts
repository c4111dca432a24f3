/**
 * The list of what is not as it should be: made of what each part says, told to the page whenever
 * it changes.
 */
import type { Notify } from '../../shared/contract/contract.ts';
import type { Condition, ConditionCode, ConditionNotice, Skew } from '../../shared/model/health.ts';
import type { Policy } from '../../shared/model/policy.ts';
import { MINUTE } from '../../shared/time.ts';

export type Health = {
  list(): readonly Condition[];
  /** `notice` undefined: the condition is over. */
  set(code: ConditionCode, notice: ConditionNotice | undefined): void;
};

export function createHealth(notify: Notify): Health {
  const conditions = new Map<ConditionCode, Condition>();
  const list = () => [...conditions.values()];
  return {
    list,
    set(code, notice) {
      if (conditions.get(code)?.message === notice?.message) return;
      if (notice === undefined) conditions.delete(code);
      else conditions.set(code, { code, ...notice });
      notify('app.health', list());
    },
  };
}

const rebuilt =
  'Scriba has rebuilt it from the recordings, which are complete and stored separately; nothing is sent twice, and what was discarded is not sent.';
const checkSettings = 'Please look at the settings, and sign in again where Scriba asks for it.';

/**
 * `name`: of the file set aside, in the profile's folder. `missing`: there was no file any more.
 */
export function setAsideNotice(
  reason: 'damaged' | 'newer' | 'missing',
  name: string,
): ConditionNotice {
  return {
    message: setAsideMessage(reason, name),
    ...(reason !== 'newer' && { detail: reason }),
    values: { file: name },
  };
}

function setAsideMessage(reason: 'damaged' | 'newer' | 'missing', name: string): string {
  if (reason === 'missing')
    return `The list of visits on this computer was gone. ${rebuilt} Notes come back from the platform where it still has them. ${checkSettings}`;
  if (reason === 'damaged')
    return `The list of visits on this computer was damaged. ${rebuilt} Notes that could still be read are here; others come back from the platform where it still has them. The damaged file is kept for a while as ${name}, for help to look into. ${checkSettings}`;
  return `A newer Scriba has used this computer, and this one cannot read its list of visits. ${rebuilt} Notes that only the newer list has are not shown. The newer list is kept as ${name}: install the newer Scriba again, and they come back by themselves.`;
}

/** `usedAt`: when the newer folder was used last. */
export const olderFolderNotice = (usedAt: Date): ConditionNotice => ({
  values: { at: usedAt.getTime() },
  message: `The data folder of Scriba on this computer is an older copy, perhaps out of a backup: a newer one was used here last on ${usedAt.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}, and what was done in between is not in this one. What is in it is safe, and nothing is sent twice: the platform is asked first. If you still have the newer folder, close Scriba and put it back: recordings that were not sent yet are in that one alone. Otherwise look under Visits, where the platform may have the visits that are missing here.`,
});

/** `more`: there are at least so many. Both causes are left open: the list does not tell them. */
export function newerOnPlatformNotice(count: number, more: boolean): ConditionNotice {
  const visits = count === 1 ? '1 newer visit that is' : `${count} newer visits that are`;
  const [they, were, them] = count === 1 ? ['it', 'was', 'it'] : ['they', 'were', 'them'];
  const message = `The platform has ${more ? 'at least ' : ''}${visits} not on this computer: this folder may be an older copy, or ${they} ${were} recorded on another computer. What is in this folder is safe, and nothing is sent twice: the platform is asked first. If the folder was put back from a backup and you still have the newer one, close Scriba and put that one back: recordings that were not sent yet are in it alone. Otherwise look under Visits, on the platform, where you find ${them}.`;
  return { message, ...(more && { detail: 'more' }), values: { count } };
}

export const joinedNotice = (count: number): ConditionNotice => ({
  values: { count },
  message: `The list that a newer Scriba had kept here can be read again, and is used again: ${count === 1 ? 'one visit' : `${count} visits`} came back with the note. Nothing is sent for it.`,
});

export const plainAnswerNotice = (plain: boolean): ConditionNotice | undefined =>
  plain
    ? {
        message:
          'The platform took an encrypted call and answered without encryption. What Scriba sent was encrypted all the same. Ask the platform whether its answers can be encrypted too.',
      }
    : undefined;

export const damagedRowsNotice = (count: number): ConditionNotice | undefined =>
  count === 0
    ? undefined
    : {
        values: { count },
        message: `${count === 1 ? 'One visit' : `${count} visits`} cannot be read: the entry is damaged, and there is no second copy of it. Everything is kept as it is. Please ask for help.`,
      };

/** Undefined where there is no policy, or nothing is wrong with it. */
export function policyNotice(policy: Policy | undefined): ConditionNotice | undefined {
  const { file, problems = [] } = policy ?? {};
  if (problems.length === 0) return undefined;
  const sentences = problems.map(({ message }) => message);
  const message = `Something in the rules that your organisation has set for Scriba is wrong. ${sentences.join(' ')} Recording continues, and nothing that is recorded is lost. Tell your administrator; the file is ${file}. Start Scriba again when it is corrected.`;
  return { message, values: { file, sentences } };
}
export const crashNotices = {
  page: {
    message:
      'The page of Scriba stopped and was opened again. Everything recorded until then is kept on this computer; a recording that was running waits on the start page, where you can continue or finish it.',
  },
  app: {
    message:
      'Scriba was not closed in good order the last time: it stopped by itself, or the computer was switched off. Everything recorded until then is kept on this computer; a recording that was running waits on the start page, where you can continue or finish it.',
  },
} as const;

/** `skew`: milliseconds our clock is ahead of the platform's; 0 when it is right. */
export function clockNotice(skew: Skew): ConditionNotice | undefined {
  if (skew === 0) return undefined;
  if (skew === 'date')
    return {
      detail: 'date',
      message:
        'The platform cannot be reached safely: its certificate is not valid on the date that this computer shows. Recording continues. Set date and time of this computer; what waits is then sent by itself. If they are right, tell the platform.',
    };
  const detail = skew > 0 ? 'ahead' : 'behind';
  const message = `The clock of this computer is ${span(Math.abs(skew))} ${detail}. Recording and sending continue; set the clock, so that visits show the right time.`;
  return { message, detail, values: { span: Math.abs(skew) } };
}

/** Minutes up to two hours, hours up to two days, then days. */
function span(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2 * 24 * 60
    ? `${Math.round(minutes / 60)} hours`
    : `${Math.round(minutes / (24 * 60))} days`;
}
