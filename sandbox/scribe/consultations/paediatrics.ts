/** A child with acute gastroenteritis and some dehydration. Invented. */
import { icd, type PracticeConsultation, text, words } from './consultation.ts';

export const paediatrics: PracticeConsultation = {
  id: 'paediatrics',
  title: 'Paediatrics: loose stools in a toddler',
  language: 'en-IN',
  specialities: ['paediatrics', 'pediatrics', 'paediatric', 'pediatric'],
  texts: {
    en: {
      patient: 'Kabir Sethi, 18 months, male, 10 kg',
      transcript: text`
        Doctor: Hello. What is troubling little Kabir?
        Mother: Doctor, he has had loose motions since the day before yesterday, six or seven times a day, like water.
        Doctor: Any blood or mucus in the stool?
        Mother: No blood, no mucus.
        Doctor: Is he vomiting?
        Mother: Three times since yesterday, after milk. There is a little fever too.
        Doctor: When did he last pass urine?
        Mother: About five hours ago, a small amount.
        Doctor: Is he drinking?
        Mother: Yes, he grabs the cup. He is very thirsty and irritable.
        Doctor: Have you given anything so far? Is he breast-fed, and are his vaccines complete?
        Mother: Only rice water. He is breast-fed and eats everything. All vaccines are done, rotavirus too. No allergies.
        Doctor: Let me see him. Temperature 37.9, pulse 130, breathing 32. He is restless and thirsty, the eyes are slightly sunken, the skin pinch goes back slowly. The belly is soft. Weight 10 kilograms.
        Mother: Is it dangerous?
        Doctor: It is gastroenteritis, and he has lost some water. We give ORS here now, 750 millilitres over four hours, by spoon. Then at home 50 to 100 millilitres after each loose stool. One dose of ondansetron 2 milligrams now, and zinc 20 milligrams once a day for 14 days. Paracetamol 150 milligrams only if the fever is above 38.5.
        Mother: Does he need an antibiotic?
        Doctor: No. Go on with breast milk and his usual food. Bring him back at once if he cannot drink, vomits everything, becomes drowsy, or there is blood in the stool. I look at him again after the four hours, and then in two days.
      `,
      notes: text`
        ## Chief complaint
        Watery loose stools for 2 days, vomiting for 1 day.

        ## History
        - Stools watery, 6 to 7 a day, no blood or mucus
        - Three vomits since yesterday, after milk; low-grade fever
        - Thirsty and irritable; last urine 5 hours ago, small amount
        - Breast-fed and on family food; only rice water given so far
        - Immunised for age including rotavirus; no known allergies

        ## Examination
        - Weight 10 kg, temperature 37.9 °C, pulse 130/min, respiratory rate 32/min
        - Restless, drinks eagerly, eyes slightly sunken, skin pinch goes back slowly
        - Abdomen soft

        ## Assessment
        Acute gastroenteritis with some dehydration. No sign of severe dehydration or dysentery.

        ## Plan
        1. ORS 75 mL/kg = 750 mL over 4 hours under observation, then 50 to 100 mL after each loose stool
        2. Ondansetron 2 mg by mouth, one dose
        3. Zinc 20 mg by mouth once a day, 14 days
        4. Paracetamol 150 mg (15 mg/kg) by mouth if temperature is above 38.5 °C, at most every 6 hours
        5. Breast milk and usual food go on; no antibiotic
        6. Return at once if unable to drink, vomiting everything, drowsy, or blood in stool; reassess after 4 hours and in 2 days
      `,
    },
    hi: {
      patient: 'कबीर सेठी, 18 महीने, पुरुष, 10 किग्रा',
      transcript: text`
        डॉक्टर: नमस्ते। कबीर को क्या तकलीफ़ है?
        माँ: डॉक्टर, परसों से पतले दस्त हैं, दिन में छह-सात बार, पानी जैसे।
        डॉक्टर: दस्त में ख़ून या आँव?
        माँ: नहीं, दोनों नहीं।
        डॉक्टर: उल्टी हो रही है?
        माँ: कल से तीन बार, दूध पीने के बाद। थोड़ा बुखार भी है।
        डॉक्टर: पेशाब आख़िरी बार कब किया?
        माँ: क़रीब पाँच घंटे पहले, थोड़ा सा।
        डॉक्टर: पानी पी रहा है?
        माँ: हाँ, कप छीन लेता है। बहुत प्यासा और चिड़चिड़ा है।
        डॉक्टर: अब तक क्या दिया? माँ का दूध पीता है? टीके पूरे हैं?
        माँ: बस चावल का पानी। दूध पीता है और सब खाता है। सब टीके लगे हैं, रोटावायरस भी। कोई एलर्जी नहीं।
        डॉक्टर: देखते हैं। तापमान 37.9, नाड़ी 130, साँस 32। बेचैन और प्यासा है, आँखें थोड़ी धँसी हैं, चमड़ी की चुटकी धीरे लौटती है। पेट मुलायम है। वज़न 10 किलो।
        माँ: ख़तरा तो नहीं?
        डॉक्टर: पेट का संक्रमण है और शरीर में कुछ पानी कम हुआ है। अभी यहाँ चार घंटे में 750 मिलीलीटर ओआरएस चम्मच से देंगे। फिर घर पर हर दस्त के बाद 50 से 100 मिलीलीटर। ऑनडैनसेट्रॉन 2 मिलीग्राम की एक ख़ुराक अभी, और ज़िंक 20 मिलीग्राम रोज़ एक बार 14 दिन। बुखार 38.5 से ऊपर हो तभी पैरासिटामोल 150 मिलीग्राम।
        माँ: एंटीबायोटिक चाहिए?
        डॉक्टर: नहीं। माँ का दूध और रोज़ का खाना जारी रखें। पी न सके, सब उल्टी कर दे, सुस्त हो जाए या दस्त में ख़ून आए तो तुरंत लाएँ। चार घंटे बाद फिर देखूँगा, और दो दिन बाद।
      `,
      notes: text`
        ## मुख्य शिकायत (Chief complaint)
        2 दिन से पानी जैसे दस्त, 1 दिन से उल्टी।

        ## इतिहास (History)
        - दिन में 6-7 पानी जैसे दस्त, ख़ून या आँव नहीं
        - कल से तीन उल्टियाँ, दूध के बाद; हल्का बुखार
        - प्यासा और चिड़चिड़ा; 5 घंटे पहले थोड़ा पेशाब
        - माँ का दूध और घर का खाना; अब तक केवल चावल का पानी
        - आयु के अनुसार टीके पूरे, रोटावायरस सहित; कोई ज्ञात एलर्जी नहीं

        ## जाँच (Examination)
        - वज़न 10 किग्रा, तापमान 37.9 °C, नाड़ी 130/मिनट, श्वसन दर 32/मिनट
        - बेचैन, उत्सुकता से पीता है, आँखें थोड़ी धँसी, त्वचा की चुटकी धीरे लौटती है
        - पेट मुलायम

        ## आकलन (Assessment)
        तीव्र आंत्रशोथ, कुछ निर्जलीकरण के साथ। गंभीर निर्जलीकरण या पेचिश के लक्षण नहीं।

        ## योजना (Plan)
        1. ओआरएस 75 मिली/किग्रा = 750 मिली, निगरानी में 4 घंटे में; फिर हर दस्त के बाद 50 से 100 मिली
        2. ऑनडैनसेट्रॉन 2 मिग्रा, एक ख़ुराक
        3. ज़िंक 20 मिग्रा दिन में एक बार, 14 दिन
        4. तापमान 38.5 °C से अधिक होने पर पैरासिटामोल 150 मिग्रा (15 मिग्रा/किग्रा), कम से कम 6 घंटे के अंतर पर
        5. माँ का दूध और सामान्य भोजन जारी; एंटीबायोटिक नहीं
        6. पी न सके, सब उल्टी करे, सुस्त हो या दस्त में ख़ून आए तो तुरंत आएँ; 4 घंटे बाद और 2 दिन बाद पुनः जाँच
      `,
    },
  },
  emr: {
    symptoms: [
      {
        name: words('Loose stools', 'पतले दस्त'),
        since: words('2 days', '2 दिन'),
        notes: words('Watery, 6 to 7 a day, no blood', 'पानी जैसे, दिन में 6-7 बार, ख़ून नहीं'),
        codes: [icd('R19.7', 'Diarrhea, unspecified')],
      },
      {
        name: words('Vomiting', 'उल्टी'),
        since: words('1 day', '1 दिन'),
        notes: words('3 times', '3 बार'),
        codes: [icd('R11.10', 'Vomiting, unspecified')],
      },
      { name: words('Low-grade fever', 'हल्का बुखार') },
    ],
    diagnosis: [
      {
        name: words('Acute gastroenteritis', 'तीव्र आंत्रशोथ'),
        status: 'confirmed',
        codes: [icd('A09', 'Infectious gastroenteritis and colitis, unspecified')],
      },
      {
        name: words('Some dehydration', 'कुछ निर्जलीकरण'),
        status: 'confirmed',
        codes: [icd('E86.0', 'Dehydration')],
      },
    ],
    medicalHistory: [
      { name: words('Immunised for age including rotavirus', 'आयु के अनुसार टीके पूरे, रोटावायरस सहित') },
      { name: words('No known allergies', 'कोई ज्ञात एलर्जी नहीं') },
    ],
    examinations: [
      {
        name: words('Hydration', 'जलयोजन'),
        notes: words(
          'Restless, drinks eagerly, eyes slightly sunken, skin pinch goes back slowly',
          'बेचैन, उत्सुकता से पीता है, आँखें थोड़ी धँसी, चुटकी धीरे लौटती है',
        ),
      },
      { name: words('Abdomen', 'पेट'), notes: words('Soft', 'मुलायम') },
    ],
    vitals: [
      { name: words('Weight', 'वज़न'), value: '10', unit: 'kg' },
      { name: words('Temperature', 'तापमान'), value: '37.9', unit: 'Cel' },
      { name: words('Pulse', 'नाड़ी'), value: '130', unit: '/min' },
      { name: words('Respiratory rate', 'श्वसन दर'), value: '32', unit: '/min' },
    ],
    medications: [
      {
        name: words('Oral rehydration solution (ORS)', 'ओआरएस घोल'),
        dose: { value: 750, unit: words('mL', 'मिली') },
        custom: words(
          'over 4 hours, then 50 to 100 mL after each loose stool',
          '4 घंटे में, फिर हर दस्त के बाद 50 से 100 मिली',
        ),
        instruction: words('By spoon, in small sips', 'चम्मच से, थोड़ा-थोड़ा'),
      },
      {
        name: words('Zinc 20 mg', 'ज़िंक 20 मिग्रा'),
        dose: { value: 20, unit: words('mg', 'मिग्रा') },
        times: ['1', '0', '0'],
        days: 14,
      },
      {
        name: words('Ondansetron', 'ऑनडैनसेट्रॉन'),
        dose: { value: 2, unit: words('mg', 'मिग्रा') },
        custom: words('one dose now', 'अभी एक ख़ुराक'),
      },
      {
        name: words('Paracetamol syrup', 'पैरासिटामोल सिरप'),
        dose: { value: 150, unit: words('mg', 'मिग्रा') },
        custom: words('as needed, at most every 6 hours', 'आवश्यकता पर, कम से कम 6 घंटे के अंतर पर'),
        when: words('temperature above 38.5 °C', 'तापमान 38.5 °C से अधिक'),
      },
    ],
    labTests: [],
    advices: [
      words('Breast milk and usual food go on', 'माँ का दूध और सामान्य भोजन जारी रखें'),
      words(
        'Return at once if unable to drink, vomiting everything, drowsy, or blood in stool',
        'पी न सके, सब उल्टी करे, सुस्त हो या दस्त में ख़ून आए तो तुरंत आएँ',
      ),
    ],
    followup: {
      days: 2,
      notes: words(
        'Reassess after 4 hours of ORS, then in 2 days',
        'ओआरएस के 4 घंटे बाद और 2 दिन बाद जाँच',
      ),
    },
  },
};
