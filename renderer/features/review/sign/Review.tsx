/**
 * From the note to its signature: the checks, the documents, the export, and the question before
 * signing.
 */
import type { Note } from '../../../../shared/model/note/note.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { ExportBar } from '../../export/ExportBar.tsx';
import { useNoteWork } from '../../visits/note/note-versions-store.ts';
import { noteBranch, signedHow } from '../../visits/note/versions-format.ts';
import { Checks } from '../checks/Checks.tsx';
import { Documents } from '../document/Documents.tsx';
import { SignBar } from './SignBar.tsx';
import { SignDialog } from './SignDialog.tsx';

export function Review({ note, visit }: { readonly note: Note; readonly visit: Visit }) {
  const { t, failure } = useLocale();
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
        <Checks visit={visit} note={note} branch={branch} />
      )}
      <Documents note={note} visit={visit} state={state} />
      <ExportBar visit={visit} />
      {state && branch && <SignDialog visit={visit} state={state} branch={branch} />}
    </>
  );
}
