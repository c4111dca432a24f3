/**
 * Settings of Scriba outside its window: tray, small window, notifications, keys for all programs.
 * Shown only if the host has a desktop.
 */
import type { Settings } from '../../../../shared/model/settings.ts';
import { useDesktop } from '../../../common/stores/desktop.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Toggle } from '../../../ui/Check.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

type Group = Settings['desktop'];
type Switch = { readonly [K in keyof Group]: Group[K] extends boolean ? K : never }[keyof Group];

/** Three modifiers and a key: what hardly any program has for itself. */
const accelerators = ['R', 'S', 'V', 'M', 'F9', 'F10', 'F11', 'F12'].map(
  (key) => `Ctrl+Alt+Shift+${key}`,
);

export function Desktop({ settings: { desktop } }: { readonly settings: Settings }) {
  const { t, attempt } = useLocale();
  const hotkey = useDesktop(({ state }) => state?.hotkey);
  const change = (part: Partial<Group>) =>
    attempt(() => changeSettings({ desktop: { ...desktop, ...part } }));
  const toggle = (id: Switch, isDisabled = false) => (
    <Toggle
      key={id}
      on={desktop[id]}
      onChange={(on) => change({ [id]: on })}
      hint={t(`settings.desktop.${id}Hint`)}
      isDisabled={isDisabled}
    >
      {t(`settings.desktop.${id}`)}
    </Toggle>
  );
  const keys = accelerators.includes(desktop.accelerator)
    ? accelerators
    : [desktop.accelerator, ...accelerators];
  return (
    <>
      <p className="hint">{t('settings.desktop.text')}</p>
      {toggle('tray')}
      {toggle('miniWindow')}
      {toggle('contentProtection', !desktop.miniWindow)}
      {toggle('notifications')}
      {toggle('hotkey')}
      {desktop.hotkey && (
        <div className="fields fields-two">
          <PickOne
            label={t('settings.desktop.accelerator')}
            value={desktop.accelerator}
            options={keys.map((id) => ({ id, label: id }))}
            onChange={(accelerator) => change({ accelerator })}
          />
        </div>
      )}
      {desktop.hotkey && hotkey === 'on' && (
        <p className="hint" role="status">
          {t('settings.desktop.hotkeyOn', { keys: desktop.accelerator })}
        </p>
      )}
      {desktop.hotkey && hotkey === 'taken' && (
        <Banner tone="warn" title={t('desktop.hotkeyTaken')} />
      )}
      <p className="hint">{t('settings.desktop.awake')}</p>
    </>
  );
}
