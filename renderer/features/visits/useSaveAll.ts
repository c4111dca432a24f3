/** Takes everything of a visit out as one file, and says how that went. */
import { useState } from 'react';
import { mayLeave } from '../../../shared/model/policy-rules.ts';
import { say } from '../../common/stores/messages.ts';
import { usePolicy } from '../../common/stores/session.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { saveAll } from './visits-store.ts';

export function useSaveAll() {
  const { attempt } = useLocale();
  const [saving, setSaving] = useState(false);
  /** The organisation may not want a whole visit to leave. */
  const isAllowed = mayLeave(usePolicy(), 'whole-visit');
  const save = (id: string) => {
    setSaving(true);
    attempt(async () => {
      const how = await saveAll(id).finally(() => setSaving(false));
      if (how !== 'cancelled') say(({ t }) => t(`save.${how}`));
    });
  };
  return { save, saving, isAllowed };
}
