/** Every operator with a planted bug, by file. */
import { crashesBetweenWrites } from './crashes-between-writes.ts'
import { forgottenDeclarations } from './forgotten-declarations.ts'
import { lostAnswers } from './lost-answers.ts'
import { outages } from './outages.ts'
import { otherPeoplesObjects } from './other-peoples-objects.ts'
import { passingTime } from './passing-time.ts'
import type { PlantedBug } from './planted-bug.ts'
import { removals } from './removals.ts'
import { restlessOperators } from './restless-operators.ts'
import { sharedWork } from './shared-work.ts'
import { severalClusters } from './several-clusters.ts'
import { shares } from './shares.ts'
import { statuses } from './statuses.ts'
import { swallowedErrors } from './swallowed-errors.ts'
import { takeovers } from './takeovers.ts'
import { thingsOutside } from './things-outside.ts'
import { unwatchedThings } from './unwatched-things.ts'
import { viewsBehind } from './views-behind.ts'
import { wrongOwners } from './wrong-owners.ts'

export const corpusByFile: Readonly<Record<string, readonly PlantedBug[]>> = {
  'crashes-between-writes.ts': crashesBetweenWrites,
  'lost-answers.ts': lostAnswers,
  'swallowed-errors.ts': swallowedErrors,
  'views-behind.ts': viewsBehind,
  'forgotten-declarations.ts': forgottenDeclarations,
  'restless-operators.ts': restlessOperators,
  'unwatched-things.ts': unwatchedThings,
  'things-outside.ts': thingsOutside,
  'removals.ts': removals,
  'statuses.ts': statuses,
  'takeovers.ts': takeovers,
  'wrong-owners.ts': wrongOwners,
  'other-peoples-objects.ts': otherPeoplesObjects,
  'shared-work.ts': sharedWork,
  'shares.ts': shares,
  'outages.ts': outages,
  'passing-time.ts': passingTime,
  'several-clusters.ts': severalClusters,
}

export const corpus: readonly PlantedBug[] = Object.values(corpusByFile).flat()
