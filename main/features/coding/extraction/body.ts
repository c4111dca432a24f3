/** A pain is the pain of something: widens a bare finding by the part of the body that its words name, so that it is coded for that or not at all. */

const HEADS =
  /^(?:swell(?:ing|en)?|pains?|painful|aches?|aching|lumps?|mass|discharge|bleeding|bleed|weakness|numbness|tingling|ulcers?|ulceration|infections?|cramps?|stiffness|rash(?:es)?|itching|itchy|burning(?:[ \t]+(?:sensation|feeling))?|tenderness|spasms?|cancer|carcinoma|tumou?rs?|cysts?|abscess|o?edema|effusion|sprain|burns?|blisters?|fracture|deformity|scar|hematoma|contusion|arthritis|redness|stones?)$/i;
const PARTS =
  'face|facial|head|scalp|forehead|eyes?|eyelids?|ears?|nose|nasal|lips?|tongue|gums?|tooth|teeth|jaw|throat|neck|shoulders?|arms?|forearms?|elbows?|wrists?|hands?|palms?|fingers?|thumbs?|nails?|chest|breasts?|nipples?|ribs?|back|spine|spinal|flanks?|loins?|abdomen|abdominal|abdo|belly|tummy|stomach|epigastri\\p{L}*|groins?|inguinal|genital\\p{L}*|penis|penile|vagina\\p{L}*|vulva\\p{L}*|scrot\\p{L}*|testic\\p{L}*|testis|anus|anal|rectum|rectal|buttocks?|hips?|thighs?|legs?|knees?|calf|calves|shins?|ankles?|foot|feet|heels?|toes?|soles?|joints?|muscles?|limbs?|extremit(?:y|ies)|skin|bones?|heart|lungs?|liver|kidneys?|bladder|urethra\\p{L}*|uterus|uterine|cervix|cervical|ovary|ovarian|prostate|colon|bowel|thyroid|lumbar|thoracic|sacral|pelvi[cs]|periorbital|orbital|body';
const SIDE =
  'left|right|both|bilateral|upper|lower|rt|lt|b\\/l|inner|outer|front|posterior|anterior|big|great|little|ring|middle|index';
const before = new RegExp(
  `(?<![\\p{L}])(?:(?:${SIDE})\\s+){0,2}(?:${PARTS})[ \\t-]+(?:(?:${PARTS})[ \\t]+)?$`,
  'iu',
);
const behind = new RegExp(
  `^[ \\t]+(?:(?:in|of|over|around|at|on|along|to)\\s+)?(?:(?:the|his|her|my|your|their|one|a)\\s+)?(?:(?:${SIDE})\\s+){0,2}(?:(?:side|part|aspect|region|area)\\s+of\\s+(?:the|his|her|my)?\\s*)?(?:${PARTS})(?:\\s+(?:${PARTS}|joint|region|area))?(?![\\p{L}])`,
  'iu',
);

/** Undefined: it is no such finding, or no part is named beside it. */
export function widened(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  if (!HEADS.test(text.slice(start, end))) return undefined;
  const ahead = before.exec(text.slice(Math.max(0, start - 40), start))?.[0].length ?? 0;
  const after = behind.exec(text.slice(end, end + 60))?.[0].length ?? 0;
  return ahead + after === 0 ? undefined : { start: start - ahead, end: end + after };
}
