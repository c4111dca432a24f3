/** Whether the vault is locked just now. What was asked for, or told, before the lock may arrive after it: then it is not kept (P12). */
import { useSession } from './session.ts';

export const isLocked = () => useSession.getState().vault?.state === 'locked';
