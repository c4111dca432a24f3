/** State of the form of one engine: what is typed, what is under way, what came of it. */
import { useState } from 'react';
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
  const run = async (at: Deed, action: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(at);
    setProblem(undefined);
    setTrial(undefined);
    try {
      await action();
    } catch (error) {
      setProblem({ at, text: wordsOf(asFailure(error).detail, failure(error)) });
    } finally {
      setBusy(undefined);
    }
  };
  const put = async (change: { address: string; model: string; token?: string }) => {
    const losesToken = kept.hasToken && change.address !== kept.address;
    const set = (await setEngineServer({ engine, ...change }))[engine];
    // As it was stored: without a slash at its end.
    setValues({ address: set.address, model: set.model, token: '' });
    const done = set.address === '' ? `here.${engine}.removed` : `here.${engine}.saved`;
    say([t(done), losesToken && !set.hasToken ? t('here.tokenGone') : ''].join(' ').trim());
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
        setTrial(tried);
        if (!tried.works)
          setProblem({ at: 'test', text: wordsOf(tried.detail, tried.message ?? failure(tried)) });
      }),
  };
}
