/** The standard streams of a command: results as lines of JSON, words for a person, input. */
import { createInterface } from 'node:readline';

export type Terminal = {
  /** One line of JSON on standard output. */
  line(value: object): void;
  /** Text on standard output, such as a page of help. */
  print(text: string): void;
  /** Words for a person on standard error. */
  word(sentence: string): void;
  /**
   * The next line of standard input; undefined at its end. `what`: shown where a person is to type
   * it, who would else wait before an empty screen.
   */
  nextLine(what?: string): Promise<string | undefined>;
};

export function processTerminal(): Terminal {
  let lines: AsyncIterator<string> | undefined;
  return {
    line: (value) => process.stdout.write(`${JSON.stringify(value)}\n`),
    print: (text) => void process.stdout.write(`${text}\n`),
    word: (sentence) => process.stderr.write(`${sentence}\n`),
    async nextLine(what) {
      if (what !== undefined && process.stdin.isTTY)
        process.stderr.write(`Type ${what} (it is shown while you type):\n`);
      lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
      const { done, value } = await lines.next();
      return done ? undefined : value;
    },
  };
}
