/** Osteoarthritis of one knee. Invented. */
import { icd, type PracticeConsultation, text, words } from './consultation.ts';

export const orthopaedic: PracticeConsultation = {
  id: 'orthopaedic',
  title: 'Orthopaedics: right knee pain',
  language: 'en-IN',
  specialities: [
    'orthopaedics',
    'orthopedics',
    'orthopaedic',
    'orthopedic',
    'orthopaedic_surgery',
    'orthopedic_surgery',
  ],
  texts: {
    en: {
      patient: 'Sarla Patil, 62 years, female',
      transcript: text`
        Doctor: Please sit, Mrs Patil. Which knee is it?
        Patient: The right one, doctor. It has been hurting for about a year, and more in the last two months.
        Doctor: When does it hurt?
        Patient: On stairs, and when I get up from the floor. In the morning it is stiff for ten minutes, then it goes.
        Doctor: Did you fall? Does it lock or give way? Any swelling, redness, fever?
        Patient: No fall, no locking. It swells a little in the evening. No fever.
        Doctor: Are other joints painful?
        Patient: No.
        Doctor: What do you take? Any other illness?
        Patient: Blood pressure tablets, amlodipine 5 milligrams. For the pain some tablet from the shop, twice a week. No stomach ulcer, no allergy.
        Doctor: Weight 78 kilos, height 158, so the body mass index is 31. Blood pressure 136 by 82. The right knee has a mild bow, tenderness on the inner side, crepitus, a small effusion, no warmth. It bends from 0 to 115 degrees with pain at the end. Ligaments are stable. The left knee and both hips are normal.
        Patient: Does it need an operation?
        Doctor: No. This is wear of the joint, osteoarthritis. Let us have an X-ray of both knees standing. Rub diclofenac gel on the knee three times a day, and take paracetamol 650 if it hurts, at most three a day. Do not take pain tablets from the shop: they raise your pressure and hurt kidney and stomach.
        Patient: And exercise?
        Doctor: That is the real medicine. The physiotherapist will show you exercises for the thigh, do them daily. Lose about five kilos, avoid squatting and sitting on the floor, use a stick in the left hand on long walks. See me in six weeks with the X-ray.
      `,
      notes: text`
        ## Chief complaint
        Right knee pain for 1 year, worse for 2 months.

        ## History
        - Pain on stairs and on rising from the floor; morning stiffness of 10 minutes; mild swelling in the evening
        - No injury, locking, giving way, redness or fever; no other joints
        - Hypertension on amlodipine 5 mg; over-the-counter pain tablets twice a week; no peptic ulcer, no known allergy

        ## Examination
        - Weight 78 kg, height 158 cm, BMI 31.2 kg/m²; blood pressure 136/82 mmHg
        - Right knee: mild varus, medial joint line tenderness, crepitus, small effusion, no warmth; 0 to 115° with pain at the end; ligaments stable
        - Left knee and both hips normal

        ## Assessment
        1. Primary osteoarthritis of the right knee
        2. Obesity; hypertension

        ## Plan
        1. Diclofenac 1 % gel on the right knee three times a day, 4 weeks
        2. Paracetamol 650 mg as needed, at most three a day; no oral NSAIDs
        3. Physiotherapy: quadriceps strengthening daily
        4. Weight loss of about 5 kg; no squatting or floor sitting; stick in the left hand for long walks
        5. X-ray of both knees, standing
        6. Review in 6 weeks
      `,
    },
  },
  emr: {
    symptoms: [
      {
        name: words('Knee pain'),
        since: words('1 year'),
        laterality: words('right'),
        notes: words('Worse for 2 months; on stairs and on rising'),
        codes: [icd('M25.561', 'Pain in right knee')],
      },
      { name: words('Morning stiffness'), notes: words('10 minutes') },
    ],
    diagnosis: [
      {
        name: words('Primary osteoarthritis of the right knee'),
        status: 'confirmed',
        codes: [icd('M17.11', 'Unilateral primary osteoarthritis, right knee')],
      },
    ],
    medicalHistory: [
      {
        name: words('Hypertension'),
        notes: words('On amlodipine 5 mg'),
        codes: [icd('I10', 'Essential (primary) hypertension')],
      },
      { name: words('No known allergy') },
    ],
    examinations: [
      {
        name: words('Right knee'),
        notes: words('Mild varus, medial tenderness, crepitus, small effusion, 0 to 115°, stable'),
      },
      { name: words('Left knee and hips'), notes: words('Normal') },
    ],
    vitals: [
      { name: words('Blood pressure'), value: '136/82', unit: 'mm[Hg]' },
      { name: words('Weight'), value: '78', unit: 'kg' },
      { name: words('Height'), value: '158', unit: 'cm' },
      { name: words('Body mass index'), value: '31.2', unit: 'kg/m2' },
    ],
    medications: [
      {
        name: words('Diclofenac 1 % gel'),
        dose: { value: 1, unit: words('application') },
        times: ['1', '1', '1'],
        days: 28,
        instruction: words('On the right knee, not on broken skin'),
      },
      {
        name: words('Paracetamol 650 mg tablet'),
        dose: { value: 1, unit: words('tablet') },
        custom: words('as needed, at most three a day'),
        days: 28,
        when: words('for pain'),
      },
    ],
    labTests: [{ name: words('X-ray of both knees'), notes: words('Standing, front and side') }],
    advices: [
      words('Quadriceps exercises daily with a physiotherapist'),
      words('Lose about 5 kg'),
      words('No squatting or sitting on the floor'),
      words('No pain tablets from the shop'),
    ],
    followup: { days: 42, notes: words('Review in 6 weeks with X-ray') },
  },
};
