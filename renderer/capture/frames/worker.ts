/**
 * The capture worker: reads the microphone away from the page, so that a busy page loses nothing.
 */
import { createFrameReader, type ReaderCommand } from './frame-reader.ts';

/**
 * The few members of a worker's global scope that we use; the project's types are those of a page.
 */
const scope = self as unknown as {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent<ReaderCommand>) => void) | null;
};

const runCommand = createFrameReader((event) => scope.postMessage(event));
scope.onmessage = ({ data }) => runCommand(data);
