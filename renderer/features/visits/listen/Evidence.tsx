/**
 * A place of the transcript: the words with those around them, and their seconds to be heard. It
 * shows where to look and proves nothing.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { Listen } from './Listen.tsx';
import { useTranscriptSpan } from './useTranscriptSpan.ts';

type Props = {
  /** Its id. */
  readonly visit: string;
  /** In the transcript's text: of an entity, or of a line of `notes.evidence`. */
  readonly span: Span;
  /** Of the transcript, where it is known. */
  readonly language?: string | undefined;
};

export function Evidence({ visit, span, language }: Props) {
  const { t, failure } = useLocale();
  const { said, problem } = useTranscriptSpan(visit, span);
  if (problem !== undefined) return <p className="hint">{failure(problem)}</p>;
  if (!said) return null;
  return (
    <div className="evidence">
      <p className="evidence-quote">
        <span className="quiet">{t('listen.aboutHere')}</span>{' '}
        <q lang={language}>
          {said.before}
          <mark>{said.words}</mark>
          {said.after}
        </q>
      </p>
      <Listen visit={visit} said={said} />
    </div>
  );
}
