/**
 * The folder that an EMR takes files from: where it is, which files go there, and whether it can be
 * written to.
 */
import { FolderOpen } from 'lucide-react';
import { type FolderTarget, folderForms } from '../../../../shared/model/export/exports.ts';
import { mayLeave } from '../../../../shared/model/policy-rules.ts';
import { usePolicy } from '../../../common/stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Check, Toggle } from '../../../ui/Check.tsx';
import { SetByOrganisation } from '../../../ui/SetByOrganisation.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { FlavourChoice, TargetTrial } from './TargetFields.tsx';
import { chooseFolder, setTargets, testTarget, useTargets } from './targets-store.ts';

export function DropFolder({
  folder,
  canChoose,
  canPrint,
}: {
  readonly folder: FolderTarget;
  readonly canChoose: boolean;
  readonly canPrint: boolean;
}) {
  const { t, attempt } = useLocale();
  const testing = useTargets((state) => state.testing);
  const policy = usePolicy();
  const possible = folderForms.filter((form) => mayLeave(policy, 'folder', form));
  const { on, forms, flavour, from, where } = folder;
  const change = (part: Partial<Pick<FolderTarget, 'on' | 'forms' | 'flavour'>>) => {
    const next = { on, forms, flavour, ...part };
    attempt(() =>
      setTargets({ folder: { on: next.on, forms: [...next.forms], flavour: next.flavour } }),
    );
  };
  return (
    <section className="setting" aria-labelledby="folder-title">
      <h2 id="folder-title">{t('emr.folder.title')}</h2>
      <p className="hint">{t('emr.folder.text')}</p>
      <Toggle
        on={on}
        onChange={(next) => change({ on: next })}
        isDisabled={possible.length === 0}
        hint={
          possible.length < folderForms.length && <SetByOrganisation more={t('policy.formsHint')} />
        }
      >
        {t('emr.folder.on')}
      </Toggle>
      <dl className="facts">
        <div>
          <dt>{t('emr.folder.where')}</dt>
          <dd>
            <code className="code">{where}</code>
          </dd>
        </div>
      </dl>
      <p className="hint">
        {t(`emr.folder.from.${from}`)}
        {!canChoose && from !== 'named' && <> {t('emr.folder.cannotChoose')}</>}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot stand on one line with its choices */}
      <div className="choices-line" role="group" aria-labelledby="folder-forms">
        <p className="label" id="folder-forms">
          {t('emr.folder.forms')}
        </p>
        {folderForms.map((form) => (
          <Check
            key={form}
            on={forms.includes(form)}
            isDisabled={!possible.includes(form) || (forms.length === 1 && forms[0] === form)}
            onChange={(chosen) =>
              change({
                forms: folderForms.filter((one) => (one === form ? chosen : forms.includes(one))),
              })
            }
          >
            {t(`export.form.${form}`)}
          </Check>
        ))}
      </div>
      {forms.includes('pdf') && !canPrint && <p className="problem">{t('emr.folder.noPrint')}</p>}
      {forms.includes('fhir') && (
        <FlavourChoice value={flavour} onChange={(next) => change({ flavour: next })} />
      )}
      <div className="row-actions">
        {canChoose && (
          <Button icon={FolderOpen} onPress={() => attempt(chooseFolder)}>
            {t('emr.folder.choose')}
          </Button>
        )}
        <Button
          isDisabled={testing !== undefined || possible.length === 0}
          onPress={() => void testTarget('folder')}
        >
          {t(testing === 'folder' ? 'emr.testing' : 'emr.folder.test')}
        </Button>
      </div>
      <TargetTrial of="folder" />
    </section>
  );
}
