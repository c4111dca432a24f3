/**
 * Whether the fields of a note are checked for spelling: an English note, in the host that brings a
 * dictionary of its own. A browser's checker may send words to a server, and is never asked.
 */
import { useEffect } from 'react';
import { request } from '../../../common/stores/core.ts';
import { useHasDesktop } from '../../../common/stores/desktop.ts';
import { useSettings } from '../../../common/stores/settings.ts';

const isEnglish = (language: string): boolean => /^en(-|$)/i.test(language);

export function useSpellCheck(visit: string, language: string): boolean {
  const hasDesktop = useHasDesktop();
  const spelling = useSettings(({ settings }) => settings?.spelling) ?? 'off';
  const isChecked = hasDesktop && spelling !== 'off' && isEnglish(language);
  useEffect(() => {
    // Without the names of the patient the rest is checked all the same.
    if (isChecked) request('spelling.follow', { id: visit }).catch(() => {});
  }, [isChecked, visit]);
  return isChecked;
}
