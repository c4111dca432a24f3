/**
 * Ctrl+Enter, or Command on a Mac, says yes wherever in its dialog the focus is: also on the dialog
 * itself, which holds it after F6 or when the control that had it is disabled.
 */
import { type RefObject, useEffect, useRef } from 'react';

/** `place`: any part of the dialog. */
export function useYesKeys(place: RefObject<HTMLElement | null>, yes: () => void): void {
  const latest = useRef(yes);
  useEffect(() => {
    latest.current = yes;
  });
  useEffect(() => {
    const dialog = place.current?.closest<HTMLElement>('[role=dialog], [role=alertdialog]');
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    dialog?.addEventListener('keydown', onKeyDown, true);
    return () => dialog?.removeEventListener('keydown', onKeyDown, true);
  }, [place]);
}
