/**
 * Which policy is in force on this computer: whose, from which file, what it sets, and what is
 * wrong with it.
 */
import type { Policy } from '../../../../shared/model/policy.ts';
import { updateFeed } from '../../../../shared/model/policy-rules.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

export function PolicyInForce({ policy }: { readonly policy: Policy }) {
  const { t } = useLocale();
  const { file, organisation, problems } = policy;
  return (
    <section className="setting" aria-labelledby="policy-title">
      <h2 id="policy-title">{t('policy.title')}</h2>
      <p className="hint">{t('policy.text')}</p>
      <dl className="facts">
        {organisation !== undefined && (
          <div>
            <dt>{t('policy.organisation')}</dt>
            <dd>{organisation}</dd>
          </div>
        )}
        <div>
          <dt>{t('policy.file')}</dt>
          <dd>
            <code className="code">{file}</code>
          </dd>
        </div>
        {useRules(policy).map(([id, words]) => (
          <div key={id}>
            <dt>{t(`policy.section.${id}`)}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {problems.length > 0 && (
        <Banner tone="warn" title={t('policy.problems')}>
          {/* The core's sentences are in English until the core speaks more. */}
          <ul lang="en">
            {problems.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Banner>
      )}
    </section>
  );
}

/** A line for each section that sets something. */
function useRules(policy: Policy) {
  const { platform, retention, lock, updates, exports, practice } = policy;
  const { t } = useLocale();
  const feed = updateFeed(policy);
  const days = (count: number) =>
    retention?.fixed
      ? t('privacy.days', { count })
      : t('policy.upTo', { most: t('privacy.days', { count }) });
  const unclear = t('policy.notReadable');
  const rules: (readonly [string, string | undefined])[] = [
    ['platform', platform === 'unclear' ? unclear : platform?.baseUrl],
    ['audio', retention?.audioDays && days(retention.audioDays)],
    ['notes', retention?.notesDays && days(retention.notesDays)],
    [
      'lock',
      lock && t('policy.upTo', { most: t('privacy.minutes', { count: lock.afterMinutes }) }),
    ],
    ['exports', exports && (exports.allowed.join(', ') || t('policy.nothing'))],
    ['updates', updates && (feed ?? unclear)],
    ['practice', practice && t(practice.allowed ? 'policy.allowed' : 'policy.refused')],
  ] as (readonly [string, string | undefined])[];
  return rules.filter((rule): rule is readonly [string, string] => Boolean(rule[1]));
}
