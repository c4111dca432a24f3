/** Shows the recovery code of a new key: this once, and until it is written down. */
import { Copy, Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { CenteredPage } from '../../../ui/CenteredPage.tsx';
import { Check } from '../../../ui/Check.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { codeIsWritten } from './first-run-store.ts';

export function CodeStep({ code }: { readonly code: string }) {
  const { t } = useLocale();
  const [written, setWritten] = useState(false);
  const [copied, setCopied] = useState<boolean | undefined>();
  return (
    <CenteredPage title={t('code.title')} lead={t('code.lead')}>
      <section className="card code-card" aria-label={t('code.label')}>
        <ol className="code-groups">
          {code.split('-').map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is known by its place alone; two may be alike.
            <li key={index}>{group}</li>
          ))}
        </ol>
        <div className="row-actions unprinted">
          <Button icon={Printer} onPress={() => window.print()}>
            {t('code.print')}
          </Button>
          <Button icon={Copy} onPress={() => void copyText(code).then(setCopied)}>
            {t('code.copy')}
          </Button>
          <p className="hint" role="status">
            {copied === undefined ? '' : t(copied ? 'code.copied' : 'code.notCopied')}
          </p>
        </div>
      </section>
      <ul className="told">
        {(['keep', 'use', 'never'] as const).map((id) => (
          <li key={id}>{t(`code.${id}`)}</li>
        ))}
      </ul>
      <div className="form unprinted">
        <Check on={written} onChange={setWritten}>
          {t('code.written')}
        </Check>
        <div className="row-actions">
          <Button look="primary" isDisabled={!written} onPress={codeIsWritten}>
            {t('code.goOn')}
          </Button>
        </div>
      </div>
    </CenteredPage>
  );
}
