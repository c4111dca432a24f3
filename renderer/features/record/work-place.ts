/** Where the next visit is worked on: as it was chosen for it, else as is usual on this computer. */
import { isEnglish, type WorkHere } from '../../../shared/model/work-here.ts';
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

/** The spoken languages that the engine in use here does not recognise. */
export const notRecognised = (
  here: Pick<WorkHere, 'speech' | 'speechModel'> | undefined,
  spoken: readonly string[],
): readonly string[] =>
  here?.speech.address !== '' || here.speechModel !== ''
    ? []
    : spoken.filter((language) => !isEnglish(language));
