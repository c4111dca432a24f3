/**
 * Lets the browser fetch a file that the core holds ready under a ticket, and save it as it saves
 * any download.
 */

export function takeFile(ticket: string): void {
  if (!/^[\w-]{20,100}$/.test(ticket)) return;
  const link = document.createElement('a');
  link.href = `take/${ticket}`;
  link.download = '';
  link.click();
}
