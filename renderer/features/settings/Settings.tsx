/** The settings, in sections that a doctor would name. */
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { Settings as Values } from '../../../shared/model/settings.ts';
import { useHasDesktop } from '../../common/stores/desktop.ts';
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
import { Privacy } from './privacy/Privacy.tsx';
import { Usage } from './usage/Usage.tsx';
import { Doctor } from './visits/Doctor.tsx';
import { Microphone } from './visits/Microphone.tsx';
import { Visits } from './visits/Visits.tsx';
import { Webhooks } from './webhooks/Webhooks.tsx';

export function Settings({ section }: { readonly section: Section }) {
  const { t } = useLocale();
  const settings = useSettings((state) => state.settings);
  const hasDesktop = useHasDesktop();
  const shown = sections.filter((id) => id !== 'desktop' || hasDesktop);
  return (
    <Screen title={t('settings.title')}>
      <Tabs
        className="tabs"
        selectedKey={section}
        onSelectionChange={(key) => go({ name: 'settings', section: key as Section })}
      >
        <TabList className="tab-list" aria-label={t('settings.title')}>
          {shown.map((id) => (
            <Tab key={id} id={id} className="tab">
              {t(`settings.${id}.title`)}
            </Tab>
          ))}
        </TabList>
        {shown.map((id) => (
          <TabPanel key={id} id={id} className="card settings">
            {settings && contentOf(id, settings)}
          </TabPanel>
        ))}
      </Tabs>
    </Screen>
  );
}

function contentOf(section: Section, settings: Values) {
  switch (section) {
    case 'general':
      return <General settings={settings} />;
    case 'desktop':
      return <Desktop settings={settings} />;
    case 'account':
      return <Account />;
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
