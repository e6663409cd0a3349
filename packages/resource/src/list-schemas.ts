/**
 * Lists with Kubernetes merge semantics. The list type decides the result when two field managers apply the list: an atomic list is
 * replaced whole, a set is joined, a map is merged by its keys.
 */
import { getOwn } from '@kubewright/core/json'
import { z } from 'zod'
import { goJson } from './schema/go-text.ts'
import { enforcedBy } from './zod/checks.ts'
import { structuralOf } from './zod/from-structural.ts'

/**
 * A list whose items are identified by the fields `keys`, such as ports by their name. Keys must be unique.
 *
 * @example
 * ```ts
 * import { z } from 'zod'
 * const ports = listMap(z.object({ name: z.string(), port: z.int() }), ['name'])
 * ports.safeParse([{ name: 'web', port: 80 }, { name: 'web', port: 81 }]).success // => false
 * ```
 */
export function listMap<Item extends z.ZodType<object>>(
  item: Item,
  keys: readonly [KeyOf<Item>, ...KeyOf<Item>[]],
): z.ZodArray<Item> {
  const identity = (value: unknown) => goJson(keys.map((key) => getOwn(value as Record<string, unknown>, key) ?? null))
  return z
    .array(item)
    .refine((items) => isUnique(items, identity), {
      error: `two items have the same ${keys.join(' and ')}`,
      params: { [enforcedBy]: 'x-kubernetes-list-type' },
    })
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [...keys] })
}

/** A field of the items of a list. */
type KeyOf<Item extends z.ZodType<object>> = Extract<keyof z.output<Item>, string>

/**
 * A list of unique values, such as finalizers. Items are compared, and merged, as a whole.
 *
 * @example
 * ```ts
 * import { z } from 'zod'
 * listSet(z.string()).safeParse(['a', 'a']).success // => false
 * ```
 */
export function listSet<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  const isComposite = ['object', 'record'].includes(item._zod.def.type) || structuralOf(item)?.type === 'object'
  return z
    .array(isComposite ? item.meta({ 'x-kubernetes-map-type': 'atomic' }) : item)
    .refine((items) => isUnique(items, goJson), {
      error: 'a value comes twice',
      params: { [enforcedBy]: 'x-kubernetes-list-type' },
    })
    .meta({ 'x-kubernetes-list-type': 'set' })
}

/** A list that is always replaced whole. That is the default; this makes it explicit. */
export function atomicList<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return z.array(item).meta({ 'x-kubernetes-list-type': 'atomic' })
}

function isUnique<Item>(items: readonly Item[], identity: (item: Item) => string): boolean {
  return new Set(items.map(identity)).size === items.length
}
