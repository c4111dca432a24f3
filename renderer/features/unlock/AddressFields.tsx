/** Address of the platform in the forms that sign in: proposed, or set by the organisation. */
import type { AccountState } from '../../../shared/model/account/account.ts';
import type { PlatformProfile } from '../../../shared/model/account/platform-profile.ts';
import type { PlatformRule } from '../../../shared/model/policy.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Field } from '../../ui/Field.tsx';
import { SetByOrganisation } from '../../ui/SetByOrganisation.tsx';
import { useLocale } from '../../ui/useLocale.ts';

/**
 * Address values to begin with. Those of the platform profile come first: it may be newer than the
 * last sign-in.
 */
export const proposed = (
  account: AccountState | undefined,
  profile: PlatformProfile | undefined,
) => ({
  baseUrl:
    (profile && profile.environment !== 'practice' && profile[profile.environment]) ||
    account?.baseUrl ||
    '',
  brand: proposedBrand(account, profile),
  clientId: account?.clientId ?? '',
});

type SetMembers = Exclude<PlatformRule, 'unclear'>;

/** Values set by the organisation replace whatever was typed in their fields. */
export const setMembers = ({ baseUrl, brand, clientId }: SetMembers) => ({
  baseUrl,
  ...(brand !== undefined && { brand }),
  ...(clientId !== undefined && { clientId }),
});

function proposedBrand(
  account: AccountState | undefined,
  profile: PlatformProfile | undefined,
): string {
  const hasAddress = account?.baseUrl || profile?.production || profile?.staging;
  if (hasAddress && profile) return profile.brand;
  return account?.baseUrl ? account.brand : '';
}

/** Properties of a field whose value the organisation has set: it is shown, and cannot be changed. */
export const lockedBy = (rule: PlatformRule | undefined, name: keyof SetMembers) =>
  typeof rule === 'object' && rule[name] !== undefined
    ? { isReadOnly: true, locked: <SetByOrganisation /> }
    : {};

type Address = 'baseUrl' | 'brand';

export function AddressFields({
  values,
  set,
  rule,
}: {
  readonly values: Readonly<Record<Address, string>>;
  readonly set: (name: Address) => (value: string) => void;
  readonly rule: PlatformRule | undefined;
}) {
  const { t } = useLocale();
  return (
    <>
      <Field
        wide
        label={t('account.base')}
        hint={t('account.baseHint')}
        placeholder={t('account.baseExample')}
        value={values.baseUrl}
        onChange={set('baseUrl')}
        inputMode="url"
        autoComplete="off"
        isRequired
        {...lockedBy(rule, 'baseUrl')}
      />
      <Field
        label={t('account.brand')}
        hint={t('account.brandHint')}
        value={values.brand}
        onChange={set('brand')}
        autoComplete="off"
        maxLength={20}
        isRequired
        {...lockedBy(rule, 'brand')}
      />
    </>
  );
}

/** Says that the organisation's rule cannot be read: nobody signs in until it can. */
export function UnclearRule({ rule }: { readonly rule: PlatformRule | undefined }) {
  const { t } = useLocale();
  return (
    rule === 'unclear' && (
      <Banner tone="warn" title={t('policy.unclear')}>
        {t('failure.policy-unclear')}
      </Banner>
    )
  );
}
