/**
 * What was said, beside the note. The place of the finding in focus is marked: found by its words,
 * and no proof.
 */
import { useEffect, useMemo, useRef } from 'react';
import type { Note } from '../../../../shared/model/note/note.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { keyed } from '../../../ui/keyed.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { useDeskPlace } from '../../codes/desk-place-store.ts';
import { useDesk } from '../../codes/desk-store.ts';
import { Evidence } from '../../visits/listen/Evidence.tsx';
import { shown } from '../../visits/text/layout-limits.ts';
import { linesOf, MOST_LINES } from '../../visits/text/note-text.ts';

export function TranscriptPane({ visit, note }: { readonly visit: Visit; readonly note: Note }) {
  const { t } = useLocale();
  const transcript = note.documents.find(
    ({ kind, text }) => kind === 'transcript' && text !== undefined && text.trim() !== '',
  );
  if (!transcript) return <p className="hint">{t('workplace.noTranscript')}</p>;
  return (
    <Transcript
      visit={visit}
      text={transcript.text ?? ''}
      language={transcript.language ?? visit.outputLanguage}
    />
  );
}

type Props = { readonly visit: Visit; readonly text: string; readonly language: string };

function Transcript({ visit, text: whole, language }: Props) {
  const { t } = useLocale();
  const { text, more } = shown(whole);
  const here = useDeskPlace((state) => state.here);
  const span = useDesk(
    ({ id, desk }) =>
      (id === visit.id && desk?.entities.find((one) => one.id === here)?.transcript) || undefined,
  );
  const lines = useMemo(
    () => linesOf(text, span ? [{ id: 'here', ...span }] : []).slice(0, MOST_LINES),
    [text, span],
  );
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (span) place.current?.querySelector('mark')?.scrollIntoView({ block: 'nearest' });
  }, [span]);
  return (
    <div className="workplace-transcript" ref={place}>
      <p className="hint">{t('desk.approximate')}</p>
      {span && <Evidence visit={visit.id} span={span} language={language} />}
      <div lang={language}>
        {lines.map(({ start, pieces }) => (
          <p key={start} className="desk-line">
            {keyed(pieces, (piece) => piece.text).map(({ key, item }) =>
              item.id === undefined ? (
                item.text
              ) : (
                <mark key={key} className="desk-mark desk-mark-here">
                  {item.text}
                </mark>
              ),
            )}
          </p>
        ))}
      </div>
      {more && <p className="hint">{t('document.onlyPart')}</p>}
    </div>
  );
}
