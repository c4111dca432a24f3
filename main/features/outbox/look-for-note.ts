/** Looks whether the platform has written the note of a visit that it accepted. */
import type { NoteDocument } from '../../../shared/model/note/note.ts';
import { withMissing } from '../../infrastructure/platform/transcription/decode.ts';
import { noNoteMessage } from '../../infrastructure/platform/transcription/transaction-status.ts';
import { withAdditional } from './additional-documents.ts';
import { dead, ownerOf } from './ask-platform.ts';
import type { ExecutorDeps, Outcome, RetryContext, Task } from './executor.ts';
import { OFTEN_FOR } from './schedule.ts';
import { askedAgain } from './step.ts';

export async function lookForNote(deps: ExecutorDeps, task: Task): Promise<Outcome> {
  const { row, transaction, context } = task;
  const { clock, transcription } = deps;
  const status = await transcription.status(row.transactionId, transaction.folder);
  const now = clock.monotonic();
  // The wall clock only helps after a restart, and cannot make it look older than "often".
  const sinceCommit = clock.now() - (transaction.committedAt ?? clock.now());
  context.askedSince ??= now - Math.min(Math.max(sinceCommit, 0), OFTEN_FOR);
  context.polls += 1;
  if (status.kind !== 'unknown') context.unknownSince = undefined;
  switch (status.kind) {
    case 'working':
      return looked('working', context.polls, now - context.askedSince);
    case 'unknown':
      context.unknownSince ??= now;
      return looked('unknown', context.polls, now - context.unknownSince);
    case 'dead':
      return dead(deps, task);
    case 'failed':
      if (!status.final && askedAgain({ ...row, trouble: row.details.trouble }))
        return dead(deps, task);
      return { event: { type: 'ended', ...status, tries: context.tries } };
    case 'done':
    case 'partial': {
      if (ownerOf(deps, row, status) === 'theirs') return { event: { type: 'conflict' } };
      const documents = withMissing(status.documents, row.details.templates);
      return documents.some(({ text }) => text !== undefined)
        ? noteArrived(deps, task, documents, status.kind === 'partial')
        : nothingWritten(context, documents);
    }
  }
}

const looked = (type: 'working' | 'unknown', polls: number, elapsed: number): Outcome => ({
  event: { type, polls, elapsed },
});

function nothingWritten({ tries }: RetryContext, documents: readonly NoteDocument[]): Outcome {
  const message = noNoteMessage(documents.flatMap(({ errors }) => errors));
  return { event: { type: 'ended', final: true, code: 'templates-failed', message, tries } };
}

function noteArrived(
  { clock, store, profile }: ExecutorDeps,
  { row }: Task,
  documents: readonly NoteDocument[],
  partial: boolean,
): Outcome {
  return {
    event: {
      type: 'finished',
      partial: partial || documents.some(({ status }) => status !== 'success'),
    },
    commit(_next, { details }) {
      const now = clock.now();
      store.notes.put({
        visitId: row.id,
        documents: withAdditional(documents, store, row.id),
        receivedAt: now,
        practice: profile === 'practice',
      });
      return { details: { ...details, readyAt: now } };
    },
  };
}
