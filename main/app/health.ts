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
  'Scriba has rebuilt it from the recordings, which are complete and stored separately. Nothing is sent twice, and discarded visits are not sent.';
const checkSettings = 'Please check your settings, and sign in again where Scriba asks for it.';

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
    return `The visit list on this computer was missing. ${rebuilt} Notes come back from the platform if it still has them. ${checkSettings}`;
  if (reason === 'damaged')
    return `The visit list on this computer was damaged. ${rebuilt} Notes that can still be read are here; others come back from the platform if it still has them. The damaged file is kept for a while as ${name}, so that support can examine it. ${checkSettings}`;
  return `A newer version of Scriba was used on this computer, and this version cannot read its visit list. ${rebuilt} Notes that are only in the newer list are not shown. The newer list is kept as ${name}. Install the newer version again, and these notes come back automatically.`;
}

/** `usedAt`: when the newer folder was used last. */
export const olderFolderNotice = (usedAt: Date): ConditionNotice => ({
  values: { at: usedAt.getTime() },
  message: `Scriba’s data folder on this computer is an older copy, perhaps from a backup. A newer folder was last used here on ${usedAt.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}; what was done since the copy was made is not in this folder. Everything in this folder is safe, and nothing is sent twice, because Scriba asks the platform first. If you still have the newer folder, close Scriba and put it back: only that folder has the recordings that were not sent yet. Otherwise, look under Visits: the platform may have the visits that are missing here.`,
});

/** `more`: there are at least so many. Both causes are left open: the list does not tell them. */
export function newerOnPlatformNotice(count: number, more: boolean): ConditionNotice {
  const visits = count === 1 ? '1 newer visit that is' : `${count} newer visits that are`;
  const they = count === 1 ? 'It was' : 'They were';
  const find = count === 1 ? 'the visit' : 'the visits';
  const message = `The platform has ${more ? 'at least ' : ''}${visits} not on this computer. ${they} recorded on another computer, or this data folder is an older copy. Everything in this folder is safe, and nothing is sent twice, because Scriba asks the platform first. If the folder was restored from a backup and you still have the newer one, close Scriba and put the newer one back: only that folder has the recordings that were not sent yet. Otherwise, you find ${find} under Visits, On the platform.`;
  return { message, ...(more && { detail: 'more' }), values: { count } };
}

export const joinedNotice = (count: number): ConditionNotice => ({
  values: { count },
  message: `The visit list of the newer version can be read again. ${count === 1 ? 'One visit is restored with its note, and is' : `${count} visits are restored with their notes, and are`} not sent again.`,
});

export const plainAnswerNotice = (plain: boolean): ConditionNotice | undefined =>
  plain
    ? {
        message:
          'The platform accepted an encrypted request, but answered without encryption. What Scriba sent was encrypted. Ask the platform whether it can also encrypt its answers.',
      }
    : undefined;

export const damagedRowsNotice = (count: number): ConditionNotice | undefined =>
  count === 0
    ? undefined
    : {
        values: { count },
        message: `${count === 1 ? 'One visit cannot be read: its entry is damaged' : `${count} visits cannot be read: their entries are damaged`}, and there is no second copy. Nothing was changed or deleted. Ask for help.`,
      };

/** Undefined where there is no policy, or nothing is wrong with it. */
export function policyNotice(policy: Policy | undefined): ConditionNotice | undefined {
  const { file, problems = [] } = policy ?? {};
  if (problems.length === 0) return undefined;
  const sentences = problems.map(({ message }) => message);
  const message = `The rules that your organisation has set for Scriba contain an error. ${sentences.join(' ')} Recording continues, and no recording is lost. Tell your administrator; the file is ${file}. Start Scriba again after it is corrected.`;
  return { message, values: { file, sentences } };
}
export const crashNotices = {
  page: {
    message:
      'Scriba’s page stopped and was opened again. Everything recorded until then is kept on this computer. If a recording was running, it waits under Today, where you can continue or finish it.',
  },
  app: {
    message:
      'Scriba did not close normally last time: it crashed, or the computer was switched off. Everything recorded until then is kept on this computer. If a recording was running, it waits under Today, where you can continue or finish it.',
  },
} as const;

/** `skew`: milliseconds our clock is ahead of the platform's; 0 when it is right. */
export function clockNotice(skew: Skew): ConditionNotice | undefined {
  if (skew === 0) return undefined;
  if (skew === 'date')
    return {
      detail: 'date',
      message:
        'The platform cannot be reached safely: its certificate is not valid on the date of this computer. Recording continues. Set the date and time; waiting visits are then sent automatically. If the date and time are right, contact the platform.',
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
