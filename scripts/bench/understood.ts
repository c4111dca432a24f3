/**
 * What is not understood: sentences that the built-in engine writes for speech in languages that it
 * does not know, and for English in quiet and loud rooms, and how many of each a note is drafted of.
 * Texts and voices are others than those by which the limits were chosen (decision 0272). Needs
 * espeak-ng and sox. Generated speech is not a person's. `--show` prints each sentence, `--model
 * FOLDER` as in `speech`: what the same limits would do to another model.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { notUnderstood } from '../../main/infrastructure/speech/not-understood.ts';
import { soundOfFile } from '../../main/infrastructure/speech/sound/sound-of-file.ts';
import { BUILT_IN } from '../../main/infrastructure/speech/speech.ts';
import type { SpokenTurn } from '../../shared/model/note/draft.ts';
import { engineToMeasure } from './lib/engine-to-measure.ts';
import { isHere, spoken } from './lib/spoken.ts';

const show = process.argv.includes('--show');

const ELSEWHERE: Readonly<Record<string, string>> = {
  hi: 'मुझे कल रात से तेज़ बुखार है और सिर में दर्द हो रहा है। खाना खाने के बाद उल्टी होती है। शुगर की दवा चल रही है। आपको पाँच दिन बाद दिखाना है।',
  mr: 'मला काल रात्रीपासून ताप आहे आणि डोके दुखत आहे. जेवल्यानंतर उलटी होते. साखरेचे औषध चालू आहे. पाच दिवसांनी परत या.',
  bn: 'কাল রাত থেকে আমার জ্বর আর মাথা ব্যথা। খাওয়ার পরে বমি হয়। ডায়াবেটিসের ওষুধ চলছে। পাঁচ দিন পরে আবার আসবেন।',
  ta: 'நேற்று இரவு முதல் எனக்கு காய்ச்சல் மற்றும் தலைவலி உள்ளது. சாப்பிட்ட பிறகு வாந்தி வருகிறது. ஐந்து நாட்கள் கழித்து மீண்டும் வாருங்கள்.',
  te: 'నిన్న రాత్రి నుండి నాకు జ్వరం మరియు తలనొప్పి ఉంది. తిన్న తర్వాత వాంతి అవుతుంది. ఐదు రోజుల తర్వాత మళ్ళీ రండి.',
  kn: 'ನಿನ್ನೆ ರಾತ್ರಿಯಿಂದ ನನಗೆ ಜ್ವರ ಮತ್ತು ತಲೆನೋವು ಇದೆ. ಊಟದ ನಂತರ ವಾಂತಿ ಆಗುತ್ತದೆ. ಐದು ದಿನಗಳ ನಂತರ ಮತ್ತೆ ಬನ್ನಿ.',
  ml: 'ഇന്നലെ രാത്രി മുതൽ എനിക്ക് പനിയും തലവേദനയും ഉണ്ട്. ഭക്ഷണം കഴിച്ചാൽ ഛർദ്ദി വരും. അഞ്ചു ദിവസം കഴിഞ്ഞ് വീണ്ടും വരണം.',
  gu: 'ગઈકાલ રાતથી મને તાવ અને માથાનો દુખાવો છે. જમ્યા પછી ઉલટી થાય છે. પાંચ દિવસ પછી ફરી આવજો.',
  de: 'Seit gestern Abend habe ich hohes Fieber und Kopfschmerzen. Nach dem Essen muss ich mich übergeben. Das Mittel gegen den Zucker nehme ich weiter. Bitte kommen Sie in fünf Tagen wieder.',
  fr: 'Depuis hier soir, j’ai une forte fièvre et mal à la tête. Je vomis après les repas. Je continue le traitement du diabète. Revenez dans cinq jours, s’il vous plaît.',
  es: 'Desde anoche tengo mucha fiebre y dolor de cabeza. Vomito después de comer. Sigo con la medicina del azúcar. Vuelva dentro de cinco días, por favor.',
  pt: 'Desde ontem à noite tenho febre alta e dor de cabeça. Vomito depois de comer. Continuo com o remédio da diabetes. Volte daqui a cinco dias.',
  it: 'Da ieri sera ho la febbre alta e mal di testa. Vomito dopo i pasti. Continuo la medicina per il diabete. Torni fra cinque giorni.',
  nl: 'Sinds gisteravond heb ik hoge koorts en hoofdpijn. Na het eten moet ik overgeven. Het middel tegen suiker neem ik nog. Kom over vijf dagen terug.',
  ar: 'عندي حمى شديدة وصداع منذ ليلة أمس. أتقيأ بعد الأكل. ما زلت آخذ دواء السكري. عد بعد خمسة أيام.',
  ru: 'Со вчерашнего вечера у меня высокая температура и болит голова. После еды тошнит. Лекарство от диабета я принимаю. Приходите через пять дней.',
};
const ENGLISH = [
  'Since last night I have had a high fever and a headache. I vomit after meals. I still take the tablets for my sugar. Are you drinking enough water? Yes, about two litres a day. Please come back in five days.',
  'She fell on the stairs this morning and her left wrist is swollen. She can move her fingers. There is no wound and no numbness. We will take an x ray, and I will give you something for the pain.',
  'The cough began ten days ago. At first it was dry, and now there is yellow phlegm. He smokes twenty cigarettes a day. His chest is clear on the right, with crackles at the left base. I suggest an antibiotic for five days.',
];
const VOICES = ['en-us', 'en-gb', 'en-gb-x-rp', 'en-us+f2', 'en-gb+f4', 'en-029+m3'];
/** Loudness of the noise; the speech has about 0.1. */
const ROOMS = { quiet: undefined, 'some noise': 0.015, loud: 0.04 };

