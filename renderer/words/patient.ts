/** What may be said of a patient's birth: as `shared/visit-setup.ts` has it, which cannot be asked here. */
import { isDate } from '../../shared/user-rules.ts';

/** YYYY, YYYY-MM, or a day of the calendar. */
export const isBirthDate = (text: string): boolean => (text.length === 10 ? isDate(text) : /^\d{4}(-(0[1-9]|1[0-2]))?$/.test(text));
