/** Bytes that are at hand as the stream that `Save` takes. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