type Counted = { sentences: number; drafted: number; visits: number; whole: number };

if (!isHere('espeak-ng') || !isHere('sox')) {
  console.log('espeak-ng or sox is not here; nothing was measured.');
  process.exit(0);
}
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-understood-'));
const engine = await engineToMeasure();
try {
  const elsewhere = Object.entries(ELSEWHERE).flatMap(([language, words]) =>
    ['+m2', '+f4'].map((kind) => ({ voice: `${language}${kind}`, words })),
  );
  await measured('other languages', elsewhere);
  const english = VOICES.flatMap((voice) => ENGLISH.map((words) => ({ voice, words })));
  for (const [room, noise] of Object.entries(ROOMS))
    await measured(
      `English, ${room}`,
      english.map((one) => ({ ...one, noise })),
    );
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}

type Said = { readonly voice: string; readonly words: string; readonly noise?: number | undefined };

async function measured(name: string, all: readonly Said[]) {
  const counted: Counted = { sentences: 0, drafted: 0, visits: 0, whole: 0 };
  for (const [at, said] of all.entries()) {
    const file = spoken({ folder, name: `${at}`, speaker: 'espeak-ng', ...said });
    const turns: SpokenTurn[] = [];
    for await (const stretch of engine.transcribe(soundOfFile(file))) turns.push(stretch);
    if (turns.length === 0) continue;
    const { places, isWhole } = notUnderstood(turns, BUILT_IN);
    const count = turns.reduce(
      (sum, { text }) => sum + text.split(/[.?!](?:\s|$)/).filter(Boolean).length,
      0,
    );
    counted.visits += 1;
    counted.whole += isWhole ? 1 : 0;
    counted.sentences += count;
    counted.drafted += isWhole ? 0 : Math.max(0, count - places.length);
    if (show) {
      console.log(`${name} ${said.voice}${isWhole ? ' (whole)' : ''}`);
      for (const { text } of turns) console.log(`    heard: ${text}`);
      for (const { turn, start, end } of places)
        console.log(`    left out: ${turns[turn]?.text.slice(start, end)}`);
    }
  }
  const share = ((100 * counted.drafted) / counted.sentences).toFixed(1);
  console.log(
    `${name.padEnd(20)} sentences heard ${counted.sentences}, left to the draft ${counted.drafted} (${share} %); visits with words ${counted.visits} of ${all.length}, without a draft ${counted.whole}`,
  );
}
