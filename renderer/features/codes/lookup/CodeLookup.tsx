/** Looks up the codes that the platform proposes for one term. Changes no note. */
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import {
  type LinkedEntity,
  type Ontology,
  ontologies,
} from '../../../../shared/model/coding/codification.ts';
import { request } from '../../../common/stores/core.ts';
import { changeSettings, useSettings } from '../../../common/stores/settings.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Toggle } from '../../../ui/Check.tsx';
import { Field, useFields } from '../../../ui/Field.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { FindingSearch } from '../../visits/FindingSearch.tsx';
import { LookupCandidates } from './LookupCandidates.tsx';

const hintsOf: Readonly<
  Record<Ontology, readonly ('unit' | 'specimen' | 'form' | 'generic_name' | 'dose_unit')[]>
> = {
  snomed: [],
  'icd-10-cm': [],
  loinc: ['unit', 'specimen'],
  medication: ['form', 'generic_name', 'dose_unit'],
};
const MAX_CANDIDATES = 10;

export function CodeLookup() {
  const { t, failure } = useLocale();
  const [text, setText] = useState('');
  const [ontology, setOntology] = useState<Ontology>('icd-10-cm');
  const { values, set } = useFields({
    unit: '',
    specimen: '',
    form: '',
    generic_name: '',
    dose_unit: '',
  });
  const [found, setFound] = useState<LinkedEntity | undefined>();
  const [problem, setProblem] = useState<Failure | undefined>();
  const [busy, setBusy] = useState(false);
  /** Counts the requests; the answer to an earlier one is not shown. */
  const latest = useRef(0);

  const lookUp = async () => {
    if (text.trim() === '') return;
    latest.current += 1;
    const generation = latest.current;
    setBusy(true);
    setProblem(undefined);
    setFound(undefined);
    const hints = Object.fromEntries(
      hintsOf[ontology].flatMap((name): [string, string][] =>
        values[name].trim() ? [[name, values[name].trim()]] : [],
      ),
    );
    try {
      const [one] = await request('codes.link', {
        entities: [{ id: 'one', text: text.trim(), ontology, hints }],
        most: MAX_CANDIDATES,
      });
      if (latest.current === generation) setFound(one);
    } catch (error) {
      if (latest.current === generation) setProblem(asFailure(error));
    } finally {
      if (latest.current === generation) setBusy(false);
    }
  };

  return (
    <Screen title={t('codes.title')} lead={t('codes.lead')}>
      <section className="card" aria-label={t('codes.title')}>
        <Form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void lookUp();
          }}
          validationBehavior="aria"
        >
          <div className="fields fields-two">
            <FindingSearch
              label={t('codes.term')}
              hint={t('codes.termHint')}
              value={text}
              onChange={setText}
              proposing={hintsOf[ontology].length === 0}
            />
            <PickOne
              label={t('codes.ontology')}
              value={ontology}
              onChange={(id) => setOntology(id as Ontology)}
              options={ontologies.map((id) => ({
                id,
                label: t(`codes.name.${id}`),
                also: t(`codes.use.${id}`),
              }))}
            />
            {hintsOf[ontology].map((name) => (
              <Field
                key={name}
                label={t(`codes.hint.${name}`)}
                hint={t(`codes.hintText.${name}`)}
                value={values[name]}
                onChange={set(name)}
                maxLength={200}
                autoComplete="off"
              />
            ))}
          </div>
          <div className="row-actions">
            <Button
              type="submit"
              look="primary"
              icon={Search}
              isDisabled={text.trim() === '' || busy}
            >
              {t(busy ? 'codes.looking' : 'codes.look')}
            </Button>
          </div>
        </Form>
      </section>
      {problem && (
        <Banner tone="bad" urgent title={t('codes.failed')}>
          {failure(problem)}
        </Banner>
      )}
      {found && <LookupCandidates found={found} />}
      <LookupSettings />
    </Screen>
  );
}

function LookupSettings() {
  const { t, attempt } = useLocale();
  const codes = useSettings(({ settings }) => settings?.codes);
  if (!codes) return null;
  return (
    <section className="card settings" aria-label={t('codes.how')}>
      <h2>{t('codes.how')}</h2>
      <Toggle
        on={codes.legacyLinking}
        onChange={(legacyLinking) =>
          attempt(() => changeSettings({ codes: { ...codes, legacyLinking } }))
        }
        hint={t('codes.legacyHint')}
      >
        {t('codes.legacy')}
      </Toggle>
      <div className="fields fields-two">
        <PickOne
          label={t('codes.under')}
          hint={t('codes.underHint')}
          value={codes.propertiesUnder}
          options={(['/v1', '/medical-db/v1'] as const).map((id) => ({
            id,
            label: t(`codes.underIs.${id}`),
          }))}
          onChange={(propertiesUnder) =>
            attempt(() =>
              changeSettings({
                codes: {
                  ...codes,
                  propertiesUnder: propertiesUnder as typeof codes.propertiesUnder,
                },
              }),
            )
          }
        />
      </div>
    </section>
  );
}
