/** Collects the troubles of a recording; the gravest is the one shown. */

/** The gravest first. */
const troubleKinds = [
  'failed',
  'disk-full',
  'permission-denied',
  'no-device',
  'device-lost',
  'host-stalled',
  'sleep',
  'forgotten',
  'silence',
  'device-changed',
  'telephone',
  'worklet-fallback',
] as const;
type TroubleKind = (typeof troubleKinds)[number];
export type Trouble = { readonly kind: TroubleKind; readonly message?: string };

export type Troubles = {
  add(kind: TroubleKind, message?: string): void;
  remove(...kinds: TroubleKind[]): void;
  clear(): void;
};

/** `show` gets the gravest whenever it may have changed. */
export function createTroubles(show: (gravest: Trouble | undefined) => void): Troubles {
  const present = new Map<TroubleKind, Trouble>();
  const tell = () => {
    const kind = troubleKinds.find((each) => present.has(each));
    show(kind && present.get(kind));
  };
  return {
    add(kind, message) {
      present.set(kind, message === undefined ? { kind } : { kind, message });
      tell();
    },
    remove(...kinds) {
      for (const kind of kinds) present.delete(kind);
      tell();
    },
    clear() {
      present.clear();
      tell();
    },
  };
}
