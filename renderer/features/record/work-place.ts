/** Where the next visit is worked on: as it was chosen for it, else as is usual on this computer. */
import { hearsOneOf } from '../../../shared/model/speech-models.ts';
import { engineInUse, isEnglish, type WorkHere } from '../../../shared/model/work-here.ts';
import { createStore } from '../../common/store-registry.ts';
import { useWorkHere } from '../../common/stores/work-here.ts';

/** For one visit: whichever begins next, from the form or from the day's list. */
const useChoice = createStore<{ readonly here?: boolean | undefined }>(
  'work-place',
  {},
  { reset: 'holds no patient data' },
);
export const chooseWorkHere = (here: boolean) => useChoice.setState({ here });
/** The visit has begun; the next one is as usual. */
export const forgetWorkPlace = () => useChoice.setState({ here: undefined });

/** Undefined until it is known; the core then goes by what is usual. */
export function useWorksHere(): boolean | undefined {
  const chosen = useChoice(({ here }) => here);
  const usual = useWorkHere(({ here }) => here?.usual);
  return chosen ?? usual;
}

/**
 * The spoken languages that the engine in use here does not recognise. A server is asked for any;
 * so is a model that does not tell what it hears. One that is not in the list any more hears none.
 */
export function notRecognised(
  here: Pick<WorkHere, 'speech' | 'speechModel' | 'modelLanguages' | 'modelUnlisted'> | undefined,
  spoken: readonly string[],
): readonly string[] {
  if (!here) return [];
  if (here.modelUnlisted) return spoken;
  const by = engineInUse(here);
  if (by === 'server') return [];
  const hears =
    by === 'own'
      ? isEnglish
      : (language: string) => hearsOneOf({ languages: here.modelLanguages ?? [] }, [language]);
  return spoken.filter((language) => !hears(language));
}
