/** Words of plain English that no release has: they are no slips of names of diseases, and say little to be looked for. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `about above across again ago almost already also although always any anything are around away because become been before began begin being better big bit both bring brought but came
  can cannot cant come coming could couldnt did didnt does doesnt doing done dont down during each early eat eating even ever every everything feel feels felt few first five four from gave get
  gets getting give given go goes going gone good got great had hadnt hard hasnt have having hear help hold holding how into just keep keeps kept knew know large last lately later least left
  let like little long look looking lost lot made make makes making many may maybe might more morning most mostly much must myself near need needs never next nearly night nothing now off often
  once only onto other our over past put puts quite rather ran really rolled run said same say says see seem seems seen sent several she should show since sit sitting six small someone
  something sometimes soon stand standing start started still stop stopped such suddenly sure take taken takes taking tell ten than thank them then there these thing things think thinking this
  those though thought threw through time times today told tomorrow too took toward tried try trying turn turned twice twisting two under until upon upto used using usually very wake wakes
  walk want wants was wasnt watch watering way week weeks well went were what when where whether which while who whole why will with within wont work working worse would year years yes
  yesterday yet you your breaking holding lifting pulling pushing walking climbing bending
  hai hain nahi nahin mein aur raha rahi rahe hota hoti hona aana aati aata gaya gayi bahut thoda zyada jyada`.split(
    /\s+/,
  ),
);
