/**
 * What was said, beside the note: by speakers, with about when. The place of the finding in focus is
 * marked: found by its words, and no proof.
 */
import { useEffect, useMemo, useState } from 'react';
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
import { Speakers, useWhoSpoke } from './Speakers.tsx';
import { Turns } from './Turns.tsx';
import { useReadAlong } from './useReadAlong.ts';

export function TranscriptPane({ visit, note }: { readonly visit: Visit; readonly note: Note }) {
  const { t, failure } = useLocale();
  const transcript = note.documents.find(
    ({ kind, text }) => kind === 'transcript' && text !== undefined && text.trim() !== '',
  );
  const { spoken, problem } = useSpoken(visit.id, transcript?.text);
  if (!transcript) return <p className="hint">{t('workplace.noTranscript')}</p>;
  if (problem) return <p className="hint">{failure(problem)}</p>;
  if (!spoken)
    return (
      <p className="hint" role="status">
        {t('transcript.opening')}
      </p>
    );
  return <Transcript visit={visit} spoken={spoken} transcript={transcript} />;
}

type Read = {
  readonly spoken?: SpokenTranscript | undefined;
  readonly problem?: Failure | undefined;
};

/** Read anew where the text is another one. */
function useSpoken(visit: string, text: string | undefined): Read {
  const [state, setState] = useState<Read>({});
  useEffect(() => {
    setState({});
    if (text === undefined) return undefined;
    let over = false;
    const take = (next: Read) => void (over || isLocked() || setState(next));
    readSpoken(visit).then(
      (spoken) => take({ spoken }),
      (problem: unknown) => take({ problem: asFailure(problem) }),
    );
    return () => {
      over = true;
    };
  }, [visit, text]);
  return state;
}

type Props = {
  readonly visit: Visit;
  readonly spoken: SpokenTranscript;
  readonly transcript: NoteDocument;
};

function Transcript({ visit, spoken, transcript }: Props) {
  const { t } = useLocale();
  const takeBack = useTakeBack(visit.id);
  const doubts = useMemo(() => placedDoubts(transcript), [transcript]);
  const along = useReadAlong(visit.id, spoken);
  const work = useWhoSpoke(visit.id);
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
      {spoken.toldApart && <Speakers toldApart={spoken.toldApart} work={work} />}
      <Turns
        spoken={spoken}
        language={transcript.language ?? visit.outputLanguage}
        span={followed ?? found}
        along={along}
        doubts={doubts}
        onTakeBack={takeBack}
        onOther={spoken.toldApart && work.state !== 'busy' ? work.say : undefined}
      />
    </div>
  );
}
