/** Validates the replica counts behind `scale`. */
import type { Draft } from '../../object/draft.ts'
import type { Problems } from '../../validation/problems.ts'
import { invalid } from '../../status/field-error.ts'
import type { ScalePaths } from '../definition/definition.ts'
import { readNumber, readText } from './go-accessor.ts'

const most = 2 ** 31 - 1

export function* scaleSpecProblems(object: Draft, scale: ScalePaths | undefined): Problems {
  if (scale !== undefined) yield* countProblems(object, scale.specReplicasPath!)
}

export function* scaleStatusProblems(object: Draft, scale: ScalePaths | undefined): Problems {
  if (scale === undefined) return
  yield* countProblems(object, scale.statusReplicasPath!)
  const { labelSelectorPath: path } = scale
  const selector = path === undefined ? undefined : readText(object, path)
  if (selector !== undefined && 'problem' in selector) yield invalid(path!, '', selector.problem)
}

function* countProblems(object: Draft, path: string): Problems {
  const found = readNumber(object, path)
  if ('problem' in found) return yield invalid(path, 0, found.problem)
  const { value = 0 } = found
  if (value < 0) yield invalid(path, value, 'should be a non-negative integer')
  else if (value > most) yield invalid(path, value, `should be less than or equal to ${most}`)
}
