/**
 * The ways out of a note: copy, print, send to the EMR; with the result, and the question for
 * missing values.
 */
import { ClipboardCopy, FileText, Send } from 'lucide-react';
import { memo, useEffect } from 'react';
import { targetNames } from '../../../shared/model/export/exports.ts';
import { mayLeave } from '../../../shared/model/policy-rules.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { usePolicy } from '../../common/stores/session.ts';
import { useSettings } from '../../common/stores/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { KeyCaps } from '../../ui/KeysDialog.tsx';
import { SetByOrganisation } from '../../ui/SetByOrganisation.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { CopySection, MoreForms } from './ExportMenus.tsx';
import { allowedTargets, targetOf } from './export-format.ts';
import { openExports, run, sendOrAsk, useExports } from './exports-store.ts';
import { MissingDialog } from './MissingDialog.tsx';
import { Outcome } from './Outcome.tsx';
import { SetUpDialog } from './SetUpDialog.tsx';
import { SignButton } from './SignButton.tsx';

export const ExportBar = memo(function ExportBar({ visit }: { readonly visit: Visit }) {
  const { t } = useLocale();
  const { id, note, missing, outcome } = useExports();
  useEffect(() => void openExports(visit.id), [visit.id]);
  if (id !== visit.id || note?.note === undefined) return null;
  const draft = note.signed === undefined;
  return (
    <section className="export workplace-foot" aria-label={t('export.title')}>
      <ExportButtons draft={draft} />
      <Outcome outcome={outcome} />
      {draft && <p className="hint">{t('export.draftHint')}</p>}
      {note.signed?.changedSince && (
        <p className="export-changed">
          {t('export.changedHint')} <SignButton label={t('export.signAgain')} />
        </p>
      )}
      <SetUpDialog />
      {missing && (
        <MissingDialog
          key={`${visit.id}-${missing.requirements.length}`}
          visit={visit}
          action={missing.action}
          requirements={missing.requirements}
          signed={!draft}
        />
      )}
    </section>
  );
});

function ExportButtons({ draft }: { readonly draft: boolean }) {
  const { t } = useLocale();
  const busy = useExports((state) => state.busy);
  const policy = usePolicy();
  const isPrinting = busy?.kind === 'save' && busy.form === 'pdf';
  const pdfName = draft ? 'export.pdfDraft' : 'export.pdf';
  return (
    <div className="export-deeds">
      <Button
        look="primary"
        icon={ClipboardCopy}
        isDisabled={busy !== undefined || !mayLeave(policy, 'clipboard')}
        onPress={() => void run({ kind: 'copy' })}
      >
        {t(draft ? 'export.copyDraft' : 'export.copy')} <Keys keys={['mod', 'shift', 'C']} />
      </Button>
      <CopySection />
      <Button
        icon={FileText}
        isDisabled={busy !== undefined || !mayLeave(policy, 'file', 'pdf')}
        onPress={() => void run({ kind: 'save', form: 'pdf' })}
      >
        {t(isPrinting ? 'export.printing' : pdfName)} <Keys keys={['mod', 'P']} />
      </Button>
      <SendButton />
      <MoreForms />
      {policy?.exports && (
        <p className="hint">
          <SetByOrganisation more={t('policy.exportsHint')} />
        </p>
      )}
    </div>
  );
}

/** Sends to the preferred target, or asks where notes go while none is set up. */
function SendButton() {
  const { t } = useLocale();
  const { targets, busy } = useExports();
  const preferred = useSettings(({ settings }) => settings?.exportProfile.defaultTarget);
  const policy = usePolicy();
  if (!targets) return null;
  const target = targetOf(allowedTargets(targets, policy), preferred);
  const name = target ? 'export.send' : 'export.setUp';
  const canSend = targetNames.some((target) => mayLeave(policy, target));
  return (
    <Button
      icon={Send}
      isDisabled={busy !== undefined || !canSend}
      onPress={() => void sendOrAsk()}
    >
      {t(busy?.kind === 'send' ? 'export.sending' : name)} <Keys keys={['mod', 'shift', 'E']} />
    </Button>
  );
}

const Keys = ({ keys }: { readonly keys: readonly string[] }) => (
  <span className="export-keys" aria-hidden="true">
    <KeyCaps keys={keys} />
  </span>
);
