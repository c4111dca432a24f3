/** Packs files into a zip as they are read: never the whole of one in memory. */
import { Zip, ZipPassThrough } from 'fflate';
import { Failure } from '../../../../shared/failure.ts';

export type ZipFile = {
  /** Folders by `/`. Made by us, never taken from outside as it is. */
  readonly name: string;
  read(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** Without the extension for larger files, a zip counts in 32 bits. */
const LARGEST = 2 ** 32 - 1 - 1024 * 1024;
/** The years that a zip can name, by local time. */
const [FIRST, LAST] = [new Date(1980, 0, 1).getTime(), new Date(2099, 11, 31).getTime()];

/**
 * Files are stored as they are: sound hardly shrinks, and words are small. `at`: their time, in
 * milliseconds since 1970. Throws Failure `refused` / `too-long-to-save`, and what reading a file
 * throws; the zip is then without its end and no program opens it.
 */
export async function* zipOf(
  files: Iterable<ZipFile>,
  at: number,
): AsyncGenerator<Uint8Array, void, void> {
  let made: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
    bytes += piece.length;
  });
  const take = () => {
    if (bytes > LARGEST)
      throw new Failure('refused', 'This visit is too long to be saved in one file.', {
        detail: 'too-long-to-save',
      });
    const pieces = made;
    made = [];
    return pieces;
  };
  for (const { name, read } of files) {
    const file = new ZipPassThrough(name);
    file.mtime = Math.min(Math.max(at, FIRST), LAST);
    zip.add(file);
    for await (const piece of read()) {
      file.push(piece);
      yield* take();
    }
    file.push(new Uint8Array(), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
