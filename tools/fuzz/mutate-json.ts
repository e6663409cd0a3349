/** Changes one part of a valid value. The rest stays valid, so it gets further into the server. */
import { isJsonObject } from '@kubewright/core/json'
import type { Dice } from './dice.ts'
import { hostileValue, JsonEntries } from './hostile-json.ts'
import { hostileText } from './hostile-text.ts'

/** Does not modify `value`. */
export function mutateJson(dice: Dice, value: unknown): unknown {
  const isInner = (Array.isArray(value) && value.length > 0) || (isJsonObject(value) && Object.keys(value).length > 0)
  if (!isInner || dice.chance(0.1)) return hostileValue(dice)
  if (Array.isArray(value)) return mutateArray(dice, value)
  return isJsonObject(value) ? mutateObject(dice, value) : hostileValue(dice)
}

function mutateArray(dice: Dice, items: readonly unknown[]): unknown {
  const at = dice.int(items.length)
  return dice.weighted<() => unknown>([
    [6, () => items.with(at, mutateJson(dice, items[at]))],
    [1, () => [...items, items[at]]],
    [1, () => items.toSpliced(at, 1)],
    [1, () => items.toReversed()],
    [1, () => [...items, hostileValue(dice)]],
  ])()
}

function mutateObject(dice: Dice, object: Readonly<Record<string, unknown>>): unknown {
  const keys = Object.keys(object)
  const key = dice.pick(keys)
  const { [key]: value, ...rest } = object
  return dice.weighted<() => unknown>([
    [8, () => ({ ...object, [key]: mutateJson(dice, value) })],
    [1, () => rest],
    [1, () => ({ ...rest, [hostileText(dice)]: value })],
    [1, () => ({ ...object, [dice.pick(wellKnownKeys)]: hostileValue(dice) })],
    [1, () => new JsonEntries([...Object.entries(object), [key, mutateJson(dice, value)]])],
    [1, () => ({ ...object, [key]: object[dice.pick(keys)] })],
    [1, () => ({ ...object, [key]: object })],
  ])()
}

/** Keys with a meaning somewhere in the API. */
const wellKnownKeys: readonly string[] = [
  'metadata',
  'spec',
  'status',
  'apiVersion',
  'kind',
  'items',
  'name',
  'namespace',
  'generateName',
  'resourceVersion',
  'uid',
  'managedFields',
  'finalizers',
  'ownerReferences',
  'labels',
  'annotations',
  'deletionTimestamp',
  'creationTimestamp',
  'selector',
  'data',
  '$patch',
  '$retainKeys',
  '$deleteFromPrimitiveList/finalizers',
  '$setElementOrder/containers',
  '__proto__',
  'constructor',
  'x-kubernetes-preserve-unknown-fields',
]
