/**
 * Loaded by Electron before Scriba (`-r`): practises, begins a visit, lets its page crash, and
 * prints as a line of JSON what the page shows afterwards. Playwright holds a page still that came
 * back from a crash, so it cannot drive this.
 */
const { app } = require('electron');
const { setTimeout: rest } = require('node:timers/promises');

const { CRASH_PATIENT: patient, CRASH_FIELD: field, CRASH_NOTICE: notice } = process.env;

app.once('web-contents-created', (_event, contents) =>
  contents.once('did-finish-load', () => void run(contents)),
);

async function run(contents) {
  const js = (code) => contents.executeJavaScript(code, true);
  const until = async (code) => {
    while (!(await js(code))) await rest(100);
  };
  const button = (name) =>
    `[...document.querySelectorAll('button')].find((one) => one.innerText.includes('${name}') && !one.disabled)`;
  const press = async (name) => {
    await until(`!!${button(name)}`);
    await js(`${button(name)}.click()`);
  };
  await press('Try it without an account');
  await until(`!!document.getElementById('${field}')`);
  await js(`document.getElementById('${field}').focus()`);
  await contents.insertText(patient);
  await press('Start recording');
  await until(`!!${button('Pause')}`);
  await rest(3000);
  const back = new Promise((resolve) => contents.once('did-finish-load', resolve));
  contents.forcefullyCrashRenderer();
  await back;
  await until(`document.body.innerText.includes('${notice}')`);
  const text = await js('document.body.innerText');
  process.stdout.write(`${JSON.stringify({ text })}\n`);
}
