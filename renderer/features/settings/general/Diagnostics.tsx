/** Diagnostics for a helper: shown in full first, and copied only then. */
import { Copy, LifeBuoy } from 'lucide-react';
import { useState } from 'react';
import { request } from '../../../common/stores/core.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { useLocale } from '../../../ui/useLocale.ts';

export function Diagnostics() {
  const { t, attempt } = useLocale();
  const [text, setText] = useState<string | undefined>();
  const [copied, setCopied] = useState<boolean | undefined>();
  const show = () =>
    attempt(async () => {
      setText((await request('diagnostics.get')).text);
      setCopied(undefined);
    });
  return (
    <div className="setting">
      <h2>{t('diagnostics.title')}</h2>
      <p className="hint">{t('diagnostics.text')}</p>
      {text !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: a pre keeps the lines, the role gives it a name
        <pre
          className="diagnostics"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too (WCAG 2.1.1)
          tabIndex={0}
          role="region"
          aria-label={t('diagnostics.preview')}
          lang="en"
        >
          {text}
        </pre>
      )}
      <div className="row-actions">
        {text === undefined ? (
          <Button icon={LifeBuoy} onPress={show}>
            {t('diagnostics.show')}
          </Button>
        ) : (
          <Button look="primary" icon={Copy} onPress={() => void copyText(text).then(setCopied)}>
            {t('diagnostics.copy')}
          </Button>
        )}
        <p className="hint" role="status">
          {copied === undefined ? '' : t(copied ? 'diagnostics.copied' : 'diagnostics.notCopied')}
        </p>
      </div>
    </div>
  );
}
