/** Where a name stands in a text, as whole words: "fever" does not stand in "feverfew". */
export function placesOf(text: string, name: string): number[] {
  const letter = /[\p{L}\p{M}\p{N}]/u;
  const [low, wanted] = [text.toLowerCase(), name.toLowerCase()];
  if (wanted === '' || low.length !== text.length) return [];
  const found: number[] = [];
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, at + 1))
    if (!letter.test(low[at - 1] ?? ' ') && !letter.test(low[at + wanted.length] ?? ' '))
      found.push(at);
  return found;
}
