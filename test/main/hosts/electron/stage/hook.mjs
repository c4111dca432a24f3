/** Lets `import 'electron'` find the stand-in beside this file. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron'
      ? {
          url: new URL('./electron.mjs', import.meta.url).href,
          format: 'module',
          shortCircuit: true,
        }
      : next(name, context),
});
