/** Looks up the code of one term: words in, what the platform proposes out. Nothing is taken over by itself. */
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Form } from 'react-aria-components';
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
import { useWords } from '../../../ui/useWords.ts';
import { FindingSearch } from '../../visits/FindingSearch.tsx';
import { Candidates } from './LookupCandidates.tsx';

const hintsOf: Readonly<
  Record<Ontology, readonly ('unit' | 'specimen' | 'form' | 'generic_name' | 'dose_unit')[]>
> = {
  snomed: [],
  'icd-10-cm': [],
  loinc: ['unit', 'specimen'],
  medication: ['form', 'generic_name', 'dose_unit'],
};
const MOST = 10;

export function Codes() {
  const { t, failure } = useWords();
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
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  /** What was asked last; an answer to an earlier question is not shown. */
  const turn = useRef(0);

  const look = async () => {
    if (text.trim() === '') return;
    const mine = ++turn.current;
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
        most: MOST,
      });
      if (turn.current === mine) setFound(one);
    } catch (error) {
      if (turn.current === mine) setProblem(failure(error));
    } finally {
      if (turn.current === mine) setBusy(false);
    }
  };

  return (
    <Screen title={t('codes.title')} lead={t('codes.lead')}>
      <section className="card" aria-label={t('codes.title')}>
        <Form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void look();
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
      {problem !== undefined && (
        <Banner tone="bad" urgent title={t('codes.failed')}>
          {problem}
        </Banner>
      )}
      {found && <Candidates found={found} />}
      <Asking />
    </Screen>
  );
}

function Asking() {
  const { t, attempt } = useWords();
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
            label: `${id}/sym-and-diag/properties`,
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
