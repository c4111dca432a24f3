/** Signed notes that go back to the platform which wrote them: off until a doctor chooses it. */
import { mayLeave } from '../../../../shared/model/policy-rules.ts';
import { usePolicy } from '../../../common/stores/session.ts';
import { Toggle } from '../../../ui/Check.tsx';
import { SetByOrganisation } from '../../../ui/SetByOrganisation.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { setTargets } from './targets-store.ts';

export function PlatformCopy({ on }: { readonly on: boolean }) {
  const { t, attempt } = useLocale();
  const isAllowed = mayLeave(usePolicy(), 'platform');
  return (
    <section className="setting" aria-labelledby="platform-copy-title">
      <h2 id="platform-copy-title">{t('emr.settings.platform.title')}</h2>
      <p className="hint">{t('emr.settings.platform.text')}</p>
      {!isAllowed && (
        <p className="hint">
          <SetByOrganisation />
        </p>
      )}
      <Toggle
        on={on}
        isDisabled={!isAllowed}
        onChange={(next) => attempt(() => setTargets({ platform: { on: next } }))}
        hint={t('emr.settings.platform.hint')}
      >
        {t('emr.settings.platform.on')}
      </Toggle>
    </section>
  );
}
