/** Merges the apply configuration of a policy into an object, without recording field ownership. */
import type { JsonObject } from '@kubewright/core/json'
import { assertFits, ShapeMismatch } from '../../managed-fields/fit.ts'
import { mergeValues } from '../../managed-fields/merge.ts'
import type { Shape } from '../../kinds/shape.ts'
import type { Draft } from '../../object/draft.ts'
import { atomicFields } from './atomic-fields.ts'
import { MutationProblem } from './mutation-problem.ts'

/** Failure: throws `MutationProblem` if the configuration does not fit the kind. */
export function applyConfiguration(object: Draft, configuration: JsonObject, shape: Shape): unknown {
  const { kind, apiVersion } = object
  const patch = { ...configuration, kind, apiVersion }
  checkFit(patch, shape)
  const atomic = atomicFields(patch, shape)
  if (atomic.length > 0) {
    throw problem(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`)
  }
  return mergeValues(object, patch, shape)
}

function checkFit(patch: object, shape: Shape): void {
  try {
    assertFits(patch, shape)
  } catch (error) {
    if (!(error instanceof ShapeMismatch)) throw error
    throw problem(`failed to convert patch object to typed object: ${error.message}`)
  }
}

function problem(why: string): MutationProblem {
  return new MutationProblem(`error applying patch: ${why}`)
}
