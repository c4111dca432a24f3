/** Codes, check and transcript beside the note; in a small window a drawer over it. */
import { X } from 'lucide-react';
import { memo, useEffect } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { Note } from '../../../../shared/model/note/note.ts';
import type { NoteBranch, NoteState } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Button } from '../../../ui/Button.tsx';
import { Later } from '../../../ui/Later.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { CodePane } from '../../codes/CodePane.tsx';
import { openDesk } from '../../codes/desk-store.ts';
import { stillToLookAt, useNoteWork } from '../../visits/note/note-versions-store.ts';
import { signedHow } from '../../visits/note/versions-format.ts';
import {
  closeSide,
  type Side,
  showSide,
  sides,
  useWorkplace,
} from '../../visits/note/workplace-store.ts';
import { Checks } from '../checks/Checks.tsx';
import { SideName } from './SideName.tsx';
import { TranscriptPane } from './TranscriptPane.tsx';

type Props = {
  readonly visit: Visit;
  readonly note: Note;
  readonly state: NoteState | undefined;
  readonly branch: NoteBranch | undefined;
};

export const SidePane = memo(function SidePane({ visit, note, state, branch }: Props) {
  const { t } = useLocale();
  const side = useSide(visit.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state may bring another note, so its codes are read again
  useEffect(() => void openDesk(visit.id), [visit.id, visit.state]);
  const isSigned = state !== undefined && signedHow(state) === 'is';
  return (
    <Tabs
      className="tabs workplace-tabs"
      selectedKey={side}
      onSelectionChange={(key) => showSide(key as Side)}
    >
      <div className="workplace-tab-line">
        <TabList className="tab-list" aria-label={t('workplace.side')}>
          {sides.map((one) => (
            <Tab key={one} id={one} className="tab">
              <SideName visit={visit} side={one} />
            </Tab>
          ))}
        </TabList>
        <span className="workplace-close">
          <Button look="quiet" icon={X} onPress={closeSide}>
            {t('workplace.close')}
          </Button>
        </span>
      </div>
      <TabPanel id="codes" className="workplace-panel">
        <Later>
          <CodePane visit={visit} />
        </Later>
      </TabPanel>
      <TabPanel id="check" className="workplace-panel">
        {branch && !isSigned && <Checks visit={visit} note={note} branch={branch} />}
        {isSigned && <p className="hint">{t('workplace.checked')}</p>}
      </TabPanel>
      <TabPanel id="transcript" className="workplace-panel">
        <TranscriptPane key={visit.id} visit={visit} note={note} isSigned={isSigned} />
      </TabPanel>
    </Tabs>
  );
});

/** What somebody chose; else what has to be looked at before the signature, else the codes. */
function useSide(id: string): Side {
  const chosen = useWorkplace((state) => state.side);
  const isLeft = useNoteWork((work) => work.id === id && stillToLookAt(work).length > 0);
  if (chosen) return chosen;
  return isLeft ? 'check' : 'codes';
}
