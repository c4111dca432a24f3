/** What a clinic keeps beside its visits: one entry of the menu, with its screens below. */
import { ClipboardList, FileText, type LucideIcon, Tags, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { type ClinicPlace, go, useScreen } from '../../common/stores/navigation.ts';
import { useLocale } from '../../ui/useLocale.ts';

const screens: readonly { readonly name: ClinicPlace; readonly icon: LucideIcon }[] = [
  { name: 'codes', icon: Tags },
  { name: 'people', icon: UsersRound },
  { name: 'orders', icon: ClipboardList },
  { name: 'documents', icon: FileText },
];

export function ClinicScreen({ children }: { readonly children: ReactNode }) {
  const { t } = useLocale();
  const here = useScreen(({ place }) => place.name);
  return (
    <>
      <nav className="clinic-nav" aria-label={t('nav.clinic')}>
        {screens.map(({ name, icon: Icon }) => (
          <AriaButton
            key={name}
            className="way"
            {...(here === name ? { 'aria-current': 'page' as const } : {})}
            onPress={() => go({ name })}
          >
            <Icon aria-hidden="true" className="icon" />
            <span>{t(`nav.${name}`)}</span>
          </AriaButton>
        ))}
      </nav>
      {children}
    </>
  );
}
