/** How notes shorten what is said in full: tests, measurements and everyday words of a note, beside the diseases of the terminology. */
import {
  type Abbreviations,
  readAbbreviations,
  shortFormRows,
} from '../../../infrastructure/terminology/text/abbreviations.ts';

const own = `
cxr, chest xray, chest x ray = chest xray
xray, x ray, xr = xray
ecg, ekg = electrocardiogram
echo = echocardiogram
eeg = electroencephalogram
cbc, fbc, full blood count, complete blood count, blood count = blood count
lft, lfts, liver function test, liver function tests = liver function
kft, rft, kidney function test, kidney function tests = kidney function
tft, tfts, thyroid function test = thyroid function
fbs, fasting sugar, fasting blood sugar = fasting glucose
ppbs, postprandial sugar = postprandial glucose
rbs, random sugar = random glucose
blood sugar, sugar level, sugars = glucose
usg, uss, sonography, ultrasound scan = ultrasound
bp = blood pressure
hr, pulse rate = heart rate
rr = respiratory rate
spo2, o2 sat, o2 sats, sats, oxygen level = oxygen saturation
temp = temperature
wt = weight
ht = height
bmi = body mass index
abdo = abdomen
appt = appointment
meds, tablets, tabs, pills, medicines = medication
abx = antibiotic
nsaid, nsaids = anti inflammatory
otc, over the counter = nonprescription
gp = general practitioner
ed, er, a and e, emergency room, emergency department = emergency
op, surgery, operation = surgery
physio, physiotherapy, physical therapy, pt therapy = physiotherapy
rom = range motion
loc, passed out, blacked out = loss consciousness
lmp, last period = last menstrual period
n v, nausea and vomiting = nausea vomiting
sob, breathless, breathlessness, short of breath, shortness of breath, difficulty breathing, difficulty in breathing, trouble breathing = dyspnea
etoh, drinks, drink, drinking = alcohol
smokes, smoker, smoked, cigarettes, smoking = smoke
`;

/** Those of our own first. */
export function shortForms(): Abbreviations {
  const [ours, all] = [readAbbreviations([shortFormRows(own)]), readAbbreviations()];
  return {
    of: (words) => ours.of(words) ?? all.of(words),
    longest: Math.max(ours.longest, all.longest),
    has: (word) => ours.has(word) || all.has(word),
  };
}
