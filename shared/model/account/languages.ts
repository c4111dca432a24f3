/** The languages that the platform's document names (contract 3.9), each with its own name. */
export const languages = [
  { id: 'en-IN', english: 'English (India)', own: 'English (India)' },
  { id: 'en-US', english: 'English (US)', own: 'English (US)' },
  { id: 'hi', english: 'Hindi', own: 'हिन्दी' },
  { id: 'gu', english: 'Gujarati', own: 'ગુજરાતી' },
  { id: 'kn', english: 'Kannada', own: 'ಕನ್ನಡ' },
  { id: 'ml', english: 'Malayalam', own: 'മലയാളം' },
  { id: 'ta', english: 'Tamil', own: 'தமிழ்' },
  { id: 'te', english: 'Telugu', own: 'తెలుగు' },
  { id: 'bn', english: 'Bengali', own: 'বাংলা' },
  { id: 'mr', english: 'Marathi', own: 'मराठी' },
  { id: 'pa', english: 'Punjabi', own: 'ਪੰਜਾਬੀ' },
] as const;

/**
 * An id as the platform spells it. The platform may offer more than the eleven, so any string is
 * carried.
 */
export type LanguageId = string;
