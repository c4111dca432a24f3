/**
 * The turns of a transcript. Each sentence plays from its place when it is pressed; the arrow keys
 * move between them.
 */
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type { SpokenSentence, SpokenTranscript } from '../../../../shared/model/note/evidence.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { placeInSound } from '../../visits/listen/listen-format.ts';
import type { ReadAlong } from './useReadAlong.ts';

/** More than is said in eight hours. */
const MOST = 6_000;

type Props = {
  readonly spoken: SpokenTranscript;
  readonly language: string;
  /** The words of the finding in focus. */
  readonly span: Span | undefined;
  readonly along: ReadAlong;
};

export function Turns({ spoken, language, span, along }: Props) {
  const { t } = useLocale();
  const list = useRef<HTMLOListElement>(null);
  const [here, setHere] = useState(0);
  const { rows, more } = useMemo(() => numbered(spoken), [spoken]);
  const canPlay = spoken.samples !== undefined;
  const { index, playSentence } = along;
  useEffect(() => {
    if (index >= 0) show(list.current, `[data-said="${index}"]`);
  }, [index]);
  useEffect(() => {
    if (span) show(list.current, 'mark');
  }, [span]);
  return (
    <>
      <ol
        className="plain-list turns"
        ref={list}
        aria-label={t('workplace.transcript')}
        onKeyDown={moveByKeys}
      >
        {rows.map(({ speaker, said, first }) => (
          <li key={first} className="turn">
            <p className="turn-head">
              {speaker !== undefined && <strong lang={language}>{speaker}</strong>}
              {said[0]?.at !== undefined && (
                <span className="quiet turn-time">{placeInSound(said[0].at)}</span>
              )}
            </p>
            <p lang={language}>
              {said.map((sentence, at) => (
                <Sentence
                  key={sentence.start}
                  sentence={sentence}
                  span={span && overlaps(sentence, span) ? span : undefined}
                  number={first + at}
                  isHere={here === first + at}
                  sounds={index === first + at}
                  onPlay={canPlay ? playSentence : undefined}
                  onHere={setHere}
                />
              ))}
            </p>
          </li>
        ))}
      </ol>
      {more && <p className="hint">{t('document.onlyPart')}</p>}
    </>
  );
}

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;
const show = (list: HTMLElement | null, what: string) =>
  list?.querySelector(what)?.scrollIntoView({ block: 'nearest' });

/** Each turn with the number of its first sentence. */
function numbered({ turns }: SpokenTranscript) {
  let count = 0;
  const rows = turns.map((turn) => {
    const first = count;
    count += turn.said.length;
    return { ...turn, first };
  });
  return { rows: rows.filter(({ first }) => first < MOST), more: count > MOST };
}

function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  const steps = new Map([
    ['ArrowDown', 1],
    ['ArrowUp', -1],
  ]);
  const step = steps.get(event.key);
  const from = Number((event.target as HTMLElement).dataset.said);
  if (step === undefined || Number.isNaN(from) || event.altKey || event.ctrlKey || event.metaKey)
    return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>(`[data-said="${from + step}"]`)?.focus();
}

type SentenceProps = {
  readonly sentence: SpokenSentence;
  readonly span: Span | undefined;
  readonly number: number;
  readonly isHere: boolean;
  readonly sounds: boolean;
  readonly onPlay: ((number: number) => void) | undefined;
  readonly onHere: (number: number) => void;
};

const Sentence = memo(
  function Sentence(props: SentenceProps) {
    const { sentence, span, number, isHere, sounds, onPlay, onHere } = props;
    const words = <Words sentence={sentence} span={span} />;
    if (!onPlay) return <>{words} </>;
    return (
      <>
        <button
          type="button"
          className="said"
          data-said={number}
          tabIndex={isHere ? 0 : -1}
          aria-current={sounds || undefined}
          onFocus={() => onHere(number)}
          onClick={() => onPlay(number)}
        >
          {words}
        </button>{' '}
      </>
    );
  },
  // What it does when pressed is the same in every render.
  (one, other) =>
    one.sentence === other.sentence &&
    one.span === other.span &&
    one.isHere === other.isHere &&
    one.sounds === other.sounds,
);

function Words({ sentence, span }: Pick<SentenceProps, 'sentence' | 'span'>) {
  const { text, start } = sentence;
  if (!span) return text;
  const from = Math.max(0, span.start - start);
  const to = Math.min(text.length, span.end - start);
  return (
    <>
      {text.slice(0, from)}
      <mark className="desk-mark desk-mark-here">{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}
