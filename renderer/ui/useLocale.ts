/** Words, times and lengths in the language of the interface, for any component. */
import { useTranslation } from 'react-i18next';
import { languages } from '../../shared/model/account/languages.ts';
import type { Visit } from '../../shared/model/visit.ts';
import { failureWords } from '../common/failure-format.ts';
import { isLocked } from '../common/stores/locked.ts';
import { type Said, say } from '../common/stores/messages.ts';
import { useSession } from '../common/stores/session.ts';
import { dateAndTime, dayOf, lengthOf, megabytes, secondsOf, timeOfDay } from './times.ts';

/** Languages that are named in a row; the rest is counted. */
const NAMED = 6;

export function useLocale() {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const offer = useSession((session) => session.offer);
  const exists = (key: string) => i18n.exists(key);
  const lengthOfSeconds = (seconds: number) => {
    const { key, values } = lengthOf(seconds);
    return t(key, values);
  };
  const failure = (error: unknown) => failureWords({ exists, t: (key) => t(key) }, error);

  /**
   * The visit's label. One whose key is not at hand has none that can be read; one that began
   * without a name is called after its time.
   */
  const nameOf = ({ locked, patient, createdAt }: Named): string => {
    if (locked) return t('visit.locked');
    return patient.name || t('visit.unnamed', { time: timeOfDay(createdAt, language) });
  };

  return {
    t,
    exists,
    language,
    time: (at: number, seconds = false) => timeOfDay(at, language, seconds),
    day: (at: number) => dayOf(at, language),
    moment: (at: number) => dateAndTime(at, language),
    size: (bytes: number) => megabytes(bytes, language),
    length: (samples: number) => lengthOfSeconds(secondsOf(samples)),
    lengthOfSeconds,
    failure,
    nameOf,
    /** The name of a button that stands on every visit of a list: what it does, and to whose. */
    forVisit: (what: string, visit: Named) => t('visit.of', { what, name: nameOf(visit) }),
    /** Own name of a language, as its speakers write it. */
    languageName: (id: string) =>
      languages.find((one) => one.id === id)?.own ??
      offer?.languages.find((one) => one.id === id)?.name ??
      ownName(id),
    /** In the language of the interface; those after the first few are counted. */
    languagesNamed: (ids: readonly string[]) => {
      const names = new Intl.DisplayNames([language], { type: 'language' });
      const named = ids.slice(0, NAMED).map((id) => names.of(id) ?? id);
      const more = ids.length - named.length;
      const counted = more > 0 ? ` ${t('record.languagesMore', { count: more })}` : '';
      return named.join(', ') + counted;
    },
    templateName: (id: string) =>
      exists(`template.${id}`)
        ? t(`template.${id}`)
        : (offer?.templates.find((one) => one.id === id)?.name ?? id),
    /** Runs what may fail, and says so in words when it does. */
    attempt: (run: () => Promise<unknown>, done?: Said) => {
      const fromLocked = isLocked();
      void run().then(
        () => done !== undefined && say(done, { fromLocked }),
        (error: unknown) => say((words) => failureWords(words, error), { tone: 'trouble' }),
      );
    },
  };
}

type Named = Pick<Visit, 'locked' | 'patient' | 'createdAt'>;
export type Words = ReturnType<typeof useLocale>;

function ownName(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}
