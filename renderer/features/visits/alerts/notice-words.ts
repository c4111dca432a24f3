/** What the core tells of a condition, in the words of the catalogue. */
import type { ConditionNotice } from '../../../../shared/model/health.ts';
import { dateAndTime, spanInWords } from '../../../ui/times.ts';

type Words = {
  readonly id: string;
  readonly notice: ConditionNotice;
  readonly language: string;
  readonly t: (key: string, values: Readonly<Record<string, unknown>>) => string;
};

/** Undefined where the catalogue does not know it, as of a newer core: its own sentence stands. */
export function noticeWords({ id, notice, language, t }: Words): string | undefined {
  const { count, file, span, at } = notice.values ?? {};
  const words = t(`matter.${id}.told.${notice.detail ?? 'text'}`, {
    count,
    file,
    ...(span !== undefined && { length: spanInWords(span, language) }),
    ...(at !== undefined && { when: dateAndTime(at, language) }),
    defaultValue: '',
  });
  return words === '' ? undefined : words;
}
