/** Chest tightness on effort: stable angina is suspected. Invented. */
import { icd, loinc, type PracticeConsultation, text, words } from './consultation.ts';

export const cardiac: PracticeConsultation = {
  id: 'cardiac',
  title: 'Cardiology: chest tightness on effort',
  language: 'en-IN',
  specialities: ['cardiology', 'cardiac'],
  texts: {
    en: {
      patient: 'Joseph Fernandes, 58 years, male',
      transcript: text`
        Doctor: Mr Fernandes, tell me about the chest.
        Patient: For two months, when I walk uphill or fast, there is a tightness in the middle of the chest. It goes away in three or four minutes when I stop.
        Doctor: Does it go anywhere? Any sweating, breathlessness, fainting?
        Patient: Sometimes to the left arm. A little short of breath. No sweating, no fainting.
        Doctor: Does it ever come at rest or at night? Is it getting worse?
        Patient: Never at rest. It is the same, two times a week.
        Doctor: You have high blood pressure on telmisartan 40. Diabetes? Smoking? Family?
        Patient: No diabetes. Ten cigarettes a day for thirty years. My father had a heart attack at 54.
        Doctor: Asthma, stomach bleeding, allergy, or tablets such as sildenafil?
        Patient: None of these.
        Doctor: Pulse 84 and regular, blood pressure 148 by 92, oxygen 98. The heart sounds are normal, no murmur, lungs clear, no swelling of the feet. The ECG shows sinus rhythm without acute changes.
        Patient: Is it my heart?
        Doctor: I think it is stable angina: the heart asks for more blood than the vessels let through. Take aspirin 75 milligrams after lunch, atorvastatin 40 at night, and metoprolol succinate 50 in the morning. Continue telmisartan. For an attack, sit down and put one isosorbide dinitrate 5 milligrams under the tongue.
        Patient: And if it does not go?
        Doctor: If it lasts more than ten minutes, comes at rest, or you sweat or faint, go to the emergency department at once, do not drive yourself. We do blood tests with lipids, sugar, creatinine, potassium and blood count, an echocardiogram, and a CT of the coronary arteries. Please stop smoking, we will help you. See me in one week.
      `,
      notes: text`
        ## Chief complaint
        Chest tightness on effort for 2 months.

        ## History
        - Central tightness on walking fast or uphill, sometimes to the left arm, gone within 3 to 4 minutes of rest; about twice a week, not increasing
        - Mild breathlessness with it; no pain at rest or at night, no sweating or fainting
        - Hypertension on telmisartan 40 mg; smokes 10 cigarettes a day for 30 years; father had a myocardial infarction at 54
        - No diabetes, asthma, gastrointestinal bleeding, known allergy or use of PDE5 inhibitors

        ## Examination
        - Pulse 84/min regular, blood pressure 148/92 mmHg, SpO2 98 %
        - Heart sounds normal, no murmur; lungs clear; no pedal oedema
        - ECG: sinus rhythm, no acute changes

        ## Assessment
        1. Stable angina suspected
        2. Hypertension, not at target
        3. Tobacco use

        ## Plan
        1. Aspirin 75 mg once a day after lunch
        2. Atorvastatin 40 mg at night
        3. Metoprolol succinate 50 mg in the morning
        4. Continue telmisartan 40 mg once a day
        5. Isosorbide dinitrate 5 mg under the tongue for an attack, sitting down
        6. Lipid profile, HbA1c, creatinine, potassium, blood count; echocardiogram; CT coronary angiography
        7. Stop smoking, support offered
        8. Emergency department for pain beyond 10 minutes, at rest, or with sweating or fainting
        9. Review in 1 week
      `,
    },
  },
  emr: {
    symptoms: [
      {
        name: words('Chest tightness on effort'),
        since: words('2 months'),
        notes: words('Relieved by rest in 3 to 4 minutes, about twice a week'),
      },
      { name: words('Breathlessness on effort'), severity: words('mild') },
    ],
    diagnosis: [
      {
        name: words('Stable angina'),
        status: 'provisional',
        codes: [icd('I20.89', 'Other forms of angina pectoris')],
      },
      {
        name: words('Hypertension, not at target'),
        status: 'confirmed',
        codes: [icd('I10', 'Essential (primary) hypertension')],
      },
      {
        name: words('Tobacco use, cigarettes'),
        status: 'confirmed',
        notes: words('10 a day for 30 years'),
        codes: [icd('F17.210', 'Nicotine dependence, cigarettes, uncomplicated')],
      },
    ],
    medicalHistory: [
      { name: words('Father had a myocardial infarction at 54') },
      { name: words('No known allergy') },
    ],
    examinations: [
      { name: words('Heart'), notes: words('Sounds normal, no murmur') },
      { name: words('Lungs'), notes: words('Clear') },
      { name: words('ECG'), notes: words('Sinus rhythm, no acute changes') },
    ],
    vitals: [
      { name: words('Pulse'), value: '84', unit: '/min' },
      { name: words('Blood pressure'), value: '148/92', unit: 'mm[Hg]' },
      { name: words('Oxygen saturation'), value: '98', unit: '%' },
    ],
    medications: [
      {
        name: words('Aspirin 75 mg tablet'),
        dose: { value: 1, unit: words('tablet') },
        times: ['0', '1', '0'],
        days: 30,
        when: words('after lunch'),
      },
      {
        name: words('Atorvastatin 40 mg tablet'),
        dose: { value: 1, unit: words('tablet') },
        times: ['0', '0', '1'],
        days: 30,
      },
      {
        name: words('Metoprolol succinate 50 mg tablet'),
        dose: { value: 1, unit: words('tablet') },
        times: ['1', '0', '0'],
        days: 30,
        instruction: words('Do not stop suddenly'),
      },
      {
        name: words('Telmisartan 40 mg tablet'),
        dose: { value: 1, unit: words('tablet') },
        times: ['1', '0', '0'],
        days: 30,
      },
      {
        name: words('Isosorbide dinitrate 5 mg sublingual tablet'),
        dose: { value: 1, unit: words('tablet') },
        custom: words('for an attack, under the tongue'),
        instruction: words('Sit down first; not with sildenafil or the like'),
      },
    ],
    labTests: [
      { name: words('Lipid profile') },
      { name: words('HbA1c') },
      { name: words('Creatinine') },
      {
        name: words('Potassium'),
        notes: words('On telmisartan'),
        codes: [loinc('2823-3', 'Potassium [Moles/volume] in Serum or Plasma')],
      },
      { name: words('Complete blood count') },
      { name: words('Echocardiogram') },
      { name: words('CT coronary angiography') },
    ],
    advices: [
      words('Stop smoking'),
      words(
        'Emergency department for pain beyond 10 minutes, at rest, or with sweating or fainting',
      ),
    ],
    followup: { days: 7, notes: words('Review in 1 week with reports') },
  },
};
