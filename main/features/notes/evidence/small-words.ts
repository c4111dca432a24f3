/** Words that bear nothing out when both sides have them: small words of English, and how notes put things. */
const setOf = (words: string) => new Set(words.split(/\s+/));

/** Count for nothing; as they stand in a text, in lower case. */
export const EMPTY_WORDS: ReadonlySet<string> = setOf(
  `a an the and or but nor so if then than that this these those there here it its he him his she her hers they them their we us our i me my mine you your yours who whom whose which what
  in on at to for of by from with without within into onto out up down off over under about above below between through during before after since until till while as per via
  is are was were be been being am do does did done doing have has had having will would shall should can could may might must ought
  no not none nor never nil nope nah yes yeah yep okay ok oh um uh hmm mm mhm right alright sure well just like really very quite also too only even still again already now today currently recently
  any some all both each every either neither other another such same more most less least much many few several one s t d m re ve ll
  patient pt patients mr mrs ms miss dr doctor clinician male female gentleman lady man woman boy girl old aged age
  reports reported report reporting denies denied deny denying states stated complains complained complaint complaints presents presented presenting presentation endorses endorsed endorse describes described
  notes noted mentions mentioned history hx h known associated significant regarding including includes given due secondary related likely possible
  consistent today's recommended recommend recommends advised advise discussed plan continue continued will etc e g c o hpc pmh pmhx dh sh fh imp impression nil ve`,
);

/** Said in every visit, and so count for little. */
export const COMMON_WORDS: ReadonlySet<string> = setOf(
  `day days week weeks month months year years time times morning evening night yesterday ago last next first start started begin began stop stopped come came go goes going gone went get gets got getting
  take takes taken taking took make made see seen feel feels felt feeling think thing things know say said tell look looking bit little lot kind sort good bad better worse new normal any anything something nothing
  problem problems issue issues symptom symptoms sign signs condition review follow followup exam examination test tests result results medication medications medicine medicines treatment
  use used using need needs want help keep continue check checked visit need back day's currently approximately about around`,
);
