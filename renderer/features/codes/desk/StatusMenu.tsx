/** Asks if the patient has the finding: present, absent, possible ... */
import { Check } from 'lucide-react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { type Status, statuses } from '../../../../shared/model/coding/entities.ts';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import type { DeskWork } from './work/useDeskWork.ts';

type Props = { readonly work: DeskWork; readonly status: Status; readonly id: string };

export function StatusMenu({ work, status, id }: Props) {
  const { t } = useLocale();
  const open = work.form?.kind === 'status' && work.form.id === id;
  return (
    <MenuTrigger
      isOpen={open}
      onOpenChange={(next) => {
        if (next) work.openForm('status');
        else if (open) work.closeForm();
      }}
    >
      <AriaButton className={`chip chip-${status === 'present' ? 'quiet' : 'ask'} desk-status`}>
        <span className="unseen">{t('desk.statusLabel')}</span> {t(`desk.status.${status}`)}{' '}
        <KeyCap>S</KeyCap>
      </AriaButton>
      <Popover className="popover">
        <Menu
          className="list"
          aria-label={t('desk.statusLabel')}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[status]}
          onAction={(key) => work.changeStatus(key as Status)}
        >
          {statuses.map((one) => (
            <MenuItem key={one} id={one} className="list-item" textValue={t(`desk.status.${one}`)}>
              <span className="list-words">
                <span>{t(`desk.status.${one}`)}</span>
                <span className="hint">{t(`desk.statusMeans.${one}`)}</span>
              </span>
              <Check aria-hidden="true" className="icon list-tick" />
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
