/** A follow-up of type 2 diabetes with early neuropathy. Invented. */
import { icd, type PracticeConsultation, snomed, text, words } from './consultation.ts';

export const diabetes: PracticeConsultation = {
  id: 'diabetes-follow-up',
  title: 'Diabetes follow-up: sugar high, tingling feet',
  language: 'en-IN',
  specialities: ['diabetology', 'endocrinology', 'diabetes'],
  texts: {
    en: {
      patient: 'Ramesh Iyer, 56 years, male',
      transcript: text`
        Doctor: Good evening, Mr Iyer. How have the last three months been?
        Patient: The sugar is not coming down, doctor. And my feet tingle at night, for about two months.
        Doctor: Both feet? Any ulcer, burning, numbness?
        Patient: Both, mostly the toes. Like pins. No ulcer.
        Doctor: Do you pass more urine, are you thirsty, have you lost weight?
        Patient: I get up twice at night for urine. No weight loss.
        Doctor: You are on metformin one gram twice a day for eight years of diabetes. Do you miss doses?
        Patient: Very rarely. But I have stopped my evening walk.
        Doctor: Any low sugar, chest pain, blurred vision, urine infections?
        Patient: No, nothing.
        Doctor: The reports: HbA1c is 8.4 percent, fasting sugar 162, creatinine 0.9, eGFR 88. Blood pressure today 132 by 80, pulse 78, weight 81 kilos. Foot pulses are good. The monofilament is not felt at both big toes, ankle jerks are sluggish. No ulcer.
        Patient: Is my nerve damaged?
        Doctor: It is early diabetic neuropathy. Better sugar control is the main treatment. Continue metformin. I add dapagliflozin 10 milligrams every morning; drink enough water, keep clean, and stop it if you vomit or cannot eat. Pregabalin 75 milligrams at night for the tingling, and continue atorvastatin 20 at night.
        Patient: Which tests?
        Doctor: Urine albumin creatinine ratio, lipid profile, vitamin B12 because of the metformin, and an eye check of the retina. HbA1c again in three months. Look at your feet daily, never walk barefoot, and walk thirty minutes a day. See me in four weeks.
      `,
      notes: text`
        ## Chief complaint
        Diabetes follow-up; tingling in both feet for 2 months.

        ## History
        - Type 2 diabetes for 8 years, on metformin 1 g twice a day, adherence good; evening walk given up
        - Tingling of the toes of both feet at night; no ulcer
        - Nocturia twice; no weight loss, hypoglycaemia, chest pain, blurred vision or urinary infection
        - Also takes atorvastatin 20 mg at night

        ## Examination
        - Blood pressure 132/80 mmHg, pulse 78/min, weight 81 kg
        - Foot pulses palpable, no ulcer; 10 g monofilament not felt at both great toes; ankle reflexes sluggish
        - Reports: HbA1c 8.4 %, fasting glucose 162 mg/dL, creatinine 0.9 mg/dL, eGFR 88

        ## Assessment
        1. Type 2 diabetes mellitus, not at target
        2. Early diabetic polyneuropathy

        ## Plan
        1. Continue metformin 1 g twice a day
        2. Add dapagliflozin 10 mg every morning; genital hygiene, water; stop on sick days
        3. Pregabalin 75 mg at night for the tingling
        4. Continue atorvastatin 20 mg at night
        5. Urine albumin/creatinine ratio, lipid profile, vitamin B12; retinal examination; HbA1c in 3 months
        6. Daily foot care, never barefoot; walk 30 minutes a day
        7. Review in 4 weeks
      `,
    },
    hi: {
      patient: 'रमेश अय्यर, 56 वर्ष, पुरुष',
      transcript: text`
        डॉक्टर: नमस्ते रमेश जी। पिछले तीन महीने कैसे रहे?
        मरीज़: शुगर कम नहीं हो रही, डॉक्टर साहब। और क़रीब दो महीने से रात को पैरों में झनझनाहट होती है।
        डॉक्टर: दोनों पैरों में? घाव, जलन, सुन्नपन?
        मरीज़: दोनों में, ज़्यादातर उँगलियों में, सुई जैसा। घाव नहीं है।
        डॉक्टर: पेशाब ज़्यादा, प्यास, वज़न कम हुआ?
        मरीज़: रात में दो बार पेशाब के लिए उठता हूँ। वज़न कम नहीं हुआ।
        डॉक्टर: आठ साल से मधुमेह है, मेटफ़ॉर्मिन एक ग्राम दिन में दो बार। दवा छूटती है?
        मरीज़: बहुत कम। पर शाम की सैर छोड़ दी है।
        डॉक्टर: शुगर गिरना, सीने में दर्द, धुँधला दिखना, पेशाब में संक्रमण?
        मरीज़: नहीं।
        डॉक्टर: रिपोर्ट में HbA1c 8.4 प्रतिशत, ख़ाली पेट शुगर 162, क्रिएटिनिन 0.9, eGFR 88। आज ब्लड प्रेशर 132/80, नाड़ी 78, वज़न 81 किलो। पैरों की नब्ज़ ठीक है। दोनों अँगूठों पर मोनोफ़िलामेंट महसूस नहीं होता, टखने का झटका धीमा है। घाव नहीं।
        मरीज़: क्या नस ख़राब हो गई?
        डॉक्टर: यह मधुमेह की शुरुआती न्यूरोपैथी है। शुगर ठीक रखना ही मुख्य इलाज है। मेटफ़ॉर्मिन जारी रखें। रोज़ सुबह डैपाग्लिफ़्लोज़िन 10 मिलीग्राम जोड़ रहा हूँ; पानी पिएँ, सफ़ाई रखें, उल्टी हो या खाना न खा सकें तो बंद करें। झनझनाहट के लिए रात को प्रीगाबालिन 75, और एटोरवास्टेटिन 20 रात को जारी।
        मरीज़: कौन सी जाँचें?
        डॉक्टर: पेशाब में एल्ब्यूमिन-क्रिएटिनिन अनुपात, लिपिड, मेटफ़ॉर्मिन के कारण विटामिन बी12, और आँख के पर्दे की जाँच। तीन महीने बाद HbA1c। रोज़ पैर देखें, नंगे पाँव न चलें, रोज़ तीस मिनट चलें। चार हफ़्ते बाद मिलें।
      `,
      notes: text`
        ## मुख्य शिकायत (Chief complaint)
        मधुमेह की नियमित जाँच; 2 महीने से दोनों पैरों में झनझनाहट।

        ## इतिहास (History)
        - 8 वर्ष से टाइप 2 मधुमेह, मेटफ़ॉर्मिन 1 ग्राम दिन में दो बार, दवा नियमित; शाम की सैर छूट गई
        - रात में दोनों पैरों की उँगलियों में झनझनाहट; घाव नहीं
        - रात में दो बार पेशाब; वज़न घटना, शुगर गिरना, सीने में दर्द, धुँधलापन या मूत्र संक्रमण नहीं
        - एटोरवास्टेटिन 20 मिग्रा रात को

        ## जाँच (Examination)
        - रक्तचाप 132/80 mmHg, नाड़ी 78/मिनट, वज़न 81 किग्रा
        - पैरों की नब्ज़ स्पष्ट, घाव नहीं; दोनों अँगूठों पर 10 ग्राम मोनोफ़िलामेंट महसूस नहीं; टखने के प्रतिवर्त धीमे
        - रिपोर्ट: HbA1c 8.4 %, ख़ाली पेट शुगर 162 mg/dL, क्रिएटिनिन 0.9 mg/dL, eGFR 88

        ## आकलन (Assessment)
        1. टाइप 2 मधुमेह, लक्ष्य पर नहीं
        2. मधुमेह की आरंभिक पॉलीन्यूरोपैथी

        ## योजना (Plan)
        1. मेटफ़ॉर्मिन 1 ग्राम दिन में दो बार जारी
        2. डैपाग्लिफ़्लोज़िन 10 मिग्रा रोज़ सुबह; सफ़ाई, पानी; बीमारी के दिनों में बंद
        3. झनझनाहट के लिए प्रीगाबालिन 75 मिग्रा रात को
        4. एटोरवास्टेटिन 20 मिग्रा रात को जारी
        5. मूत्र एल्ब्यूमिन/क्रिएटिनिन अनुपात, लिपिड, विटामिन बी12; रेटिना की जाँच; 3 महीने बाद HbA1c
        6. रोज़ पैरों की देखभाल, नंगे पाँव नहीं; रोज़ 30 मिनट चलें
        7. 4 सप्ताह बाद पुनः दिखाएँ
      `,
    },
  },
  emr: {
    symptoms: [
      {
        name: words('Tingling of feet', 'पैरों में झनझनाहट'),
        since: words('2 months', '2 महीने'),
        laterality: words('both sides', 'दोनों ओर'),
        notes: words('Toes, at night', 'उँगलियाँ, रात में'),
        codes: [icd('R20.2', 'Paresthesia of skin')],
      },
      {
        name: words('Nocturia', 'रात में पेशाब'),
        notes: words('Twice a night', 'रात में दो बार'),
        codes: [icd('R35.1', 'Nocturia')],
      },
    ],
    diagnosis: [
      {
        name: words('Type 2 diabetes mellitus, not at target', 'टाइप 2 मधुमेह, लक्ष्य पर नहीं'),
        status: 'confirmed',
        notes: words('HbA1c 8.4 %'),
        codes: [
          snomed('44054006', 'Type 2 diabetes mellitus'),
          icd('E11.65', 'Type 2 diabetes mellitus with hyperglycemia'),
        ],
      },
      {
        name: words('Diabetic polyneuropathy', 'मधुमेह की पॉलीन्यूरोपैथी'),
        status: 'confirmed',
        notes: words('Early', 'आरंभिक'),
        codes: [icd('E11.42', 'Type 2 diabetes mellitus with diabetic polyneuropathy')],
      },
    ],
    medicalHistory: [{ name: words('Type 2 diabetes for 8 years', '8 वर्ष से टाइप 2 मधुमेह') }],
    examinations: [
      {
        name: words('Feet', 'पैर'),
        notes: words(
          'Pulses palpable, no ulcer; monofilament not felt at both great toes',
          'नब्ज़ स्पष्ट, घाव नहीं; दोनों अँगूठों पर मोनोफ़िलामेंट महसूस नहीं',
        ),
      },
      { name: words('Ankle reflexes', 'टखने के प्रतिवर्त'), notes: words('Sluggish', 'धीमे') },
    ],
    vitals: [
      { name: words('Blood pressure', 'रक्तचाप'), value: '132/80', unit: 'mm[Hg]' },
      { name: words('Pulse', 'नाड़ी'), value: '78', unit: '/min' },
      { name: words('Weight', 'वज़न'), value: '81', unit: 'kg' },
      { name: words('HbA1c'), value: '8.4', unit: '%' },
      { name: words('Fasting glucose', 'ख़ाली पेट शुगर'), value: '162', unit: 'mg/dL' },
    ],
    medications: [
      {
        name: words('Metformin 1000 mg tablet', 'मेटफ़ॉर्मिन 1000 मिग्रा गोली'),
        dose: { value: 1, unit: words('tablet', 'गोली') },
        times: ['1', '0', '1'],
        days: 28,
        when: words('with food', 'भोजन के साथ'),
      },
      {
        name: words('Dapagliflozin 10 mg tablet', 'डैपाग्लिफ़्लोज़िन 10 मिग्रा गोली'),
        dose: { value: 1, unit: words('tablet', 'गोली') },
        times: ['1', '0', '0'],
        days: 28,
        instruction: words('Stop on sick days', 'बीमारी के दिनों में बंद करें'),
      },
      {
        name: words('Pregabalin 75 mg capsule', 'प्रीगाबालिन 75 मिग्रा कैप्सूल'),
        dose: { value: 1, unit: words('capsule', 'कैप्सूल') },
        times: ['0', '0', '1'],
        days: 28,
        instruction: words('May cause sleepiness', 'नींद आ सकती है'),
      },
      {
        name: words('Atorvastatin 20 mg tablet', 'एटोरवास्टेटिन 20 मिग्रा गोली'),
        dose: { value: 1, unit: words('tablet', 'गोली') },
        times: ['0', '0', '1'],
        days: 28,
      },
    ],
    labTests: [
      { name: words('Urine albumin/creatinine ratio', 'मूत्र एल्ब्यूमिन/क्रिएटिनिन अनुपात') },
      { name: words('Lipid profile', 'लिपिड प्रोफ़ाइल') },
      {
        name: words('Vitamin B12', 'विटामिन बी12'),
        notes: words('Long use of metformin', 'मेटफ़ॉर्मिन का लंबा सेवन'),
      },
      { name: words('HbA1c'), notes: words('In 3 months', '3 महीने बाद') },
    ],
    advices: [
      words('Retinal examination', 'रेटिना की जाँच'),
      words('Look at the feet daily, never walk barefoot', 'रोज़ पैर देखें, नंगे पाँव न चलें'),
      words('Walk 30 minutes a day', 'रोज़ 30 मिनट चलें'),
    ],
    followup: { days: 28, notes: words('Review in 4 weeks', '4 सप्ताह बाद दिखाएँ') },
  },
};
