/** Every operator with a mistake. */
import { crashesBetweenWrites } from './crashes-between-writes.ts'
import { forgottenDeclarations } from './forgotten-declarations.ts'
import { lostAnswers } from './lost-answers.ts'
import type { PlantedBug } from './planted-bug.ts'
import { restlessOperators } from './restless-operators.ts'
import { swallowedErrors } from './swallowed-errors.ts'
import { takeovers } from './takeovers.ts'
import { thingsOutside } from './things-outside.ts'
import { unwatchedThings } from './unwatched-things.ts'
import { viewsBehind } from './views-behind.ts'
import { wrongOwners } from './wrong-owners.ts'

export const corpus: readonly PlantedBug[] = [
  ...crashesBetweenWrites,
  ...lostAnswers,
  ...swallowedErrors,
  ...viewsBehind,
  ...forgottenDeclarations,
  ...restlessOperators,
  ...unwatchedThings,
  ...thingsOutside,
  ...takeovers,
  ...wrongOwners,
]
