/**
 * The work on this computer: whether new visits are worked on here, which engine recognises speech,
 * what writes the note, and its sections.
 */

import { engineInUse } from '../../../../shared/model/work-here.ts';
import { usePolicy } from '../../../common/stores/session.ts';
import { setWorkHere, useWorkHere } from '../../../common/stores/work-here.ts';
import { Toggle } from '../../../ui/Check.tsx';
import { SetByOrganisation } from '../../../ui/SetByOrganisation.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { EngineSettings } from './EngineSettings.tsx';
import { NoteSections } from './NoteSections.tsx';

export function ThisComputer() {
  const { t, attempt } = useLocale();
  const here = useWorkHere((state) => state.here);
  const isGoverned = usePolicy()?.platform !== undefined;
  if (!here)
    return (
      <p className="empty" role="status">
        {t('here.opening')}
      </p>
    );
  return (
    <>
      <p className="lead">{t('here.text')}</p>
      <Toggle
        on={here.usual}
        onChange={(usual) => attempt(() => setWorkHere({ usual }))}
        hint={t('here.usualHint')}
      >
        {t('here.usual')}
      </Toggle>
      <Toggle
        on={here.fallback}
        onChange={(fallback) => attempt(() => setWorkHere({ fallback }))}
        hint={t(`here.fallback${engineInUse(here) === 'server' ? 'Server' : ''}Hint`, {
          server: here.speech.address,
        })}
      >
        {t('here.fallback')}
      </Toggle>
      {isGoverned && (
        <p className="hint">
          <SetByOrganisation more={t('here.governed')} />
        </p>
      )}
      <EngineSettings engine="speech" server={here.speech} speechModel={here.speechModel} />
      <EngineSettings engine="note" server={here.note} />
      <NoteSections sections={here.sections} sectionTopics={here.sectionTopics} />
    </>
  );
}
