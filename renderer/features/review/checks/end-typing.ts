/** What is typed is in the note before the core changes it. */
import { leaveAll, useDrafts } from '../../visits/note/note-drafts-store.ts';

/** Throws why it cannot get there. */
export async function endTyping(visit: string): Promise<void> {
  const ended = await leaveAll(visit);
  const { drafts } = useDrafts.getState();
  if (ended.includes(false))
    throw Object.values(drafts).find(({ id, failure }) => id === visit && failure)?.failure;
}
