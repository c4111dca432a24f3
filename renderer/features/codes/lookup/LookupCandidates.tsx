/** Candidates for one term as the linker returned them: linked or not, with or without a score. */
import { CircleCheck, Copy } from 'lucide-react';
import type { CodeCandidate, LinkedEntity } from '../../../../shared/model/coding/codification.ts';
import { say } from '../../../common/stores/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { decimalIn } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';

export function LookupCandidates({ found }: { readonly found: LinkedEntity }) {
  const { t } = useLocale();
  const { candidates, ontology, linker, version, text } = found;
  return (
    <section className="card candidates" aria-label={t('codes.found')}>
      <h2>{t('codes.foundFor', { text })}</h2>
      <p className="hint" role="status">
        {t('codes.count', { count: candidates.length })}{' '}
        {linker === 'platform'
          ? t('codes.by', { name: t(`codes.name.${ontology}`), version })
          : t('codes.byLegacy')}
      </p>
      {candidates.length === 0 && <p className="empty">{t('codes.none')}</p>}
      <ul className="plain-list rows">
        {candidates.map((one) => (
          <Candidate key={one.code} candidate={one} found={found} />
        ))}
      </ul>
    </section>
  );
}

function Candidate({
  candidate,
  found,
}: {
  readonly candidate: CodeCandidate;
  readonly found: LinkedEntity;
}) {
  const { t, exists, language } = useLocale();
  const { code, term, synonyms, score, linked, about } = candidate;
  const first = found.suggested === code;
  const facts = about.filter(([label]) => exists(`codes.about.${label}`));
  return (
    <li className="row">
      <div className="row-words">
        <p className="row-name">
          {term} <span className="code">{code}</span>
        </p>
        {synonyms.length > 0 && (
          <p className="hint">{t('codes.also', { terms: synonyms.join(', ') })}</p>
        )}
        <p className="hint">
          {score === null
            ? t('codes.notScored')
            : t('codes.score', {
                score: decimalIn(score, language),
              })}
          {facts.map(([label, value]) => (
            <span key={label}>
              {' '}
              · {t(`codes.about.${label}`)}: {value}
            </span>
          ))}
        </p>
        {linked && (
          <p className="sure">
            <CircleCheck aria-hidden="true" className="icon" />
            {t(first ? 'codes.sure' : 'codes.sureNotAlone')}
          </p>
        )}
      </div>
      <Button
        icon={Copy}
        aria-label={t('codes.copyNamed', { code, term })}
        onPress={() =>
          void copyText(code).then((done) =>
            say(
              ({ t }) => t(done ? 'codes.copied' : 'diagnostics.notCopied', { code }),
              done ? {} : { tone: 'trouble' },
            ),
          )
        }
      >
        {t('codes.copy')}
      </Button>
    </li>
  );
}
