/** The settings, in sections that a doctor would name, beside a list that can be searched. */
import { useMemo, useRef, useState } from 'react';
import { Input, Label, SearchField, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Settings as Values } from '../../../shared/model/settings.ts';
import { useHasDesktop } from '../../common/stores/desktop.ts';
import { say } from '../../common/stores/messages.ts';
import { go, type Section, sections } from '../../common/stores/navigation.ts';
import { useSettings } from '../../common/stores/settings.ts';
import { KeyList } from '../../ui/KeysDialog.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { Account } from './account/Account.tsx';
import { Encryption } from './account/Encryption.tsx';
import { CodeLists } from './codes/CodeLists.tsx';
import { Desktop } from './desktop/Desktop.tsx';
import { EmrExport } from './export/EmrExport.tsx';
import { About } from './general/About.tsx';
import { General } from './general/General.tsx';
import { ThisComputer } from './here/ThisComputer.tsx';
import { Privacy } from './privacy/Privacy.tsx';
import { findSections, wordsOfSections } from './section-search.ts';
import { Usage } from './usage/Usage.tsx';
import { Doctor } from './visits/Doctor.tsx';
import { Microphone } from './visits/Microphone.tsx';
import { Visits } from './visits/Visits.tsx';
import { Webhooks } from './webhooks/Webhooks.tsx';

export function Settings({ section }: { readonly section: Section }) {
  const { t } = useLocale();
  const tabs = useRef<HTMLDivElement>(null);
  const settings = useSettings((state) => state.settings);
  const hasDesktop = useHasDesktop();
  const shown = sections.filter((id) => id !== 'desktop' || hasDesktop);
  const [typed, setTyped] = useState('');
  const found = useFound(shown, typed);
  const listed = found.length === 0 ? shown : found;
  const openFirst = () => {
    const [first] = found;
    // Read out once more: somebody asked for it.
    if (first === undefined) {
      say((words) => words.t('settings.notFound'));
      return;
    }
    const asked = typed.trim() === '' ? section : first;
    go({ name: 'settings', section: asked });
    tabs.current?.querySelector<HTMLElement>(`[role=tab][data-key="${asked}"]`)?.focus();
  };
  return (
    <Screen title={t('settings.title')}>
      <Tabs
        className="tabs settings-page"
        orientation="vertical"
        selectedKey={section}
        onSelectionChange={(key) => go({ name: 'settings', section: key as Section })}
      >
        <div className="settings-rail" ref={tabs}>
          <SearchField
            className="field"
            value={typed}
            onChange={setTyped}
            onSubmit={openFirst}
            maxLength={100}
          >
            <Label className="label">{t('settings.search')}</Label>
            <Input className="input" />
          </SearchField>
          <p className="hint" role="status">
            {found.length === 0 && t('settings.notFound')}
          </p>
          <TabList className="tab-list" aria-label={t('settings.title')}>
            {listed.map((id) => (
              <Tab key={id} id={id} className="tab">
                {t(`settings.${id}.title`)}
              </Tab>
            ))}
          </TabList>
        </div>
        {listed.map((id) => (
          <TabPanel key={id} id={id} className="card settings">
            {settings && contentOf(id, settings)}
          </TabPanel>
        ))}
      </Tabs>
    </Screen>
  );
}

function useFound(shown: readonly Section[], typed: string): readonly Section[] {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other words
  const words = useMemo(
    () => wordsOfSections((group) => t(group, { returnObjects: true })),
    [t, language],
  );
  return findSections(shown, words, (id) => t(`settings.${id}.title`), typed);
}

function contentOf(section: Section, settings: Values) {
  switch (section) {
    case 'general':
      return <General settings={settings} />;
    case 'desktop':
      return <Desktop settings={settings} />;
    case 'account':
      return <Account />;
    case 'here':
      return <ThisComputer />;
    case 'microphone':
      return <Microphone settings={settings} />;
    case 'visits':
      return <Visits settings={settings} />;
    case 'doctor':
      return <Doctor settings={settings} />;
    case 'usage':
      return <Usage />;
    case 'codeLists':
      return <CodeLists />;
    case 'emr':
      return <EmrExport settings={settings} />;
    case 'privacy':
      return <Privacy settings={settings} />;
    case 'webhooks':
      return <Webhooks />;
    case 'encryption':
      return <Encryption />;
    case 'keys':
      return <KeyList />;
    case 'about':
      return <About />;
  }
}
