/**
 * Export of signed notes: the author and the clinic, the drop folder of an EMR, a FHIR server, and
 * an HL7 receiver.
 */
import { useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import { newlines } from '../../../../shared/model/export/exports.ts';
import type { Settings } from '../../../../shared/model/settings.ts';
import { usePolicy } from '../../../common/stores/session.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { allowedTargets, readyTargets, targetOf } from '../../export/export-format.ts';
import { DropFolder } from './DropFolder.tsx';
import { EmrProfile } from './EmrProfile.tsx';
import { EmrServer } from './EmrServer.tsx';
import { Hl7Receiver } from './Hl7Receiver.tsx';
import { PlatformCopy } from './PlatformCopy.tsx';
import { loadTargets, setTargets, useTargets } from './targets-store.ts';

export function EmrExport({ settings: { exportProfile } }: { readonly settings: Settings }) {
  const { t, attempt, failure } = useLocale();
  const targets = useTargets((state) => state.targets);
  const [problem, setProblem] = useState<Failure | undefined>();
  useEffect(() => {
    loadTargets().catch((error: unknown) => setProblem(asFailure(error)));
  }, []);
  const policy = usePolicy();
  const allowed = targets && allowedTargets(targets, policy);
  const ready = allowed ? readyTargets(allowed) : [];
  return (
    <>
      <p className="lead">{t('emr.settings.text')}</p>
      <EmrProfile profile={exportProfile} />
      {problem && (
        <Banner tone="bad" urgent title={t('emr.settings.unread')}>
          {failure(problem)}
        </Banner>
      )}
      {targets && (
        <>
          {ready.length > 1 && (
            <Choice
              label={t('emr.settings.default')}
              hint={t('emr.settings.defaultHint')}
              value={targetOf(targets, exportProfile.defaultTarget) ?? 'folder'}
              options={ready.map((id) => ({ id, label: t(`emr.settings.target.${id}`) }))}
              onChange={(defaultTarget) =>
                attempt(() =>
                  changeSettings({ exportProfile: { ...exportProfile, defaultTarget } }),
                )
              }
            />
          )}
          <DropFolder
            folder={targets.folder}
            canChoose={targets.canChoose}
            canPrint={targets.canPrint}
          />
          <EmrServer server={targets.server} />
          <Hl7Receiver mllp={targets.mllp} hl7={targets.hl7} />
          <PlatformCopy on={targets.platform.on} />
          <section className="setting" aria-labelledby="ends-title">
            <h2 id="ends-title">{t('emr.settings.ends')}</h2>
            <Choice
              label={t('emr.settings.endsLabel')}
              hint={t('emr.settings.endsHint')}
              value={targets.newlines}
              options={newlines.map((id) => ({ id, label: t(`emr.settings.end.${id}`) }))}
              onChange={(next) => attempt(() => setTargets({ newlines: next }))}
            />
          </section>
        </>
      )}
    </>
  );
}
