/** Every operator with a planted bug, by file. */
import { crashesBetweenWrites } from './crashes-between-writes.ts'
import { externalResources } from './external-resources.ts'
import { forgottenDeclarations } from './forgotten-declarations.ts'
import { lostAnswers } from './lost-answers.ts'
import { needlessWrites } from './needless-writes.ts'
import { outages } from './outages.ts'
import { passingTime } from './passing-time.ts'
import type { PlantedBug } from './planted-bug.ts'
import { removals } from './removals.ts'
import { severalClusters } from './several-clusters.ts'
import { sharedObjects } from './shared-objects.ts'
import { sharedWork } from './shared-work.ts'
import { shares } from './shares.ts'
import { staleCaches } from './stale-caches.ts'
import { statuses } from './statuses.ts'
import { swallowedErrors } from './swallowed-errors.ts'
import { takeovers } from './takeovers.ts'
import { unwatchedThings } from './unwatched-things.ts'
import { wrongOwners } from './wrong-owners.ts'

export const corpusByFile: Readonly<Record<string, readonly PlantedBug[]>> = {
  'crashes-between-writes.ts': crashesBetweenWrites,
  'lost-answers.ts': lostAnswers,
  'swallowed-errors.ts': swallowedErrors,
  'stale-caches.ts': staleCaches,
  'forgotten-declarations.ts': forgottenDeclarations,
  'needless-writes.ts': needlessWrites,
  'unwatched-things.ts': unwatchedThings,
  'external-resources.ts': externalResources,
  'removals.ts': removals,
  'statuses.ts': statuses,
  'takeovers.ts': takeovers,
  'wrong-owners.ts': wrongOwners,
  'shared-objects.ts': sharedObjects,
  'shared-work.ts': sharedWork,
  'shares.ts': shares,
  'outages.ts': outages,
  'passing-time.ts': passingTime,
  'several-clusters.ts': severalClusters,
}

export const corpus: readonly PlantedBug[] = Object.values(corpusByFile).flat()
