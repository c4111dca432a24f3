/** Fields that the folder and the server share: the flavour of FHIR, and the result of a test. */
import { type FhirFlavour, fhirFlavours } from '../../../../shared/model/export/export-forms.ts';
import type { TargetName, TargetTrial as Trial } from '../../../../shared/model/export/exports.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { useTargets } from './targets-store.ts';

export function FlavourChoice({
  value,
  onChange,
}: {
  readonly value: FhirFlavour;
  readonly onChange: (value: FhirFlavour) => void;
}) {
  const { t } = useLocale();
  return (
    <Choice
      label={t('emr.flavour.label')}
      hint={t('emr.flavour.hint')}
      value={value}
      options={fhirFlavours.map((id) => ({ id, label: t(`emr.flavour.${id}`) }))}
      onChange={onChange}
    />
  );
}

type TrialProps = { readonly of: TargetName };

export function TargetTrial({ of: target }: TrialProps) {
  const { t, failure } = useLocale();
  const tried = useTargets((state) => state.tried[target]);
  return (
    <div role="status">
      {tried && 'failure' in tried && (
        <Banner tone="bad" title={t('emr.trial.failed')}>
          {failure(tried.failure)}
        </Banner>
      )}
      {tried && 'trial' in tried && <TrialResult of={target} trial={tried.trial} />}
    </div>
  );
}

function TrialResult({ of: target, trial }: TrialProps & { readonly trial: Trial }) {
  const { t, exists } = useLocale();
  const { doubts } = trial;
  const software = trial.software || t('emr.trial.nameless');
  const hasDoubts = doubts.length > 0;
  return (
    <Banner
      tone={hasDoubts ? 'warn' : 'good'}
      title={t(doubts.includes('create') ? 'emr.trial.answered' : `emr.trial.good.${target}`, {
        software,
      })}
    >
      {hasDoubts && (
        <>
          <p>{t('emr.trial.doubts')}</p>
          <ul>
            {doubts.map((doubt) => (
              <li key={doubt}>
                {exists(`emr.trial.doubt.${doubt}`) ? t(`emr.trial.doubt.${doubt}`) : doubt}
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}
