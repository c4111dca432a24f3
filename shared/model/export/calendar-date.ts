/** @param text `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return false;
  const whole = text.length === 10 ? text : `${text}-01-01`.slice(0, 10);
  const date = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === whole;
}
