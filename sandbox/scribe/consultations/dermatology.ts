/** A fungal infection of the skin that a steroid cream has changed. Invented. */
import { icd, type PracticeConsultation, text, words } from './consultation.ts';

export const dermatology: PracticeConsultation = {
  id: 'dermatology',
  title: 'Dermatology: itchy rings on the trunk',
  language: 'en-IN',
  specialities: ['dermatology', 'skin'],
  texts: {
    en: {
      patient: 'Arjun Reddy, 29 years, male',
      transcript: text`
        Doctor: Hello Arjun. Show me the skin, and tell me how it began.
        Patient: It started six weeks ago with one round itchy patch on the belly. Now there are five, also on the back.
        Doctor: What have you put on it?
        Patient: A cream from the chemist. It was better for a week, and then it spread.
        Doctor: Do you have the tube? Yes, this has a strong steroid in it. Is anyone else at home itching?
        Patient: My brother, we share towels.
        Doctor: Diabetes, liver disease, regular medicines, allergy? Do you drink alcohol?
        Patient: No, none. I do not drink.
        Doctor: On the belly and back there are five ring-shaped red patches, three to eight centimetres, with a scaly raised border and a clearer centre. Scalp, groin, feet and nails are free. The scraping with potassium hydroxide shows fungal threads.
        Patient: So it is ringworm?
        Doctor: Yes, tinea corporis, and the steroid made it spread. Stop that cream. Terbinafine cream twice a day, two centimetres beyond the edge, for four weeks. And because it is widespread, terbinafine 250 milligrams by mouth once a day for four weeks. Cetirizine 10 at night for ten days for the itch.
        Patient: Any tests?
        Doctor: Liver enzymes before you begin, and again at the review. Stop the tablets and tell me if your urine turns dark, or you lose your appetite or turn yellow. Wash clothes and towels hot, do not share them, wear loose cotton, keep dry. Your brother should come too. See me in four weeks, and do not stop early when it looks better.
      `,
      notes: text`
        ## Chief complaint
        Itchy round patches on the trunk for 6 weeks.

        ## History
        - Began as one patch on the abdomen, now five on abdomen and back
        - Over-the-counter cream with a potent steroid: better for a week, then spread
        - Brother has itching; towels shared
        - No diabetes, liver disease, regular medicines, alcohol or known allergy

        ## Examination
        - Five annular red plaques of 3 to 8 cm on abdomen and back, scaly raised border, clearer centre
        - Scalp, groin, feet and nails free
        - KOH mount: fungal hyphae seen

        ## Assessment
        Tinea corporis, widespread, modified by topical steroid.

        ## Plan
        1. Stop the steroid cream
        2. Terbinafine 1 % cream twice a day to 2 cm beyond the border, 4 weeks
        3. Terbinafine 250 mg by mouth once a day, 4 weeks
        4. Cetirizine 10 mg at night, 10 days
        5. Liver enzymes before starting and at review; stop and report dark urine, jaundice or loss of appetite
        6. Hot wash, no shared towels, loose cotton, keep dry; brother to be examined
        7. Review in 4 weeks
      `,
    },
  },
  emr: {
    symptoms: [
      {
        name: words('Itching'),
        since: words('6 weeks'),
        codes: [icd('L29.9', 'Pruritus, unspecified')],
      },
      { name: words('Round red patches on abdomen and back'), since: words('6 weeks') },
    ],
    diagnosis: [
      {
        name: words('Tinea corporis'),
        status: 'confirmed',
        notes: words('Widespread, modified by topical steroid'),
        codes: [icd('B35.4', 'Tinea corporis')],
      },
    ],
    medicalHistory: [{ name: words('No liver disease') }, { name: words('No known allergy') }],
    examinations: [
      {
        name: words('Skin'),
        notes: words(
          'Five annular plaques of 3 to 8 cm, scaly raised border; groin, feet, nails free',
        ),
      },
      { name: words('KOH mount'), notes: words('Fungal hyphae seen') },
    ],
    vitals: [],
    medications: [
      {
        name: words('Terbinafine 1 % cream'),
        dose: { value: 1, unit: words('application') },
        times: ['1', '0', '1'],
        days: 28,
        instruction: words('To 2 cm beyond the border'),
      },
      {
        name: words('Terbinafine 250 mg tablet'),
        dose: { value: 1, unit: words('tablet') },
        times: ['1', '0', '0'],
        days: 28,
      },
      {
        name: words('Cetirizine 10 mg tablet'),
        dose: { value: 1, unit: words('tablet') },
        times: ['0', '0', '1'],
        days: 10,
        instruction: words('May cause sleepiness'),
      },
    ],
    labTests: [
      { name: words('Liver function test'), notes: words('Before starting and at review') },
    ],
    advices: [
      words('Stop the steroid cream'),
      words('Hot wash, no shared towels, loose cotton, keep dry'),
      words('Brother to be examined'),
    ],
    followup: { days: 28, notes: words('Review in 4 weeks') },
  },
};
