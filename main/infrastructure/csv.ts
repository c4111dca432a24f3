/** Rows of separated values (RFC 4180), each with the line on which it begins. */

export type Row = { readonly line: number; readonly cells: readonly string[] };

/** `open`: the line of a quote that is never closed; its row is not among `rows`. */
export type Rows = { readonly rows: readonly Row[]; readonly open?: number };

const SEPARATORS = ['\t', ';', '|', ','] as const;

/** The separator that divides the first line into most cells. */
export function separatorOf(text: string): string {
  const first = text.replace(/^\ufeff/, '').split(/\r\n?|\n/, 1)[0] ?? '';
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best), ',');
}

/** Empty rows are left out. */
export function readRows(given: string, separator: string): Rows {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const rows: Row[] = [];
  let cells: string[] = [];
  let [line, begun, at] = [1, 1, 0];
  while (at <= text.length) {
    const cell = readCell(text, at, separator);
    if (cell === undefined) return { rows, open: begun };
    line += cell.lines;
    cells.push(cell.value.trim());
    at = cell.end + 1;
    if (text[cell.end] === separator) continue;
    if (cells.some((value) => value !== '')) rows.push({ line: begun, cells });
    cells = [];
    line += 1;
    begun = line;
  }
  return { rows };
}

/** `end`: of the separator or the line's end; undefined where a quote is never closed. */
function readCell(text: string, from: number, separator: string) {
  if (text[from] === '"') return readQuoted(text, from, separator);
  const end = endOfCell(text, from, separator);
  return { value: text.slice(from, end), end, lines: 0 };
}

function readQuoted(text: string, from: number, separator: string) {
  let close = text.indexOf('"', from + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0) return undefined;
  const quoted = text.slice(from + 1, close).replaceAll('""', '"');
  // Letters after the closing quote belong to the cell, as spreadsheets read it.
  const end = endOfCell(text, close + 1, separator);
  return {
    value: quoted + text.slice(close + 1, end),
    end,
    lines: quoted.split('\n').length - 1,
  };
}

function endOfCell(text: string, from: number, separator: string): number {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return end;
}
