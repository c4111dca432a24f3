/** Words of a question beside what is asked for: how it leads in, how sure it is, how long, how much. */

/** Words that lead in a complaint or a known disease and say nothing of it. */
export const LEAD_IN =
  /(?<![\p{L}])(?:k\/?c\/?o|known case of|known to have|c\/o|co\b(?=\s)|complain(?:s|ing|ts?)? of|presents? with|presented with|presenting with|came with|suffers? from|suffering from|diagnosed (?:with|as|to have)|diagnosis of|dx of|dx|patient has|pt has|he has|she has|i have|has been having|i am having|having|feels like|imp|impression|a\/w|associated with)(?![\p{L}])\s*[:-]?/giu;
export const DOUBT =
  /(?<![\p{L}])(?:s\/o|r\/o|s\/p|status post|\?|suggestive of|rule out|ruled out|suspected|suspect|query|probable|probably|possible|possibly|likely|unlikely|differential|d\/d|h\/o|p\/h\/o|ph\/o|f\/h\/o|fh\/o|history of|past history|family history|risk of|fear of|screening for|vaccination|no|not|nil|never|denies|denied|deny|without|negative for|absence of|no evidence of|free of|resolved|excluded)(?![\p{L}])|[\s(][-\u2013]\s*\)?\s*$|-ve(?![\p{L}])/iu;
export const DOUBT_MARKS =
  /(?<![\p{L}])(?:s\/o|r\/o|h\/o|s\/p|d\/d|\?+|suggestive of|to rule out|rule out|suspected|suspect|probable|probably|possible|possibly)(?![\p{L}])|\?/giu;
export const SPAN =
  /(?<![\p{L}\d])(?:(?:since|for|from|x|over|past|last|the)\s*)*(?:\d+|one|two|three|four|five|six|few|several|many)\s*(?:-|to)?\s*\d*\s*(?:days?|weeks?|wks?|months?|mths?|years?|yrs?|hours?|hrs?|minutes?|d|w|m|y)(?:\s*(?:ago|back|duration|old))?(?![\p{L}\d])/giu;
/** Stage of a cancer: no code of ICD-10-CM says it. */
export const STAGE =
  /(?<![\p{L}\d])(?:(?:figo\s*)?stage\s*(?:[0-4]|i{1,3}|iv)[abc]?\d?|(?:i{1,3}|iv)[abc]\d?|[cp]?t[0-4x][a-d]?(?:\s*n[0-3x][a-c]?(?:\s*m[01x])?)?)(?![\p{L}\d])/giu;
export const CANCER =
  /(?<![\p{L}])(?:ca|cancer|carcinoma|malignan\p{L}*|tumou?r|lymphoma|[rthsb]cc|nsclc|sclc)(?![\p{L}])/iu;
/** "G2P1L1A0": pregnancies and births, and no part of the spine. */
export const GRAVIDA =
  /(?<![\p{L}\d])g\s?\d{1,2}\s?p\s?\d{1,2}(?:\s?\+\s?\d)?(?:\s?[lad]\s?\d{1,2})*(?![\p{L}\d])/giu;
/** "DM ē HTN", "c̄": with. */
export const WITH_SIGN = /(?<![\p{L}\p{M}])(?:ē|c̄)(?![\p{L}\p{M}])/giu;
/** "# NOF", "#shaft femur", "# 5th MT". */
export const FRACTURE_SIGN = /#\s*(?=\p{L}|\d(?:st|nd|rd|th)\b)/gu;
/** There the weeks are the diagnosis. */
export const PREGNANT = /pregnan|gestation|gravid|\bweeks? of\b/i;
export const BY_THE_WAY =
  /(?<![\p{L}])(?:on and off|off and on|on\/off|since (?:morning|yesterday|last night|long|childhood|birth)|for (?:some|long) time|now and then|sometimes|always|very|bad|terrible|really|a lot of|lot of|lots of|a bit of|some|kind of|on (?:regular )?(?:treatment|medications?|meds|rx|tablets|drugs)|on (?:niv|bipap|cpap|o2|vent(?:ilator)?|oads?|ohas?|insulin|att|haart|dmards?|mtx|aeds?|lev|inhalers?|chemo(?:therapy)?|thyroxine|warfarin|doacs?|steroids?|imatinib)|under treatment|newly (?:dx|diagnosed|detected|dxd))(?![\p{L}])/giu;

/**
 * Words of degree and frequency: many codes do not say them. The reason names the words left aside,
 * and where a code near by says them, nothing is promised.
 */
export const DEGREE =
  /(?<![\p{L}])(?:very severe|severe|mild|moderate|moderately|mildly|severely|slight|profound|massive|intermittent|persistent|recurrent|frequent|occasional)(?![\p{L}])/giu;

/** "Rt", a side; behind "on" or "chemo", and before what comes of it, it is radiotherapy. */
export const RT = String.raw`(?<!(?:on|post|under|adj\p{L}*|palliative|chemo|ct|mrm|completed|received)\s*[+&]?\s*)rt(?!\s*(?:done|completed|planned|ongoing|given|induced|proctitis|mucositis|cystitis|pneumonitis|\d+\s*(?:gy|#)))`;
