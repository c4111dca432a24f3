/**
 * `scriba policy`: tells an administrator which policy is in force here, and what is wrong with it.
 * Opens no vault.
 */
import { machinePolicy } from '../hosts/common/policy.ts';
import { DONE, FAILED } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

const [SOUND, HAS_PROBLEMS] = [DONE, FAILED];

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
