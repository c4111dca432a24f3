/** Ids of the visits that tests of notes have. */
export const VISIT = '6e2a7c46-5a5e-4c0e-9d63-0a7a4f1f4c11';
export const OTHER = '0b8f5d1e-7f43-4a1c-8a52-5f1d0c9e2b33';
