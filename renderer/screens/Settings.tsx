/** What can be set, in parts that a doctor would name. */
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { Settings as Values } from '../../shared/settings.ts';
import { KeyList } from '../parts/KeysDialog.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useWords } from '../parts/useWords.ts';
import { go, type Section, sections } from '../stores/screen.ts';
import { useSettings } from '../stores/settings.ts';
import { About } from './settings/About.tsx';
import { Account } from './settings/Account.tsx';
import { CodeLists } from './settings/CodeLists.tsx';
import { Doctor } from './settings/Doctor.tsx';
import { EmrExport } from './settings/EmrExport.tsx';
import { Encryption } from './settings/Encryption.tsx';
import { General } from './settings/General.tsx';
import { Microphone } from './settings/Microphone.tsx';
import { Privacy } from './settings/Privacy.tsx';
import { Visits } from './settings/Visits.tsx';
import { Webhooks } from './settings/Webhooks.tsx';

export function Settings({ section }: { readonly section: Section }) {
  const { t } = useWords();
  const settings = useSettings((state) => state.settings);
  return (
    <Screen title={t('settings.title')}>
      <Tabs
        className="tabs"
        selectedKey={section}
        onSelectionChange={(key) => go({ name: 'settings', section: key as Section })}
      >
        <TabList className="tab-list" aria-label={t('settings.title')}>
          {sections.map((id) => (
            <Tab key={id} id={id} className="tab">
              {t(`settings.${id}.title`)}
            </Tab>
          ))}
        </TabList>
        {sections.map((id) => (
          <TabPanel key={id} id={id} className="card settings">
            {settings && partOf(id, settings)}
          </TabPanel>
        ))}
      </Tabs>
    </Screen>
  );
}

function partOf(section: Section, settings: Values) {
  switch (section) {
    case 'general':
      return <General settings={settings} />;
    case 'account':
      return <Account />;
    case 'microphone':
      return <Microphone settings={settings} />;
    case 'visits':
      return <Visits settings={settings} />;
    case 'doctor':
      return <Doctor settings={settings} />;
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
