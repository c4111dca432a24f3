/**
 * `scriba policy`: tells an administrator which policy is in force here, and what is wrong with it.
 * Opens no vault.
 */
import { machinePolicy } from '../hosts/common/policy.ts';
import type { Terminal } from './commands.ts';

const [SOUND, HAS_PROBLEMS] = [0, 1];

export const POLICY_USAGE =
  '  policy                        what the organisation has set for this computer; 1 where something in its file is wrong';

/** Returns the exit code. */
export function runPolicy(terminal: Terminal, policy = machinePolicy({ packed: false })): number {
  if (!policy) {
    terminal.line({ policy: null });
    terminal.word('No policy is set for this computer.');
    return SOUND;
  }
  terminal.line({ policy });
  terminal.word(`The policy in ${policy.file} is in force.`);
  for (const { message } of policy.problems) terminal.word(message);
  return policy.problems.length > 0 ? HAS_PROBLEMS : SOUND;
}
