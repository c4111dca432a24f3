/** Puts rich and plain text on the clipboard together. Returns false if it was refused. */
export async function copyRich(html: string, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/html': new Blob([html], { type: 'text/html' }),
        'text/plain': new Blob([text], { type: 'text/plain' }),
      }),
    ]);
    return true;
  } catch {
    // The older way needs no permission, only a key or a button pressed a moment ago.
    return copyByEvent(html, text);
  }
}

function copyByEvent(html: string, text: string): boolean {
  let taken = false;
  const take = (event: ClipboardEvent) => {
    if (!event.clipboardData) return;
    event.clipboardData.setData('text/html', html);
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    taken = true;
  };
  document.addEventListener('copy', take, true);
  const done = document.execCommand('copy');
  document.removeEventListener('copy', take, true);
  return done && taken;
}
