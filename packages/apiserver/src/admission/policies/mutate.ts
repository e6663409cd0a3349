/** Applies one mutation of a policy. */
import type { JsonObject, JsonValue } from '@kubewright/core/json'
import { formatApiVersion } from '@kubewright/core/object'
import { ListValue, StructValue, type Value } from '@kubewright/cel'
import { DecodeFailure } from '../../codec/decode-failure.ts'
import { PatchFailure } from '../../json-patch/patch-failure.ts'
import type { ServedKind } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import { internal } from '../../status/failures.ts'
import type { Attributes } from '../../kinds/admission.ts'
import type { Activation } from '../expressions/activation.ts'
import { Evaluation, OutOfBudget, policyBudget } from '../expressions/evaluate.ts'
import type { PolicyDependencies } from '../matching/dependencies.ts'
import { decodeChanged, spokenKind } from '../matching/versioned.ts'
import { applyPatch, type PatchOperation } from '../patching/json-patch.ts'
import { applyConfiguration } from './apply-configuration.ts'
import { readMade } from './made-objects.ts'
import type { Mutation } from './mutating-policy.ts'
import { MutationProblem } from './mutation-problem.ts'

export interface Mutating {
  readonly attributes: Attributes
  readonly version: ServedKind
  /** The object in `version`. */
  readonly object: Draft
  readonly dependencies: PolicyDependencies
}

/**
 * Returns the mutated object, in the same version.
 *
 * Failure: throws `MutationProblem`, or a Status where the failure policy does not apply.
 */
export async function mutate(mutation: Mutation, activation: Activation, mutating: Mutating): Promise<Draft> {
  const value = evaluate(mutation, activation)
  const changed = mutation.type === 'JSONPatch' ? patch(value, mutating.object) : await configure(value, mutating)
  const { object, strictErrors } = await decode(mutating, changed)
  if (mutation.type === 'JSONPatch' && strictErrors.length > 0 && !mutating.version.isCustom) {
    throw internal(`strict decoding error: ${strictErrors.join(', ')}`)
  }
  checkVersion(mutating)
  return object
}

function evaluate({ expression }: Mutation, activation: Activation): Value {
  if (expression.problem !== undefined) throw new MutationProblem(expression.problem)
  try {
    const outcome = new Evaluation(activation, policyBudget).run(expression)
    if ('error' in outcome) throw new MutationProblem(outcome.error)
    return outcome.value
  } catch (error) {
    throw error instanceof OutOfBudget ? new MutationProblem(error.message) : error
  }
}

function patch(value: Value, object: Draft): JsonValue {
  const operations = value instanceof ListValue ? [...value].map(operationOf) : []
  try {
    return applyPatch(object as unknown as JsonObject, operations)
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error
    // A failed test operation means that there is nothing to do.
    if (error.isTest) return object as unknown as JsonValue
    throw new MutationProblem(`JSON Patch: ${error.message}`)
  }
}

function operationOf(value: Value): PatchOperation {
  if (!(value instanceof StructValue))
    throw new MutationProblem('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch')
  const text = (field: string) => (value.fields.get(field) as string | undefined) ?? ''
  const made = value.fields.get('value')
  return {
    op: text('op'),
    path: text('path'),
    ...(text('from') === '' ? {} : { from: text('from') }),
    ...(made === undefined ? {} : { value: readMade(made) }),
  }
}

async function configure(value: Value, { attributes, version, object, dependencies }: Mutating): Promise<unknown> {
  const made = readMade(value) as JsonObject
  const spoken = spokenKind(version, attributes.subresource)
  if (spoken.kind !== version.kind) {
    const why = `no corresponding type for ${formatApiVersion(spoken)}, Kind=${spoken.kind}`
    throw new MutationProblem(`error applying patch: failed to convert patch object to typed object: ${why}`)
  }
  await dependencies.shapes.load(version)
  return applyConfiguration(object, made, dependencies.shapes.of(version))
}

async function decode({ attributes, version }: Mutating, changed: unknown) {
  try {
    return await decodeChanged(attributes, version, changed)
  } catch (error) {
    throw error instanceof DecodeFailure ? internal(error.why) : error
  }
}

/** The server cannot convert back from another version of a built-in kind, and fails only after the evaluation. */
function checkVersion({ attributes: { kind }, version }: Mutating): void {
  if (version === kind || kind.isCustom) return
  const name = (one: ServedKind) => `${one.version}.${one.kind}`
  throw new MutationProblem(`converting (${name(version)}) to (${name(kind)}): unknown conversion`)
}
