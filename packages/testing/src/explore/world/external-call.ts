/** External services: the world performs each call to them, fails it, or loses its response. */
import type { Actor } from './actor.ts'
import type { World } from './world.ts'
import type { Call } from './world-call.ts'

/** By name. Methods that the operator calls may be async; none may use real time or sockets. */
export type Externals = Readonly<Record<string, object>>

/**
 * The state of an external service, for comparison: the result of its `inventory()`, or its own fields. The order of a top-level list is
 * irrelevant; the order of nested lists is not.
 */
export function inventoryOf(external: object): string {
  const state =
    'inventory' in external && typeof external.inventory === 'function' ? (external.inventory() as unknown) : external
  const held = plain(state)
  if (!Array.isArray(held)) return JSON.stringify(held) ?? 'nothing'
  return `[${held
    .map((item) => JSON.stringify(item) ?? 'null')
    .sort()
    .join(',')}]`
}

function plain(value: unknown): unknown {
  if (value instanceof Map) return plain([...value].sort(([one], [two]) => (String(one) < String(two) ? -1 : 1)))
  if (value instanceof Set) return plain([...value].map(String).sort())
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

/** The external services as seen by one instance of the operator. */
export function externalsFor<Outside extends Externals>(world: World, actor: Actor, outside: Outside): Outside {
  const entries = Object.entries(outside).map(([name, external]) => [name, seenBy(world, actor, name, external)])
  return Object.fromEntries(entries) as Outside
}

function seenBy(world: World, actor: Actor, name: string, external: object): object {
  return new Proxy(external, {
    get(target, property) {
      const value = Reflect.get(target, property) as unknown
      if (typeof value !== 'function' || typeof property !== 'string') return value
      const method = value as (...parameters: unknown[]) => unknown
      return (...parameters: unknown[]) => {
        const label = `${name}.${property}`
        const run = () => method.apply(target, parameters)
        const touches = [[`outside ${name}`, 'changed']] as const
        const sent = sentText(parameters)
        return world.call(actor, { label, thread: label, sent, touches, ...callOf(label, target, run) })
      }
    },
  })
}

function callOf(
  label: string,
  target: object,
  run: () => unknown,
): Omit<Call<unknown>, 'label' | 'thread' | 'sent' | 'touches'> {
  return {
    writes: true,
    isAside: false,
    async send() {
      const before = inventoryOf(target)
      const answer = await run()
      return { answer, status: 'done', text: sentText(answer), changed: inventoryOf(target) !== before }
    },
    refused: (status) => new Error(`${label} answered ${status}: a planned fault of the exploration`),
  }
}

/** Leaves out abort signals and functions. */
function sentText(value: unknown): string {
  const seen = new Set<unknown>()
  const text = JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null) return inner
    if (inner instanceof AbortSignal || seen.has(inner)) return undefined
    seen.add(inner)
    return inner
  })
  return text ?? 'nothing'
}
