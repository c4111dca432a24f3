/** State of the form of one engine: what is typed, what is under way, what came of it. */
import { useRef, useState } from 'react';
import { asFailure } from '../../../../shared/failure.ts';
import type { EngineName, EngineTrial, WorkHere } from '../../../../shared/model/work-here.ts';
import { say } from '../../../common/stores/messages.ts';
import { setEngineServer, testEngine } from '../../../common/stores/work-here.ts';
import { useFields } from '../../../ui/Field.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { engineWords } from './engine-words.ts';

type Deed = 'save' | 'test';
export type EngineForm = ReturnType<typeof useEngineForm>;

export function useEngineForm(engine: EngineName, kept: WorkHere[EngineName]) {
  const { t, exists, failure } = useLocale();
  const { values, set, setValues } = useFields({
    address: kept.address,
    model: kept.model,
    token: '',
  });
  const [busy, setBusy] = useState<Deed | undefined>();
  const [trial, setTrial] = useState<EngineTrial | undefined>();
  const [problem, setProblem] = useState<{ at: Deed; text: string } | undefined>();
  const address = values.address.trim();
  const model = values.model.trim();
  const isChanged = address !== kept.address || model !== kept.model || values.token !== '';

  const wordsOf = (detail: string | undefined, otherwise: string) =>
    engineWords({ exists, t: (key) => t(key) }, detail, otherwise);
  /** What was cancelled has an older number than the last. */
  const deeds = useRef(0);
  const run = async (at: Deed, action: () => Promise<() => void>) => {
    if (busy) return;
    deeds.current += 1;
    const own = deeds.current;
    const isLast = () => deeds.current === own;
    setBusy(at);
    setProblem(undefined);
    setTrial(undefined);
    try {
      const show = await action();
      if (isLast()) show();
    } catch (error) {
      if (isLast()) setProblem({ at, text: wordsOf(asFailure(error).detail, failure(error)) });
    } finally {
      if (isLast()) setBusy(undefined);
    }
  };
  const put = async (change: { address: string; model: string; token?: string }) => {
    const losesToken = kept.hasToken && change.address !== kept.address;
    const set = (await setEngineServer({ engine, ...change }))[engine];
    const done = set.address === '' ? `here.${engine}.removed` : `here.${engine}.saved`;
    return () => {
      // As it was stored: without a slash at its end.
      setValues({ address: set.address, model: set.model, token: '' });
      const told = losesToken && !set.hasToken ? [done, 'here.tokenGone'] : [done];
      say((words) => told.map((key) => words.t(key)).join(' '));
    };
  };
  return {
    engine,
    values,
    set,
    busy,
    trial,
    problem,
    isChanged,
    /** With what is stored, not with what is typed. */
    canTest: busy === undefined && !isChanged && (engine === 'speech' || kept.address !== ''),
    save: () =>
      run('save', () =>
        put({ address, model, ...(values.token !== '' && { token: values.token.trim() }) }),
      ),
    remove: () => run('save', () => put({ address: '', model: '' })),
    test: () =>
      run('test', async () => {
        const tried = await testEngine(engine);
        return () => {
          setTrial(tried);
          if (!tried.works)
            setProblem({
              at: 'test',
              text: wordsOf(tried.detail, tried.message ?? failure(tried)),
            });
        };
      }),
    /** Nobody waits for the test any more; it ends when another begins, or by its own time. */
    cancelTest: () => {
      deeds.current += 1;
      setBusy(undefined);
    },
  };
}
