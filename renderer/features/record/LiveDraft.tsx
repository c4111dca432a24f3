/**
 * What was recognised up to now, while the visit is recorded: named a draft, hidden by a button
 * that is remembered, folded where there is little room, and never read out as it changes.
 */
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Span } from '../../../shared/model/coding/entities.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { SECOND } from '../../../shared/time.ts';
import { changeSettings, useSettings } from '../../common/stores/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { clockFace } from '../../ui/times.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { DoubtedText } from '../visits/text/DoubtedText.tsx';
import { readLiveDraft, useLiveDraft } from './live-draft-store.ts';

const none: readonly Span[] = [];

/** CSS pixels; about two lines. */
const NEAR_END = 48;
/** Folded at first where it would push the buttons of the recorder out of sight. */
const isNarrow = () => window.matchMedia('(max-width: 400px)').matches;

export function LiveDraft({ visit }: { readonly visit: Visit }) {
  const { t, attempt } = useLocale();
  const remembered = useSettings(({ settings }) => settings?.liveDraft ?? true);
  const [narrow] = useState(isNarrow);
  const [pressed, setPressed] = useState<boolean>();
  const shown = pressed ?? (remembered && !narrow);
  const region = useId();
  const turn = () => {
    setPressed(!shown);
    // In a narrow window it is folded for its room, which is no choice for the others.
    if (!narrow) attempt(() => changeSettings({ liveDraft: !shown }));
  };
  return (
    <section className="live-draft" aria-label={t('record.draft')}>
      <div className="live-draft-head">
        <strong>{t('record.draft')}</strong>
        <span className="hint">{t('record.draftHint')}</span>
        <Button
          look="quiet"
          icon={shown ? ChevronUp : ChevronDown}
          aria-expanded={shown}
          aria-controls={region}
          onPress={turn}
        >
          {t(shown ? 'record.draftHide' : 'record.draftShow')}
        </Button>
      </div>
      <div id={region} hidden={!shown}>
        {shown && <Lines id={visit.id} />}
      </div>
    </section>
  );
}

function Lines({ id }: { readonly id: string }) {
  const { t } = useLocale();
  const draft = useLiveDraft();
  const lines = draft.id === id ? draft.lines : [];
  const list = useRef<HTMLOListElement>(null);
  const last = lines.at(-1)?.from;
  useEffect(() => {
    // What was heard before this was shown. A lock in between is no matter: words come after it.
    if (id !== '') void readLiveDraft().catch(() => undefined);
  }, [id]);
  // The newest words are in sight, but for somebody who has scrolled back to read.
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (list.current && last !== undefined && isAtEnd.current)
      list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  if (lines.length === 0) return <p className="hint">{t('record.draftNothing')}</p>;
  return (
    <ol
      ref={list}
      className="plain-list live-draft-lines"
      aria-live="off"
      lang="en"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
      }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
      tabIndex={0}
    >
      {lines.map(({ text, from, doubts = none }) => (
        <li key={from}>
          <span className="quiet figures">{clockFace(from * SECOND)}</span>{' '}
          <DoubtedText text={text} doubts={doubts} />
        </li>
      ))}
    </ol>
  );
}
