/** Where a finding behind a comma begins a clause of its own: "No fever, cough started yesterday". */

/** Right before the finding: a comma, and at most what describes it. A list with "or" goes on. */
const BEHIND_COMMA = /,\s*(?:(?!(?:or|nor|and|no|any|denies|without)\s)[\p{L}'’-]+\s+){0,3}$/u;
/**
 * Verbs of what a finding does, and words of how bad or how often it is. "Noted", "seen", "heard",
 * "reported" and "present" are none of them: they end a list that is denied as well.
 */
const DOES = [
  '(?:also |still |now |only |then |again |just |mostly )?(?:start(?:s|ed)|beg[ai]ns?|began|continue[sd]|persist(?:s|ed)|c[ao]mes?|goes|went|gets|got|keeps|kept|worsen(?:s|ed)|increase[sd]|remain(?:s|ed)|recur(?:s|red)|return(?:s|ed)|spreads|radiates|lasts|wakes|bothers|troubles|disturbs|follow(?:s|ed))(?! (?:absent|negative|away|off|better))',
  '(?:has|have) (?:now |also |since |just )?(?:come|started|begun|continued|persisted|worsened|increased|got|gotten|become|returned|recurred|spread|lasted)(?! (?:absent|negative|away|off|better))',
  '(?:is|are) (?:now |also |still )?(?:still|worse|worsening|getting|going|increasing|constant|severe|bad|dry|productive|continuous|on and off|there)',
  '(?:mild|moderate|severe|worse|twice|thrice|again|nightly)(?=\\s*(?:[.,;)]|$))',
  '(?:\\p{L}+ ){0,3}?(?:shuru|ho rah[aie]|aa rah[aie]|(?:hot|rahat|aat)[aie])(?! nah)',
];
const VERB = new RegExp(`^\\s+(?:${DOES.join('|').replaceAll(' ', '\\s+')})(?![\\p{L}])`, 'u');

/** "Did not show compression, and her sciatica is down to a root": a subject of its own. */
const OWN_SUBJECT = /(?:,|(?<!\p{L})and)\s+(?:his|her|my|your|their)\s+(?:[\p{L}'’-]+\s+){0,2}$/u;
const SAYS_OF_IT =
  /^\s+(?:is|are|was|were|has|have|gets?|got|keeps?)(?!n['’]t|\s+(?:(?:now|also|all|been)\s+)*(?:not|no|never|absent|negative|gone|resolved|settled|denied)(?!\p{L}))(?!\p{L})/u;

/**
 * `before`: the words between a denial and the finding; `behind`: those behind the finding. Both in
 * lower case.
 */
export const beginsOwnClause = (before: string, behind: string): boolean =>
  (BEHIND_COMMA.test(before) && VERB.test(behind)) ||
  (OWN_SUBJECT.test(before) && SAYS_OF_IT.test(behind));
