/**
 * The turns of a transcript. Each sentence plays from its place when it is pressed; the arrow keys
 * move between them.
 */
import { Undo2 } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type { PlacedDoubt } from '../../../../shared/model/note/doubts.ts';
import type { SpokenSentence, SpokenTranscript } from '../../../../shared/model/note/evidence.ts';
import { otherSpeaker, speakerNumber } from '../../../../shared/model/note/speakers.ts';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { placeInSound } from '../../visits/listen/listen-format.ts';
import { DoubtedText } from '../../visits/text/DoubtedText.tsx';
import { SpeakerName } from './Speakers.tsx';
import type { ReadAlong } from './useReadAlong.ts';
import type { WhoSpokeWork } from './who-spoke.ts';

/** More than is said in eight hours. */
const MOST = 6_000;

type Props = {
  readonly spoken: SpokenTranscript;
  readonly language: string;
  /** The words of the finding in focus. */
  readonly span: Span | undefined;
  readonly along: ReadAlong;
  /** Words of which the recogniser was unsure. */
  readonly doubts: readonly PlacedDoubt[];
  /** Puts what was heard in place of a name. */
  readonly onTakeBack: (doubt: PlacedDoubt) => void;
  readonly work: WhoSpokeWork;
};

export function Turns({ spoken, language, span, along, doubts, onTakeBack, work }: Props) {
  const { t } = useLocale();
  const list = useRef<HTMLOListElement>(null);
  const [here, setHere] = useState(0);
  const { rows, more } = useMemo(() => numbered(spoken, doubts), [spoken, doubts]);
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
        {rows.map(({ speaker, said, first, other, putIn }) => (
          <li key={first} className="turn" tabIndex={-1}>
            <p className="turn-head">
              {speaker !== undefined && (
                <SpeakerName
                  name={speaker}
                  language={language}
                  onOther={other && (() => work.say(other))}
                  isBusy={work.state === 'busy'}
                />
              )}
              {said[0]?.sentence.at !== undefined && (
                <span className="quiet turn-time">{placeInSound(said[0].sentence.at)}</span>
              )}
            </p>
            <p lang={language}>
              {said.map(({ sentence, doubted, number }) => (
                <Sentence
                  key={number}
                  sentence={sentence}
                  doubted={doubted}
                  span={span && overlaps(sentence, span) ? span : undefined}
                  number={number}
                  isHere={here === number}
                  sounds={index === number}
                  onPlay={canPlay ? playSentence : undefined}
                  onHere={setHere}
                />
              ))}
            </p>
            {putIn.map((doubt) => (
              <PutIn key={doubt.doubt} doubt={doubt} onTakeBack={onTakeBack} />
            ))}
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

const none: readonly PlacedDoubt[] = [];

/** Each turn with the number of its first sentence, and with the doubts of each. */
function numbered({ turns, toldApart }: SpokenTranscript, doubts: readonly PlacedDoubt[]) {
  let count = 0;
  const left = [...doubts];
  const rows = turns.map(({ speaker, turn, said: sentences }) => {
    const first = count;
    count += sentences.length;
    const end = sentences.at(-1)?.end ?? 0;
    const behind = left.findIndex(({ start }) => start >= end);
    const own = left.splice(0, behind < 0 ? left.length : behind);
    const said = sentences.map((sentence, at) => {
      const doubted = own.filter((doubt) => overlaps(sentence, doubt));
      return { sentence, doubted: doubted.length > 0 ? doubted : none, number: first + at };
    });
    const number = toldApart && speakerNumber(speaker, toldApart.doctor);
    const other =
      turn !== undefined && number ? { turn, speaker: otherSpeaker(number) } : undefined;
    return { speaker, other, said, first, putIn: own.filter(({ heard }) => heard !== undefined) };
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

type PutInProps = Pick<Props, 'onTakeBack'> & { readonly doubt: PlacedDoubt };

/** A name that is known stands where something else was heard. */
function PutIn({ doubt, onTakeBack }: PutInProps) {
  const { t } = useLocale();
  const words = { heard: doubt.heard, name: doubt.words };
  const box = useRef<HTMLDivElement>(null);
  // It goes when it has done its work: who pressed it stays at its turn.
  useLayoutEffect(() => {
    const { current } = box;
    return () => {
      if (current?.contains(document.activeElement)) current.closest('li')?.focus();
    };
  }, []);
  return (
    <div className="put-in" ref={box}>
      <span>{t('doubt.putIn', words)}</span>
      <Button
        look="quiet"
        icon={Undo2}
        aria-label={t('doubt.takeBackLabel', words)}
        onPress={() => onTakeBack(doubt)}
      >
        {t('doubt.takeBack')}
      </Button>
    </div>
  );
}

type SentenceProps = {
  readonly sentence: SpokenSentence;
  readonly doubted: readonly PlacedDoubt[];
  readonly span: Span | undefined;
  readonly number: number;
  readonly isHere: boolean;
  readonly sounds: boolean;
  readonly onPlay: ((number: number) => void) | undefined;
  readonly onHere: (number: number) => void;
};

const Sentence = memo(
  function Sentence(props: SentenceProps) {
    const { sentence, doubted, span, number, isHere, sounds, onPlay, onHere } = props;
    const words = <Words sentence={sentence} doubted={doubted} span={span} />;
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
    one.doubted === other.doubted &&
    one.span === other.span &&
    one.isHere === other.isHere &&
    one.sounds === other.sounds,
);

function Words({ sentence, doubted, span }: Pick<SentenceProps, 'sentence' | 'doubted' | 'span'>) {
  const { text, start } = sentence;
  const from = span ? Math.max(0, span.start - start) : 0;
  const to = span ? Math.min(text.length, span.end - start) : 0;
  const part = (begin: number, end: number) => (
    <DoubtedText text={text.slice(begin, end)} doubts={doubted} from={start + begin} />
  );
  if (!span) return part(0, text.length);
  return (
    <>
      {part(0, from)}
      <mark className="desk-mark desk-mark-here">{part(from, to)}</mark>
      {part(to, text.length)}
    </>
  );
}
