/** A routine antenatal visit at 24 weeks with mild anaemia. Invented. */
import { icd, type PracticeConsultation, text, words } from './consultation.ts';

export const antenatal: PracticeConsultation = {
  id: 'antenatal',
  title: 'Antenatal visit at 24 weeks',
  language: 'en-IN',
  specialities: [
    'obstetrics',
    'gynaecology',
    'gynecology',
    'obstetrics_and_gynaecology',
    'obstetrics_gynecology',
  ],
  texts: {
    en: {
      patient: 'Lakshmi Devi, 27 years, female',
      transcript: text`
        Doctor: Good morning, Lakshmi. How are you and the baby?
        Patient: The baby is moving well, doctor. I only feel tired in the afternoon.
        Doctor: You are 24 weeks by the early scan, this is your second pregnancy. The first was a normal delivery, yes?
        Patient: Yes, a girl, three years ago, normal delivery, no problem.
        Doctor: Any bleeding, leaking of water, belly pain, headache, blurred vision, swelling of face or hands?
        Patient: No, nothing.
        Doctor: Burning while passing urine, fever?
        Patient: No.
        Doctor: Are you taking the iron and calcium?
        Patient: Iron one tablet, but I often forget. Calcium I take together with it.
        Doctor: Take them apart, calcium stops the iron. Blood pressure is 110 by 70, pulse 84, weight 58 kilos, two more than last month. The womb is 24 centimetres, the heart beat of the baby is 146. No swelling of the feet. Eyelids are a little pale. Your haemoglobin is 10.2. Urine has no protein and no sugar.
        Patient: Is 10.2 low?
        Doctor: A little; it explains the tiredness. Take the iron and folic acid tablet twice a day, one hour before food with lemon water. Calcium 500 milligrams twice a day after meals. Your scan at 20 weeks was normal.
        Patient: Any tests now?
        Doctor: The sugar test with 75 grams of glucose this week, and haemoglobin again in four weeks. Eat green leaves, dal, jaggery, eggs. Come at once for bleeding, water leaking, bad headache, or if the baby moves less. Next visit in four weeks.
      `,
      notes: text`
        ## Chief complaint
        Routine antenatal visit at 24 weeks; tiredness.

        ## History
        - Second pregnancy, one living child (normal delivery 3 years ago); 24 weeks by early scan
        - Fetal movements good; no bleeding, leaking, abdominal pain, headache, visual symptoms, swelling, fever or urinary symptoms
        - Iron taken irregularly and together with calcium
        - Anomaly scan at 20 weeks normal

        ## Examination
        - Blood pressure 110/70 mmHg, pulse 84/min, weight 58 kg (+2 kg in a month)
        - Mild pallor, no pedal oedema
        - Fundal height 24 cm, fetal heart 146/min
        - Reports: haemoglobin 10.2 g/dL; urine protein and sugar nil

        ## Assessment
        1. Second pregnancy, 24 weeks, growing as expected
        2. Mild anaemia in pregnancy, probably iron deficiency

        ## Plan
        1. Iron 60 mg with folic acid 500 mcg, one tablet twice a day, one hour before food
        2. Calcium 500 mg twice a day after meals, apart from iron
        3. 75 g oral glucose tolerance test this week; haemoglobin in 4 weeks
        4. Iron-rich food
        5. Come at once for bleeding, leaking, severe headache or fewer movements
        6. Next visit in 4 weeks
      `,
    },
  },
  emr: {
    symptoms: [
      {
        name: words('Tiredness'),
        notes: words('In the afternoon'),
        codes: [icd('R53.83', 'Other fatigue')],
      },
    ],
    diagnosis: [
      {
        name: words('Pregnancy, 24 weeks'),
        status: 'confirmed',
        codes: [icd('Z3A.24', '24 weeks gestation of pregnancy')],
      },
      {
        name: words('Mild anaemia in pregnancy'),
        status: 'confirmed',
        notes: words('Probably iron deficiency'),
        codes: [icd('O99.012', 'Anemia complicating pregnancy, second trimester')],
      },
    ],
    medicalHistory: [{ name: words('One normal delivery 3 years ago') }],
    examinations: [
      { name: words('Pallor'), notes: words('Mild') },
      { name: words('Fundal height'), notes: words('24 cm') },
      { name: words('Fetal heart'), notes: words('146/min') },
      { name: words('Pedal oedema'), notes: words('Absent') },
    ],
    vitals: [
      { name: words('Blood pressure'), value: '110/70', unit: 'mm[Hg]' },
      { name: words('Pulse'), value: '84', unit: '/min' },
      { name: words('Weight'), value: '58', unit: 'kg' },
      { name: words('Haemoglobin'), value: '10.2', unit: 'g/dL' },
    ],
    medications: [
      {
        name: words('Iron 60 mg with folic acid 500 mcg tablet'),
        dose: { value: 1, unit: words('tablet') },
        times: ['1', '0', '1'],
        days: 28,
        when: words('one hour before food'),
        instruction: words('With lemon water, apart from calcium'),
      },
      {
        name: words('Calcium 500 mg tablet'),
        dose: { value: 1, unit: words('tablet') },
        times: ['1', '0', '1'],
        days: 28,
        when: words('after meals'),
      },
    ],
    labTests: [
      { name: words('75 g oral glucose tolerance test'), notes: words('This week') },
      { name: words('Haemoglobin'), notes: words('In 4 weeks') },
    ],
    advices: [
      words('Green leaves, dal, jaggery, eggs'),
      words('Come at once for bleeding, leaking, severe headache or fewer movements of the baby'),
    ],
    followup: { days: 28, notes: words('Next antenatal visit in 4 weeks') },
  },
};
