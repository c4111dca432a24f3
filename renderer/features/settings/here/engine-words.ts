/**
 * Why an engine or a model was refused, in the doctor's words: those of this part of the settings,
 * else what is said of it anywhere.
 */
type Catalogue = { readonly exists: (key: string) => boolean; readonly t: (key: string) => string };

/** `otherwise`: where this part has no words for the detail. */
export function engineWords(
  { exists, t }: Catalogue,
  detail: string | undefined,
  otherwise: string,
): string {
  const key = `here.said.${detail}`;
  return detail && exists(key) ? t(key) : otherwise;
}
