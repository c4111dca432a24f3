/** An adult with high fever, spoken in Hindi; dengue is suspected and looked for. Invented. */
import { icd, type PracticeConsultation, snomed, text, words } from './consultation.ts';

export const feverHindi: PracticeConsultation = {
  id: 'fever-hindi',
  title: 'बुखार: तेज़ बुखार और बदन दर्द (fever, in Hindi)',
  language: 'hi',
  specialities: ['infectious_diseases', 'tropical_medicine'],
  texts: {
    hi: {
      patient: 'सुरेश यादव, 41 वर्ष, पुरुष',
      transcript: text`
        डॉक्टर: आइए सुरेश जी, क्या तकलीफ़ है?
        मरीज़: डॉक्टर साहब, चार दिन से तेज़ बुखार है, 103 तक जाता है।
        डॉक्टर: साथ में और क्या है?
        मरीज़: सिर में दर्द, आँखों के पीछे दर्द, और पूरा बदन टूटता है। जी मिचलाता है।
        डॉक्टर: उल्टी, पेट में तेज़ दर्द, मसूड़ों या नाक से ख़ून?
        मरीज़: नहीं, उल्टी नहीं हुई। ख़ून भी कहीं से नहीं।
        डॉक्टर: खाँसी, साँस की तकलीफ़, पेशाब में जलन, ठंड लगकर कँपकँपी?
        मरीज़: नहीं, कँपकँपी नहीं होती।
        डॉक्टर: आसपास किसी को डेंगू हुआ है?
        मरीज़: हाँ, मोहल्ले में दो लोगों को।
        डॉक्टर: कोई पुरानी बीमारी, दवा, या एलर्जी?
        मरीज़: नहीं। दो बार पैरासिटामोल ली है, और कुछ नहीं।
        डॉक्टर: जाँच करते हैं। तापमान 39.1, नाड़ी 96, ब्लड प्रेशर 116/74, ऑक्सीजन 98। टूर्निके टेस्ट निगेटिव है, दाने नहीं, पेट मुलायम है, लिवर बढ़ा नहीं है। छाती साफ़ है। आज की रिपोर्ट में प्लेटलेट एक लाख बत्तीस हज़ार, हीमैटोक्रिट 42, सफ़ेद कोशिकाएँ 3,400।
        मरीज़: क्या यह डेंगू है?
        डॉक्टर: डेंगू का शक है, ख़तरे का कोई लक्षण अभी नहीं। NS1 और मलेरिया की जाँच करा लें। पैरासिटामोल 650 मिलीग्राम दिन में चार बार तक, कम से कम छह घंटे के अंतर पर। आइबुप्रोफ़ेन, एस्पिरिन या कोई दर्द की दूसरी दवा बिलकुल न लें।
        मरीज़: और खाने-पीने में?
        डॉक्टर: दिन में ढाई से तीन लीटर तरल: ओआरएस, नारियल पानी, सूप। आराम करें, मच्छरदानी लगाएँ। रोज़ ख़ून की जाँच होगी। पेट में तेज़ दर्द, बार-बार उल्टी, ख़ून आना, सुस्ती या पेशाब कम हो तो तुरंत अस्पताल आएँ। कल फिर दिखाएँ।
      `,
      notes: text`
        ## मुख्य शिकायत (Chief complaint)
        4 दिन से तेज़ बुखार, सिर और बदन दर्द।

        ## इतिहास (History)
        - 103 °F (39.4 °C) तक बुखार; सिरदर्द, आँखों के पीछे दर्द, बदन दर्द, मिचली
        - उल्टी, पेट में तेज़ दर्द, रक्तस्राव, खाँसी, साँस की तकलीफ़, पेशाब में जलन या कँपकँपी नहीं
        - मोहल्ले में डेंगू के दो रोगी
        - कोई पुरानी बीमारी, नियमित दवा या ज्ञात एलर्जी नहीं; दो बार पैरासिटामोल ली

        ## जाँच (Examination)
        - तापमान 39.1 °C, नाड़ी 96/मिनट, रक्तचाप 116/74 mmHg, SpO2 98 %
        - टूर्निके टेस्ट निगेटिव, दाने नहीं; पेट मुलायम, लिवर बढ़ा नहीं; छाती साफ़
        - रिपोर्ट: प्लेटलेट 132000/µL, हीमैटोक्रिट 42 %, सफ़ेद कोशिकाएँ 3400/µL

        ## आकलन (Assessment)
        तीव्र ज्वर, डेंगू का संदेह; ख़तरे के लक्षण नहीं।

        ## योजना (Plan)
        1. पैरासिटामोल 650 मिग्रा, दिन में चार बार तक, कम से कम 6 घंटे के अंतर पर
        2. आइबुप्रोफ़ेन, एस्पिरिन और अन्य NSAID न लें
        3. डेंगू NS1 एंटीजन, मलेरिया की जाँच; रोज़ रक्त गणना
        4. दिन में 2.5 से 3 लीटर तरल, आराम, मच्छरदानी
        5. पेट में तेज़ दर्द, बार-बार उल्टी, रक्तस्राव, सुस्ती या कम पेशाब पर तुरंत अस्पताल
        6. कल पुनः दिखाएँ
      `,
    },
    en: {
      patient: 'Suresh Yadav, 41 years, male',
      transcript: text`
        Doctor: Come in, Suresh. What is the trouble?
        Patient: Doctor, I have had high fever for four days, up to 103.
        Doctor: What else?
        Patient: Headache, pain behind the eyes, and my whole body aches. I feel sick.
        Doctor: Vomiting, severe belly pain, bleeding from gums or nose?
        Patient: No, I have not vomited. No bleeding anywhere.
        Doctor: Cough, breathlessness, burning urine, chills with shivering?
        Patient: No, no shivering.
        Doctor: Has anyone nearby had dengue?
        Patient: Yes, two people in our lane.
        Doctor: Any long-standing illness, medicines, or allergy?
        Patient: No. I took paracetamol twice, nothing else.
        Doctor: Let me examine you. Temperature 39.1, pulse 96, blood pressure 116 by 74, oxygen 98. The tourniquet test is negative, no rash, the belly is soft, the liver is not enlarged. The chest is clear. In today's report the platelets are 132 thousand, haematocrit 42, white cells 3,400.
        Patient: Is it dengue?
        Doctor: I suspect it; there is no warning sign now. Get the NS1 and malaria tests done. Paracetamol 650 milligrams up to four times a day, at least six hours apart. Do not take ibuprofen, aspirin or any other pain-killer.
        Patient: And food and drink?
        Doctor: Two and a half to three litres of fluids a day: ORS, coconut water, soup. Rest, and use a mosquito net. Blood counts every day. Come to hospital at once for severe belly pain, repeated vomiting, bleeding, drowsiness or little urine. See me again tomorrow.
      `,
      notes: text`
        ## Chief complaint
        High fever with headache and body ache for 4 days.

        ## History
        - Fever up to 103 °F (39.4 °C); headache, pain behind the eyes, body ache, nausea
        - No vomiting, severe abdominal pain, bleeding, cough, breathlessness, burning urine or rigors
        - Two people with dengue in the neighbourhood
        - No long-standing illness, regular medicine or known allergy; paracetamol taken twice

        ## Examination
        - Temperature 39.1 °C, pulse 96/min, blood pressure 116/74 mmHg, SpO2 98 %
        - Tourniquet test negative, no rash; abdomen soft, liver not enlarged; chest clear
        - Reports: platelets 132000/µL, haematocrit 42 %, white cells 3400/µL

        ## Assessment
        Acute febrile illness, dengue suspected; no warning signs.

        ## Plan
        1. Paracetamol 650 mg up to four times a day, at least 6 hours apart
        2. No ibuprofen, aspirin or other NSAID
        3. Dengue NS1 antigen, malaria test; blood count daily
        4. Fluids 2.5 to 3 litres a day, rest, mosquito net
        5. Hospital at once for severe abdominal pain, repeated vomiting, bleeding, drowsiness or little urine
        6. Review tomorrow
      `,
    },
  },
  emr: {
    symptoms: [
      {
        name: words('Fever', 'बुखार'),
        since: words('4 days', '4 दिन'),
        severity: words('high', 'तेज़'),
        codes: [snomed('386661006', 'Fever'), icd('R50.9', 'Fever, unspecified')],
      },
      { name: words('Headache', 'सिरदर्द'), codes: [icd('R51.9', 'Headache, unspecified')] },
      {
        name: words('Pain behind the eyes', 'आँखों के पीछे दर्द'),
        laterality: words('both sides', 'दोनों ओर'),
      },
      { name: words('Body ache', 'बदन दर्द'), codes: [icd('M79.10', 'Myalgia, unspecified site')] },
      { name: words('Nausea', 'मिचली'), codes: [icd('R11.0', 'Nausea')] },
    ],
    diagnosis: [
      {
        name: words('Suspected dengue fever, no warning signs', 'डेंगू का संदेह, ख़तरे के लक्षण नहीं'),
        status: 'provisional',
      },
    ],
    medicalHistory: [{ name: words('No known allergy', 'कोई ज्ञात एलर्जी नहीं') }],
    examinations: [
      {
        name: words('Skin', 'त्वचा'),
        notes: words('No rash, tourniquet test negative', 'दाने नहीं, टूर्निके टेस्ट निगेटिव'),
      },
      {
        name: words('Abdomen', 'पेट'),
        notes: words('Soft, liver not enlarged', 'मुलायम, लिवर बढ़ा नहीं'),
      },
      { name: words('Chest', 'छाती'), notes: words('Clear', 'साफ़') },
    ],
    vitals: [
      { name: words('Temperature', 'तापमान'), value: '39.1', unit: 'Cel' },
      { name: words('Pulse', 'नाड़ी'), value: '96', unit: '/min' },
      { name: words('Blood pressure', 'रक्तचाप'), value: '116/74', unit: 'mm[Hg]' },
      { name: words('Oxygen saturation', 'ऑक्सीजन'), value: '98', unit: '%' },
      { name: words('Platelets', 'प्लेटलेट'), value: '132000', unit: '/uL' },
    ],
    medications: [
      {
        name: words('Paracetamol 650 mg tablet', 'पैरासिटामोल 650 मिग्रा गोली'),
        dose: { value: 1, unit: words('tablet', 'गोली') },
        custom: words(
          'up to four times a day, at least 6 hours apart',
          'दिन में चार बार तक, कम से कम 6 घंटे के अंतर पर',
        ),
        days: 5,
        when: words('when there is fever', 'बुखार होने पर'),
        instruction: words(
          'No ibuprofen, aspirin or other NSAID',
          'आइबुप्रोफ़ेन, एस्पिरिन या अन्य NSAID न लें',
        ),
      },
    ],
    labTests: [
      { name: words('Dengue NS1 antigen', 'डेंगू NS1 एंटीजन') },
      { name: words('Malaria test', 'मलेरिया की जाँच') },
      { name: words('Complete blood count', 'रक्त गणना'), notes: words('Daily', 'रोज़') },
    ],
    advices: [
      words('Fluids 2.5 to 3 litres a day', 'दिन में 2.5 से 3 लीटर तरल'),
      words('Rest, mosquito net', 'आराम, मच्छरदानी'),
      words(
        'Hospital at once for severe abdominal pain, repeated vomiting, bleeding, drowsiness or little urine',
        'पेट में तेज़ दर्द, बार-बार उल्टी, रक्तस्राव, सुस्ती या कम पेशाब पर तुरंत अस्पताल',
      ),
    ],
    followup: { days: 1, notes: words('Review tomorrow', 'कल दिखाएँ') },
  },
};
