/** What the folder and the server have in common: the flavour of FHIR, and what a test said. */
import { type FhirFlavour, fhirFlavours } from '../../../../shared/model/export/export-forms.ts';
import type { TargetName } from '../../../../shared/model/export/exports.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { useTargets } from './targets-store.ts';

export function FlavourChoice({
  value,
  onChange,
}: {
  readonly value: FhirFlavour;
  readonly onChange: (value: FhirFlavour) => void;
}) {
  const { t } = useWords();
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

export function Trial({ of: target }: { readonly of: TargetName }) {
  const { t, exists, failure } = useWords();
  const tried = useTargets((state) => state.tried[target]);
  return (
    <div role="status">
      {tried &&
        ('failure' in tried ? (
          <Banner tone="bad" title={t('emr.trial.failed')}>
            {failure(tried.failure)}
          </Banner>
        ) : (
          <Banner
            tone={tried.trial.doubts.length > 0 ? 'warn' : 'good'}
            title={t(
              tried.trial.doubts.includes('create')
                ? 'emr.trial.answered'
                : `emr.trial.good.${target}`,
              { software: tried.trial.software || t('emr.trial.nameless') },
            )}
          >
            {tried.trial.doubts.length > 0 && (
              <>
                <p>{t('emr.trial.doubts')}</p>
                <ul>
                  {tried.trial.doubts.map((doubt) => (
                    <li key={doubt}>
                      {exists(`emr.trial.doubt.${doubt}`) ? t(`emr.trial.doubt.${doubt}`) : doubt}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Banner>
        ))}
    </div>
  );
}
