/** Numbers and addresses of India's Ayushman Bharat Health Account (ABHA), by their form. */

/** 14 digits, with or without dashes: 22-7225-4829-5255. */
export const isAbhaNumber = (text: string): boolean => /^\d{2}-?\d{4}-?\d{4}-?\d{4}$/.test(text);
/** `name@abdm`. */
export const isAbhaAddress = (text: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._]*@[a-z]+$/.test(text);
