/**
 * The words of an entity in the note, and the same words in the transcript with their sound. A
 * place that was found by its words, not a proof.
 */
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { Listen } from '../../visits/listen/Listen.tsx';
import { useTranscriptSpan } from '../../visits/listen/useTranscriptSpan.ts';
import { around } from '../../visits/text/note-text.ts';
import { useDesk } from '../desk-store.ts';
import { useNoteText } from './note/useNoteText.ts';

export function Evidence({
  entity,
  language,
}: {
  readonly entity: NoteEntity;
  readonly language: string;
}) {
  const { t } = useLocale();
  const { textOf, transcript } = useNoteText();
  const text = textOf(entity.document, entity.section);
  const heard =
    entity.transcript && transcript !== undefined && entity.transcript.end <= transcript.length
      ? around(transcript, entity.transcript)
      : undefined;
  const visit = useDesk(({ id }) => id);
  const { said } = useTranscriptSpan(
    visit ?? '',
    visit !== undefined && heard ? entity.transcript : undefined,
  );
  return (
    <div className="desk-evidence">
      {entity.source !== 'person' && text !== undefined && entity.span.end <= text.length && (
        <Quote {...around(text, entity.span)} language={language} label={t('desk.inNote')} />
      )}
      {heard && <Quote {...heard} language={language} label={t('desk.inTranscript')} />}
      {visit !== undefined && heard && (
        <div className="listen-place">{said && <Listen visit={visit} said={said} />}</div>
      )}
      {entity.source !== 'text' && <p className="hint">{t(`desk.source.${entity.source}`)}</p>}
    </div>
  );
}

function Quote({
  before,
  words,
  after,
  language,
  label,
}: ReturnType<typeof around> & { readonly language: string; readonly label: string }) {
  return (
    <p className="desk-quote">
      <span className="quiet">{label}</span>{' '}
      <q lang={language}>
        {before}
        <mark>{words}</mark>
        {after}
      </q>
    </p>
  );
}
