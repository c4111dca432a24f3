/**
 * Loaded by Electron before Scriba (`-r`): becoming ready waits until Playwright listens.
 *
 * Else Playwright may attach while the window's first page is on its way, miss that it came, and
 * wait for ever. Its own loader does the same, but also switches much of Chromium off; here Scriba
 * runs as it is. Playwright calls `__playwright_run`.
 */
const { app } = require('electron');

const ready = app.whenReady();
const emit = app.emit.bind(app);
const listening = Promise.withResolvers();
let held = [];
app.emit = (event, ...values) => {
  if (event !== 'ready') return emit(event, ...values);
  held = values;
  return app.listenerCount('ready') > 0;
};
app.whenReady = () => listening.promise;
globalThis.__playwright_run = async () => {
  await ready;
  app.emit = emit;
  emit('ready', ...held);
  listening.resolve();
};
