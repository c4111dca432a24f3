/** Version, host and keys of this Scriba, licences and diagnostics. */
import { useSession } from '../../../common/stores/session.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { Diagnostics } from './Diagnostics.tsx';
import { Notices } from './Notices.tsx';
import { PolicyInForce } from './PolicyInForce.tsx';

export function About() {
  const { t } = useLocale();
  const { info, vault } = useSession();
  const facts = [
    ['version', info?.version],
    ['host', info && t(`about.hosts.${info.host}`)],
    ['profile', info?.profile && t(`about.profiles.${info.profile}`)],
    ['keys', vault?.kind && t(`about.kinds.${vault.kind}`)],
  ] as const;
  return (
    <>
      <p>{t('about.text')}</p>
      <dl className="facts">
        {facts.map(
          ([id, value]) =>
            value !== undefined && (
              <div key={id}>
                <dt>{t(`about.${id}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {info?.policy && <PolicyInForce policy={info.policy} />}
      <p className="hint">{t('about.licence')}</p>
      <Notices />
      <Diagnostics />
    </>
  );
}
