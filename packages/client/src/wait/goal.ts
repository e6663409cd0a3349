/** Evaluates observed objects against the goal of a wait. Pure, except that it remembers the uid of the object. */
import type { KubeObject } from '@kubewright/core'
import { clientErrors } from '../errors.ts'
import { describeValue } from '../verb/check-options.ts'
import type { WaitCondition } from './wait-condition.ts'

export interface Goal<Item extends KubeObject, Result> {
  /** Completes the sentence "wait until it …". */
  readonly words: string
  /** `undefined` if the object does not exist. */
  judge(object: Item | undefined): Verdict<Result>
}

export type Verdict<Result> = { readonly result: Result } | { readonly seen: string; readonly isHopeless?: boolean }

/** A condition, or a predicate of the object. */
export type Wanted<Item extends KubeObject> = WaitCondition<Item> | ((object: Item) => boolean)

/** Failure: `KW_CLIENT_OPTION` if it is not a condition. */
export function conditionGoal<Item extends KubeObject>(wanted: Wanted<Item>): Goal<Item, Item> {
  const condition: WaitCondition<Item> =
    typeof wanted === 'function' ? { goal: 'meets the condition', isMet: wanted } : wanted
  assertCondition(condition)
  return {
    words: condition.goal,
    judge(object) {
      if (object === undefined) return { seen: 'it does not exist' }
      if (condition.isMet(object)) return { result: object }
      const reason = condition.hopeless?.(object)
      if (reason !== undefined) return { seen: reason, isHopeless: true }
      return { seen: condition.describe?.(object) ?? describeVersion(object) }
    },
  }
}

function assertCondition(condition: Partial<WaitCondition> | undefined): void {
  if (typeof condition?.isMet === 'function') return
  throw clientErrors('KW_CLIENT_OPTION', {
    what: 'wait for an object',
    why: `${describeValue(condition)} is not a condition`,
    next: 'Pass one such as ready, complete, deleted or conditionIs(…), or a function of the object.',
  })
}

export function deletionGoal<Item extends KubeObject>(): Goal<Item, undefined> {
  let uid: string | undefined
  return {
    words: 'is gone',
    judge(object) {
      if (object === undefined) return { result: undefined }
      uid ??= object.metadata.uid
      // Another object has its name: the original is gone.
      return uid === object.metadata.uid ? { seen: describeDeletion(object) } : { result: undefined }
    },
  }
}

function describeVersion({ metadata }: KubeObject): string {
  return `the object at resourceVersion ${metadata.resourceVersion}`
}

function describeDeletion({ metadata }: KubeObject): string {
  const { deletionTimestamp, finalizers = [] } = metadata
  if (deletionTimestamp === undefined) return 'it is not being deleted'
  const held = finalizers.length === 0 ? '' : `, blocked by the finalizers ${finalizers.join(', ')}`
  return `it is being deleted since ${deletionTimestamp}${held}`
}
