/** Tells which engines of this computer wrote a document, and that it is a draft. */
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

export function WrittenHere({
  document: { kind, writtenHere },
}: {
  readonly document: Pick<NoteDocument, 'kind' | 'writtenHere'>;
}) {
  const { t } = useLocale();
  if (!writtenHere) return null;
  return (
    <Banner tone="info" title={t('document.hereTitle')}>
      <p>{t(wordsFor(kind, writtenHere.model), { ...writtenHere })}</p>
    </Banner>
  );
}

function wordsFor(kind: NoteDocument['kind'], model: string | undefined): string {
  if (kind === 'transcript') return 'document.hereTranscript';
  return model === undefined ? 'document.hereDraft' : 'document.hereModel';
}
