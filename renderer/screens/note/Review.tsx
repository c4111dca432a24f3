/** From the written note to the signed one: what to look at, the documents to edit, the signature, and the place of what comes after. */
import type { Consultation } from '../../../shared/consultation.ts';
import type { Note } from '../../../shared/note.ts';
import { Banner } from '../../parts/Banner.tsx';
import { useWords } from '../../parts/useWords.ts';
import { useNoteWork } from '../../stores/note-versions.ts';
import { noteBranch, signedHow } from '../../words/note-versions.ts';
import { Documents } from './Documents.tsx';
import { ExportBar } from './ExportBar.tsx';
import { Guards } from './Guards.tsx';
import { SignBar } from './SignBar.tsx';
import { SignDialog } from './SignDialog.tsx';

export function Review({ note, visit }: { readonly note: Note; readonly visit: Consultation }) {
  const { t, failure } = useWords();
  const work = useNoteWork();
  const state = work.id === visit.id ? work.state : undefined;
  const branch = noteBranch(state);
  return (
    <>
      {work.id === visit.id && work.failure && (
        <Banner tone="bad" urgent title={t('review.unreadable')}>
          {failure(work.failure)}
        </Banner>
      )}
      {state && branch && <SignBar state={state} branch={branch} />}
      {state && branch && signedHow(state) !== 'is' && (
        <Guards visit={visit} note={note} branch={branch} />
      )}
      <Documents note={note} visit={visit} state={state} />
      <ExportBar visit={visit} />
      {state && branch && <SignDialog visit={visit} state={state} branch={branch} />}
    </>
  );
}
