export function electronStories():
  | {
      readonly file: string;
      readonly xvfb: string | undefined;
      readonly prefix: readonly string[];
      readonly why?: never;
    }
  | { readonly why: string };
