/** What is done with a note once it stands: copied, printed, sent to the EMR. What came of it is said here, and what is lacking is asked for here. */
import { ClipboardCopy, FileText, Send } from 'lucide-react';
import { useEffect } from 'react';
import type { Visit } from '../../../shared/model/visit.ts';
import { go } from '../../common/stores/navigation.ts';
import { useSettings } from '../../common/stores/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { KeyCaps } from '../../ui/KeysDialog.tsx';
import { useWords } from '../../ui/useWords.ts';
import { CopySection, MoreForms } from './ExportMenus.tsx';
import { type Deed, targetOf } from './export-format.ts';
import { openExports, run, useExports } from './exports-store.ts';
import { MissingDialog } from './MissingDialog.tsx';
import { Outcome } from './Outcome.tsx';
import { Receipts } from './Receipts.tsx';
import { SignButton } from './SignButton.tsx';

export function ExportBar({ visit }: { readonly visit: Visit }) {
  const { t } = useWords();
  const { id, note, targets, busy, asking, outcome } = useExports();
  const wish = useSettings(({ settings }) => settings?.exportProfile.defaultTarget);
  useEffect(() => void openExports(visit.id), [visit.id]);
  if (id !== visit.id || !note) return null;
  if (note.note === undefined) return null;
  const draft = note.signed === undefined;
  const target = targets && targetOf(targets, wish);
  const doing = (kind: Deed['kind'], form?: string) =>
    busy?.kind === kind && (form === undefined || (busy.kind === 'save' && busy.form === form));
  return (
    <section className="card export" aria-label={t('export.title')}>
      <div className="export-deeds">
        <Button
          look="primary"
          icon={ClipboardCopy}
          isDisabled={busy !== undefined}
          onPress={() => void run({ kind: 'copy' })}
        >
          {t(draft ? 'export.copyDraft' : 'export.copy')} <Keys keys={['mod', 'shift', 'C']} />
        </Button>
        <CopySection />
        <Button
          icon={FileText}
          isDisabled={busy !== undefined}
          onPress={() => void run({ kind: 'save', form: 'pdf' })}
        >
          {t(doing('save', 'pdf') ? 'export.printing' : draft ? 'export.pdfDraft' : 'export.pdf')}{' '}
          <Keys keys={['mod', 'P']} />
        </Button>
        {targets &&
          (target ? (
            <Button
              icon={Send}
              isDisabled={busy !== undefined}
              onPress={() => void run({ kind: 'send', target })}
            >
              {t(doing('send') ? 'export.sending' : 'export.send')}{' '}
              <Keys keys={['mod', 'shift', 'E']} />
            </Button>
          ) : (
            <Button icon={Send} onPress={() => go({ name: 'settings', section: 'emr' })}>
              {t('export.setUp')}
            </Button>
          ))}
        <MoreForms />
      </div>
      <Outcome visit={visit} outcome={outcome} />
      {draft ? (
        <p className="hint">{t('export.draftHint')}</p>
      ) : (
        note.signed?.changedSince && (
          <p className="export-changed">
            {t('export.changedHint')} <SignButton label={t('export.signAgain')} />
          </p>
        )
      )}
      <Receipts />
      {asking && (
        <MissingDialog
          key={`${visit.id}-${asking.lacks.length}`}
          visit={visit}
          deed={asking.deed}
          lacks={asking.lacks}
          signed={!draft}
        />
      )}
    </section>
  );
}

const Keys = ({ keys }: { readonly keys: readonly string[] }) => (
  <span className="export-keys" aria-hidden="true">
    <KeyCaps keys={keys} />
  </span>
);
