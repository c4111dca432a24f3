/**
 * Scriba without a page: `npm run scriba -- <command>`. The same core, vault and outbox; see
 * `--help`.
 */
import { FAILED } from './exit-codes.ts';
import { startCommand } from './run-command.ts';
import { processTerminal } from './terminal.ts';

// The core's timers do not keep a process alive; this one does while it waits for them.
setInterval(() => {}, 60_000);
const command = startCommand(process.argv.slice(2), processTerminal());
const stop = () => void command.close().then(() => process.exit(FAILED));
process.once('SIGINT', stop).once('SIGTERM', stop);
void command.ended.then((code) => process.exit(code));
