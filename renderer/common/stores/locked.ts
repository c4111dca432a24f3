/**
 * Tells that the vault is locked. Answers and notices from before a lock may arrive after it: then
 * they are not kept (P12).
 */
import { useSession } from './session.ts';

export const isLocked = () => useSession.getState().vault?.state === 'locked';
