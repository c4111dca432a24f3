/** Exit codes of all commands; scripts rely on them. */
export const DONE = 0;
export const FAILED = 1;
export const WRONG_USAGE = 2;
export const NOT_YET = 3;

export const EXIT_CODES = `Exit code:
  0  done
  1  failed: standard error says what happened, what is safe and what to do
  2  wrong usage: nothing was begun
  3  not there yet: all is kept on this computer and goes on with the next command`;
