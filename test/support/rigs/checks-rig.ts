/** The checks as the app wires them, with the starter tables as the only lists. */
import { checkDeps } from '../../../main/app/check-deps.ts';
import { createExtraction } from '../../../main/features/coding/extraction/extraction.ts';
import { createDrugWords } from '../../../main/features/coding/extraction/medicines/drug-words.ts';
import { createChecks } from '../../../main/features/notes/checks/checks.ts';
import { createTerminology } from '../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../terminology/placed-lists.ts';

export function checksRig() {
  const terminology = createTerminology({ folder: folderWithLists() });
  const isDrug = createDrugWords(terminology);
  const extraction = createExtraction({ terminology });
  const deps = checkDeps(extraction, isDrug);
  return { checks: createChecks(deps), isDrug, deps };
}
