/** Keys of the export of a note: copy, PDF, send to the EMR. */
import { useScreen } from '../../common/stores/navigation.ts';
import { run, sendOrAsk, useExports } from './exports-store.ts';

export function exportOf(key: string): (() => void) | undefined {
  const { place } = useScreen.getState();
  const { id, note } = useExports.getState();
  if (
    place.name !== 'note' ||
    place.id !== id ||
    note?.note === undefined ||
    document.querySelector('.veil')
  )
    return undefined;
  switch (key.toLowerCase()) {
    case 'c':
      return () => void run({ kind: 'copy' });
    case 'p':
      return () => void run({ kind: 'save', form: 'pdf' });
    case 'e':
      return () => void sendOrAsk();
    default:
      return undefined;
  }
}
