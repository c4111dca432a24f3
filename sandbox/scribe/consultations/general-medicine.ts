/** An adult with an acute infection of the upper airways. Invented. */
import { icd, type PracticeConsultation, snomed, text, words } from './consultation.ts';

export const generalMedicine: PracticeConsultation = {
  id: 'general-medicine',
  title: 'General medicine: fever and cough',
  language: 'en-IN',
  specialities: ['general_medicine', 'general_practice', 'family_medicine', 'internal_medicine'],
  texts: {
    en: {
      patient: 'Meera Nair, 34 years, female',
      transcript: text`
        Doctor: Good morning, Mrs Nair. What brings you in today?
        Patient: Doctor, I have had fever and cough for three days now.
        Doctor: How high has the fever been?
        Patient: Last night it was 101. It comes down with paracetamol and then it comes back.
        Doctor: Is there any phlegm with the cough?
        Patient: No, it is mostly dry. My throat hurts when I swallow, and my nose is running.
        Doctor: Any breathlessness, chest pain, or blood when you cough?
        Patient: No, nothing like that.
        Doctor: Vomiting, loose motions, rash?
        Patient: No, doctor. Only a little body ache.
        Doctor: Is anyone else at home unwell?
        Patient: My son had a cold last week.
        Doctor: Do you have diabetes, blood pressure, asthma, or any allergy to medicines?
        Patient: No, none of these. I am not taking any regular medicine, and I am not pregnant.
        Doctor: Let me examine you. Your temperature is 38.2 degrees, pulse 92, blood pressure 118 by 76, and oxygen is 98 percent. The throat is red, there is no pus on the tonsils. A few small tender glands in the neck. The chest is clear on both sides.
        Patient: Is it something serious?
        Doctor: This looks like a viral infection of the upper airways. You do not need an antibiotic. Take paracetamol 650 milligrams up to three times a day for the fever, for three days, and cetirizine 10 milligrams at night for five days.
        Patient: Do I need any tests?
        Doctor: Not today. Drink plenty of fluids, take steam, and do salt water gargles. If the fever goes on for more than three days from now, or you become breathless, come at once. Otherwise show me again in five days.
        Patient: Thank you, doctor.
      `,
      notes: text`
        ## Chief complaint
        Fever and dry cough for 3 days.

        ## History
        - Intermittent fever up to 101 °F (38.3 °C), settles with paracetamol and returns
        - Dry cough, sore throat with pain on swallowing, runny nose, mild body ache
        - No breathlessness, chest pain, haemoptysis, vomiting, diarrhoea or rash
        - Sick contact: son with a cold last week
        - No diabetes, hypertension or asthma; no regular medicines; no known drug allergy; not pregnant

        ## Examination
        - Temperature 38.2 °C, pulse 92/min, blood pressure 118/76 mmHg, SpO2 98 % on room air
        - Throat congested, no tonsillar exudate
        - Small tender cervical lymph nodes
        - Chest clear on both sides

        ## Assessment
        Acute upper respiratory tract infection, probably viral. No sign of lower airway involvement; no antibiotic indicated.

        ## Plan
        1. Paracetamol 650 mg by mouth up to three times a day for fever, 3 days
        2. Cetirizine 10 mg by mouth at night, 5 days
        3. Fluids, steam inhalation, salt water gargles
        4. No tests today
        5. Return at once for breathlessness or fever beyond 3 more days; review in 5 days
      `,
    },
    hi: {
      patient: 'मीरा नायर, 34 वर्ष, महिला',
      transcript: text`
        डॉक्टर: नमस्ते मीरा जी। आज क्या तकलीफ़ है?
        मरीज़: डॉक्टर साहब, तीन दिन से बुखार और खाँसी है।
        डॉक्टर: बुखार कितना रहा?
        मरीज़: कल रात 101 था। पैरासिटामोल से उतरता है, फिर चढ़ जाता है।
        डॉक्टर: खाँसी में बलगम आता है?
        मरीज़: नहीं, ज़्यादातर सूखी है। निगलने में गला दुखता है और नाक बह रही है।
        डॉक्टर: साँस फूलना, सीने में दर्द, या खाँसी में ख़ून?
        मरीज़: नहीं, ऐसा कुछ नहीं।
        डॉक्टर: उल्टी, दस्त, शरीर पर दाने?
        मरीज़: नहीं। बस थोड़ा बदन दर्द है।
        डॉक्टर: घर में और कोई बीमार है?
        मरीज़: पिछले हफ़्ते बेटे को ज़ुकाम था।
        डॉक्टर: शुगर, ब्लड प्रेशर, दमा, या किसी दवा से एलर्जी?
        मरीज़: नहीं, कुछ नहीं। कोई दवा रोज़ नहीं लेती, और गर्भवती भी नहीं हूँ।
        डॉक्टर: जाँच कर लेते हैं। तापमान 38.2 डिग्री, नाड़ी 92, ब्लड प्रेशर 118/76, ऑक्सीजन 98 प्रतिशत। गला लाल है, टॉन्सिल पर मवाद नहीं। गर्दन में कुछ छोटी दुखती गाँठें हैं। छाती दोनों तरफ़ साफ़ है।
        मरीज़: कोई गंभीर बात है?
        डॉक्टर: यह ऊपरी साँस की नली का वायरल संक्रमण लगता है। एंटीबायोटिक की ज़रूरत नहीं। बुखार के लिए पैरासिटामोल 650 मिलीग्राम दिन में तीन बार तक, तीन दिन; और सेटिरिज़िन 10 मिलीग्राम रात को पाँच दिन।
        मरीज़: कोई जाँच करानी है?
        डॉक्टर: आज नहीं। पानी ज़्यादा पिएँ, भाप लें, नमक के पानी से गरारे करें। बुखार तीन दिन और चले या साँस फूले तो तुरंत आएँ। नहीं तो पाँच दिन बाद दिखाएँ।
        मरीज़: धन्यवाद डॉक्टर साहब।
      `,
      notes: text`
        ## मुख्य शिकायत (Chief complaint)
        3 दिन से बुखार और सूखी खाँसी।

        ## इतिहास (History)
        - 101 °F (38.3 °C) तक रुक-रुक कर बुखार, पैरासिटामोल से उतरता है और फिर आता है
        - सूखी खाँसी, निगलने पर गले में दर्द, नाक बहना, हल्का बदन दर्द
        - साँस फूलना, सीने में दर्द, खाँसी में ख़ून, उल्टी, दस्त या दाने नहीं
        - संपर्क: पिछले हफ़्ते बेटे को ज़ुकाम
        - मधुमेह, उच्च रक्तचाप, दमा नहीं; कोई नियमित दवा नहीं; किसी दवा से ज्ञात एलर्जी नहीं; गर्भवती नहीं

        ## जाँच (Examination)
        - तापमान 38.2 °C, नाड़ी 92/मिनट, रक्तचाप 118/76 mmHg, SpO2 98 %
        - गला लाल, टॉन्सिल पर मवाद नहीं
        - गर्दन में छोटी, दुखती लसीका ग्रंथियाँ
        - छाती दोनों तरफ़ साफ़

        ## आकलन (Assessment)
        ऊपरी श्वसन तंत्र का तीव्र संक्रमण, संभवतः वायरल। निचले श्वसन तंत्र के लक्षण नहीं; एंटीबायोटिक की आवश्यकता नहीं।

        ## योजना (Plan)
        1. पैरासिटामोल 650 मिग्रा, बुखार में दिन में तीन बार तक, 3 दिन
        2. सेटिरिज़िन 10 मिग्रा रात को, 5 दिन
        3. तरल पदार्थ, भाप, नमक के पानी से गरारे
        4. आज कोई जाँच नहीं
        5. साँस फूलने पर या 3 दिन से अधिक बुखार पर तुरंत आएँ; 5 दिन बाद पुनः दिखाएँ
      `,
    },
  },
  emr: {
    symptoms: [
      {
        name: words('Fever', 'बुखार'),
        since: words('3 days', '3 दिन'),
        codes: [snomed('386661006', 'Fever'), icd('R50.9', 'Fever, unspecified')],
      },
      {
        name: words('Dry cough', 'सूखी खाँसी'),
        since: words('3 days', '3 दिन'),
        codes: [icd('R05.1', 'Acute cough')],
      },
      { name: words('Sore throat', 'गले में दर्द'), since: words('3 days', '3 दिन') },
      { name: words('Runny nose', 'नाक बहना') },
      { name: words('Body ache', 'बदन दर्द'), severity: words('mild', 'हल्का') },
    ],
    diagnosis: [
      {
        name: words('Acute upper respiratory tract infection', 'ऊपरी श्वसन तंत्र का तीव्र संक्रमण'),
        status: 'provisional',
        notes: words('Probably viral', 'संभवतः वायरल'),
        codes: [
          snomed('54398005', 'Acute upper respiratory infection'),
          icd('J06.9', 'Acute upper respiratory infection, unspecified'),
        ],
      },
    ],
    medicalHistory: [{ name: words('No known drug allergy', 'किसी दवा से ज्ञात एलर्जी नहीं') }],
    examinations: [
      {
        name: words('Throat', 'गला'),
        notes: words('Congested, no tonsillar exudate', 'लाल, टॉन्सिल पर मवाद नहीं'),
      },
      {
        name: words('Cervical lymph nodes', 'गर्दन की लसीका ग्रंथियाँ'),
        notes: words('Small, tender', 'छोटी, दुखती'),
      },
      { name: words('Chest', 'छाती'), notes: words('Clear on both sides', 'दोनों तरफ़ साफ़') },
    ],
    vitals: [
      { name: words('Temperature', 'तापमान'), value: '38.2', unit: 'Cel' },
      { name: words('Pulse', 'नाड़ी'), value: '92', unit: '/min' },
      { name: words('Blood pressure', 'रक्तचाप'), value: '118/76', unit: 'mm[Hg]' },
      { name: words('Oxygen saturation', 'ऑक्सीजन'), value: '98', unit: '%' },
    ],
    medications: [
      {
        name: words('Paracetamol 650 mg tablet', 'पैरासिटामोल 650 मिग्रा गोली'),
        dose: { value: 1, unit: words('tablet', 'गोली') },
        times: ['1', '1', '1'],
        days: 3,
        when: words('when there is fever', 'बुखार होने पर'),
        instruction: words(
          'At most three times a day, at least 6 hours apart',
          'दिन में अधिकतम तीन बार, कम से कम 6 घंटे के अंतर पर',
        ),
      },
      {
        name: words('Cetirizine 10 mg tablet', 'सेटिरिज़िन 10 मिग्रा गोली'),
        dose: { value: 1, unit: words('tablet', 'गोली') },
        times: ['0', '0', '1'],
        days: 5,
        instruction: words('May cause sleepiness', 'नींद आ सकती है'),
      },
    ],
    labTests: [],
    advices: [
      words('Plenty of fluids', 'तरल पदार्थ अधिक लें'),
      words('Steam inhalation and salt water gargles', 'भाप और नमक के पानी से गरारे'),
      words(
        'Return at once for breathlessness or fever beyond 3 more days',
        'साँस फूलने या 3 दिन से अधिक बुखार पर तुरंत आएँ',
      ),
    ],
    followup: { days: 5, notes: words('Review in 5 days', '5 दिन बाद दिखाएँ') },
  },
};
