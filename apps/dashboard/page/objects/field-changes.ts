/** The field-by-field diff of two versions of an object, with the field managers from the newer one's managed fields. Pure. */
import { isPlain, type ManagedFields, type PlainObject } from './plain-object.ts'

export interface FieldChange {
  /** `spec.containers[name=site].image` */
  readonly path: string
  /** `undefined` if the field was absent. */
  readonly before: unknown
  readonly after: unknown
  /** The current managers of the field, or the former ones if it is gone. */
  readonly by: readonly string[]
}

/** One step of a path into a value. */
type Step = { readonly field: string } | { readonly item: unknown; readonly index: number }

/** Fields that change with every write. */
const noise: ReadonlySet<string> = new Set([
  'metadata.resourceVersion',
  'metadata.managedFields',
  'metadata.generation',
])

export function fieldChanges(before: PlainObject, after: PlainObject): readonly FieldChange[] {
  const changes: FieldChange[] = []
  const walk = (one: unknown, two: unknown, steps: readonly Step[]) => {
    const path = formatSteps(steps)
    if (noise.has(path) || JSON.stringify(one) === JSON.stringify(two)) return
    if (isPlain(one) && isPlain(two)) {
      const names = new Set([...Object.keys(one), ...Object.keys(two)])
      for (const field of names) walk(at(one, field), at(two, field), [...steps, { field }])
      return
    }
    const pairs = Array.isArray(one) && Array.isArray(two) ? pairItems(one, two) : undefined
    if (pairs !== undefined) {
      for (const [left, right, index] of pairs) walk(left, right, [...steps, { item: right ?? left, index }])
      return
    }
    const owners = two === undefined ? before : after
    changes.push({ path, before: one, after: two, by: managersOf(steps, owners.metadata.managedFields ?? []) })
  }
  walk(before, after, [])
  return changes
}

/** Fields that identify a list item, in order of preference. */
const itemKeys = ['name', 'type', 'uid', 'key', 'containerPort', 'port', 'mountPath', 'ip']

/** @returns `undefined` for lists whose items have no key: they are compared as a whole */
function pairItems(
  one: readonly unknown[],
  two: readonly unknown[],
): readonly (readonly [unknown, unknown, number])[] | undefined {
  const all = [...one, ...two]
  const key = itemKeys.find((name) => all.every((item) => isPlain(item) && at(item, name) !== undefined))
  if (key === undefined || all.length === 0) return undefined
  const idOf = (item: unknown) => String(at(item as Readonly<Record<string, unknown>>, key))
  const [left, right] = [new Map(one.map((item) => [idOf(item), item])), new Map(two.map((item) => [idOf(item), item]))]
  if (left.size !== one.length || right.size !== two.length) return undefined
  return [...new Set([...left.keys(), ...right.keys()])].map(
    (id, index) => [left.get(id), right.get(id), index] as const,
  )
}

function managersOf(steps: readonly Step[], managed: readonly ManagedFields[]): readonly string[] {
  const owners = managed.filter(({ fieldsV1 }) => owns(steps, fieldsV1))
  return [
    ...new Set(
      owners.map(({ manager = 'an unnamed manager', subresource }) =>
        subresource === undefined ? manager : `${manager} (${subresource})`,
      ),
    ),
  ]
}

/** A field set that ends before the path owns everything below. */
function owns([step, ...rest]: readonly Step[], fields: unknown): boolean {
  if (!isPlain(fields)) return false
  if (step === undefined) return true
  if ('field' in step) {
    const inner = at(fields, `f:${step.field}`)
    return inner !== undefined && (isWhole(inner) || owns(rest, inner))
  }
  return Object.entries(fields).some(([key, inner]) => isItem(key, step) && (isWhole(inner) || owns(rest, inner)))
}

function isWhole(fields: unknown): boolean {
  return isPlain(fields) && Object.keys(fields).length === 0
}

function isItem(key: string, { item, index }: Extract<Step, { readonly index: number }>): boolean {
  if (key.startsWith('i:')) return key === `i:${index}`
  if (!key.startsWith('k:') && !key.startsWith('v:')) return false
  const wanted = parsed(key.slice(2))
  if (key.startsWith('v:')) return JSON.stringify(wanted) === JSON.stringify(item)
  return isPlain(wanted) && isPlain(item) && Object.entries(wanted).every(([name, value]) => at(item, name) === value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function formatSteps(steps: readonly Step[]): string {
  return steps
    .map((step) => {
      if ('field' in step) return /^[\w-]+$/.test(step.field) ? `.${step.field}` : `[${JSON.stringify(step.field)}]`
      const key = isPlain(step.item) ? itemKeys.find((name) => at(step.item as never, name) !== undefined) : undefined
      return key === undefined ? `[${step.index}]` : `[${key}=${String(at(step.item as never, key))}]`
    })
    .join('')
    .replace(/^\./, '')
}

/** Own properties only: a field may be called `constructor`. */
function at(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}
