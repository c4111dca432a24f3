/** Days of the calendar, as YYYY-MM-DD. */

/** A day that was or will be. */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  // 30 February becomes a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** The day it is at this place, as YYYY-MM-DD. `now`: milliseconds since 1970. */
export function dayAt(now: number): string {
  const date = new Date(now);
  return [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');
}
