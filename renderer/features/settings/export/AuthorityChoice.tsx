/** The clinic's own certificate authority for one target: who it is, another file, or none. */
import { FolderOpen, X } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { CertificateAuthority } from '../../../../shared/model/export/exports.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { dateInWords } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';

const dayInWords = (at: number, language: string) =>
  dateInWords(new Date(at).toISOString().slice(0, 10), language);

/** The same as the core takes. */
const LARGEST = 100_000;

export function AuthorityChoice({
  authority,
  onChange,
}: {
  readonly authority: CertificateAuthority | undefined;
  /** The text of a file; empty: none. Throws its Failure. */
  readonly onChange: (pem: string) => Promise<unknown>;
}) {
  const { t, failure, language } = useLocale();
  const [problem, setProblem] = useState<string | undefined>();
  const change = (pem: () => Promise<string>) =>
    void pem()
      .then(onChange)
      .then(
        () => setProblem(undefined),
        (error: unknown) => setProblem(failure(error)),
      );
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST) setProblem(t('failure.authority-invalid'));
    else change(() => file.text());
  };
  return (
    <div>
      <p className="label">{t('emr.authority.title')}</p>
      <p className="hint">{t('emr.authority.hint')}</p>
      {authority && (
        <>
          <p>
            {t('emr.authority.trusted', {
              name: authority.name,
              until: dayInWords(authority.until, language),
            })}
          </p>
          <p className="hint">{t('emr.authority.fingerprint')}</p>
          <p>
            <code className="fingerprint">{authority.fingerprint}</code>
          </p>
        </>
      )}
      {problem !== undefined && (
        <Banner tone="bad" urgent title={t('emr.authority.notTaken')}>
          {problem}
        </Banner>
      )}
      <div className="row-actions">
        <FileTrigger
          acceptedFileTypes={['.pem', '.crt', '.cer', 'application/x-pem-file']}
          onSelect={(files) => choose(files?.[0])}
        >
          <Button icon={FolderOpen}>
            {t(authority ? 'emr.authority.chooseOther' : 'emr.authority.choose')}
          </Button>
        </FileTrigger>
        {authority && (
          <Button look="quiet" icon={X} onPress={() => change(async () => '')}>
            {t('emr.authority.remove')}
          </Button>
        )}
      </div>
    </div>
  );
}
