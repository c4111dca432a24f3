/** Words of an invented patient that stand in the inputs and in no log. */
export const PATIENT = ['zarathustra', 'quetzalcoatl', 'mrn-77813', 'xylophonitis'] as const;
export const [NAME, FAMILY, RECORD, WORD] = PATIENT;
