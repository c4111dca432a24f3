/**
 * Gives the memory of a large buffer back at once: collected when the engine pleases, an hour of
 * sound would pile up to 64 MB.
 */

/** Standard since ES2024, and in every engine that runs us; the types here are older. */
type Transferable = ArrayBuffer & { transfer?(size: number): ArrayBuffer };

/** `bytes` are empty afterwards. Does nothing where they share their memory with others. */
export function release(bytes: Uint8Array): void {
  const memory = bytes.buffer as Transferable;
  if (bytes.byteLength > 0 && memory.byteLength === bytes.byteLength) memory.transfer?.(0);
}
