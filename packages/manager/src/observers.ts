/** Combines observers. */

/**
 * An observer that forwards to all of them, in order. Methods are optional and return nothing; nested observers are combined as
 * well.
 */
export function allOf<Observer extends object>(...observers: readonly (Observer | undefined)[]): Observer {
  const present = observers.filter((one) => one !== undefined)
  const names = new Set(present.flatMap((one) => Object.keys(one)))
  return Object.fromEntries([...names].map((name) => [name, combined(present, name)])) as Observer
}

type Heard = (...args: readonly unknown[]) => void

function combined(observers: readonly object[], name: string): unknown {
  const parts = observers
    .map((one) => (one as Readonly<Record<string, unknown>>)[name])
    .filter((one) => one !== undefined)
  if (parts.some((one) => typeof one === 'object')) return allOf(...(parts as readonly object[]))
  const heard = parts as unknown as readonly Heard[]
  return (...args: readonly unknown[]) => {
    for (const hear of heard) hear(...args)
  }
}
