/** The window's title: the screen's own, after the sign of what goes on whatever the screen. */
let screen = '';
let sign = '';

const write = () => {
  document.title = sign === '' ? screen : `${sign} · ${screen}`;
};

export function nameScreen(title: string): void {
  screen = title;
  write();
}

/** Such as "● 07:42"; an empty one takes it away. It names no patient: a task bar shows it. */
export function showSign(next: string): void {
  if (next === sign) return;
  sign = next;
  write();
}
