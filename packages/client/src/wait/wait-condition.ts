/** Conditions to wait for. Pure: each evaluates one object. */
import type { Condition, KubeObject } from '@kubewright/core'
import { isJsonObject } from '@kubewright/core/json'
import type { ConditionStatus } from '@kubewright/core/object'

/** A condition for `client.waitFor`, evaluated on each observed state of the object. */
export interface WaitCondition<Item extends KubeObject = KubeObject> {
  /** Completes the sentence "wait until it …": `is available`. */
  readonly goal: string
  isMet(object: Item): boolean
  /** The progress of the object, for the timeout message. */
  describe?(object: Item): string
  /** Why the object can never meet the condition, if that is certain. */
  hopeless?(object: Item): string | undefined
}

/**
 * A status condition of the object, evaluated for its current generation only.
 *
 * @example
 * ```ts
 * conditionIs('Ready').goal // => 'has the condition Ready=True'
 * ```
 */
export function conditionIs(type: string, status: ConditionStatus = 'True'): WaitCondition {
  return {
    goal: `has the condition ${type}=${status}`,
    isMet: (object) => isUpToDate(object) && currentCondition(object, type)?.status === status,
    describe: (object) => describeCondition(object, type),
  }
}

/** A CustomResourceDefinition that is served. */
export const established: WaitCondition = { ...conditionIs('Established'), goal: 'is established' }

/** A Deployment, APIService or any other object with the condition `Available`. */
export const available: WaitCondition = { ...conditionIs('Available'), goal: 'is available' }

/** A Pod, Node or custom object with the condition `Ready`. */
export const ready: WaitCondition = { ...conditionIs('Ready'), goal: 'is ready' }

/** A Job that has completed. A failed one never will. */
export const complete: WaitCondition = {
  ...conditionIs('Complete'),
  goal: 'is complete',
  hopeless: (object) =>
    currentCondition(object, 'Failed')?.status === 'True' ? describeCondition(object, 'Failed') : undefined,
}

/** The object is gone, or another one has taken its name. Not a condition of an object, but of its absence. */
export const deleted: unique symbol = Symbol('deleted')

/** A controller that has not observed the latest generation cannot evaluate it. */
function isUpToDate(object: KubeObject): boolean {
  const { observedGeneration } = statusOf(object)
  return isCurrent(object, observedGeneration)
}

function isCurrent({ metadata }: KubeObject, observedGeneration: unknown): boolean {
  return typeof observedGeneration !== 'number' || observedGeneration >= (metadata.generation ?? 0)
}

function currentCondition(object: KubeObject, type: string): Condition | undefined {
  const condition = conditionsOf(object).find((candidate) => candidate.type === type)
  return condition && isCurrent(object, condition.observedGeneration) ? condition : undefined
}

function describeCondition(object: KubeObject, type: string): string {
  const condition = conditionsOf(object).find((candidate) => candidate.type === type)
  if (condition === undefined) return `it has no condition ${type}`
  const { status, reason, message } = condition
  const words = [reason, message].filter((part) => part !== undefined && part !== '').join(': ')
  const isStale = !isUpToDate(object) || !isCurrent(object, condition.observedGeneration)
  return `${type}=${status}${words === '' ? '' : ` (${words})`}${isStale ? ', for an older generation' : ''}`
}

function conditionsOf(object: KubeObject): readonly Condition[] {
  const { conditions } = statusOf(object)
  return Array.isArray(conditions) ? conditions : []
}

/** Objects of any kind, so their shape is checked, not trusted. */
function statusOf(object: KubeObject): Readonly<Record<string, unknown>> {
  const status: unknown = 'status' in object ? object.status : undefined
  return isJsonObject(status) ? status : {}
}
