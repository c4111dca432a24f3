/**
 * What was said, beside the note: by speakers, with about when. The place of the finding in focus is
 * marked: found by its words, and no proof.
 */
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import { placedDoubts } from '../../../../shared/model/note/doubts.ts';
import type { SpokenTranscript } from '../../../../shared/model/note/evidence.ts';
import type { Note, NoteDocument } from '../../../../shared/model/note/note.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { isLocked } from '../../../common/stores/locked.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { useDeskPlace } from '../../codes/desk-place-store.ts';
import { useDesk } from '../../codes/desk-store.ts';
import { Listen } from '../../visits/listen/Listen.tsx';
import { readSpoken } from '../../visits/listen/listen-store.ts';
import { useWorkplace } from '../../visits/note/workplace-store.ts';
import { useTakeBack } from '../checks/useTakeBack.ts';
import { PlayBar } from './PlayBar.tsx';
import { Speakers } from './Speakers.tsx';
import { Turns } from './Turns.tsx';
import { useReadAlong } from './useReadAlong.ts';
import { useWhoSpoke, type WhoSpokeWork } from './who-spoke.ts';

type PaneProps = { readonly visit: Visit; readonly note: Note; readonly isSigned: boolean };

export const TranscriptPane = memo(function TranscriptPane({ visit, note, isSigned }: PaneProps) {
  const { t, failure } = useLocale();
  const transcript = note.documents.find(
    ({ kind, text }) => kind === 'transcript' && text !== undefined && text.trim() !== '',
  );
  const { spoken, shown, problem } = useSpoken(visit.id, transcript);
  const work = useWhoSpoke(visit.id);
  if (!transcript) return <p className="hint">{t('workplace.noTranscript')}</p>;
  if (problem) return <p className="hint">{failure(problem)}</p>;
  if (!spoken || !shown)
    return (
      <p className="hint" role="status">
        {t('transcript.opening')}
      </p>
    );
  const draftIsAnew =
    !isSigned &&
    note.documents.some(
      ({ kind, writtenHere }) =>
        kind !== 'transcript' && writtenHere !== undefined && writtenHere.model === undefined,
    );
  return (
    <Transcript
      key={visit.id}
      visit={visit}
      spoken={spoken}
      transcript={shown}
      work={work}
      draftIsAnew={draftIsAnew}
    />
  );
});

type Read = {
  readonly spoken?: SpokenTranscript | undefined;
  /** The document that it was read of. */
  readonly shown?: NoteDocument | undefined;
  readonly problem?: Failure | undefined;
};

/** Read anew where the text is another one. Until then the old one stays: focus, place and sound. */
function useSpoken(visit: string, transcript: NoteDocument | undefined): Read {
  const [state, setState] = useState<Read & { readonly visit?: string }>({});
  const newest = useRef(transcript);
  useEffect(() => {
    newest.current = transcript;
  }, [transcript]);
  const text = transcript?.text;
  useEffect(() => {
    if (text === undefined) return undefined;
    let over = false;
    const take = (next: Read) => void (over || isLocked() || setState({ ...next, visit }));
    readSpoken(visit).then(
      (spoken) => take({ spoken, shown: newest.current }),
      (problem: unknown) => take({ problem: asFailure(problem) }),
    );
    return () => {
      over = true;
    };
  }, [visit, text]);
  return state.visit === visit ? state : {};
}

type Props = {
  readonly visit: Visit;
  readonly spoken: SpokenTranscript;
  readonly transcript: NoteDocument;
  readonly work: WhoSpokeWork;
  readonly draftIsAnew: boolean;
};

function Transcript({ visit, spoken, transcript, work, draftIsAnew }: Props) {
  const { t } = useLocale();
  const takeBack = useTakeBack(visit.id);
  const doubts = useMemo(() => placedDoubts(transcript), [transcript]);
  const along = useReadAlong(visit.id, spoken);
  const here = useDeskPlace((state) => state.here);
  const followed = useWorkplace((state) => state.followed);
  const found = useDesk(
    ({ id, desk }) =>
      (id === visit.id && desk?.entities.find((one) => one.id === here)?.transcript) || undefined,
  );
  return (
    <div className="workplace-transcript">
      {spoken.samples === undefined ? (
        <Listen visit={visit.id} said={{ sound: spoken.sound }} />
      ) : (
        <PlayBar along={along} samples={spoken.samples} />
      )}
      <p className="hint">{t(spoken.samples ? 'transcript.about' : 'desk.approximate')}</p>
      {doubts.length > 0 && <p className="hint">{t('doubt.legend')}</p>}
      {spoken.toldApart && (
        <Speakers toldApart={spoken.toldApart} draftIsAnew={draftIsAnew} work={work} />
      )}
      <Turns
        spoken={spoken}
        language={transcript.language ?? visit.outputLanguage}
        span={followed ?? found}
        along={along}
        doubts={doubts}
        onTakeBack={takeBack}
        work={work}
      />
    </div>
  );
}
