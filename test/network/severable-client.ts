/** A client whose connection can be cut: every call then fails as if the server were unreachable. */
import type { Client } from '@kubewright/client'

export type SeverableClient = Client & { isCut: boolean }

export function severable(client: Client): SeverableClient {
  const state = { isCut: false }
  return guarded(client, state) as SeverableClient
}

function guarded<Target extends object>(target: Target, state: { isCut: boolean }): Target {
  return new Proxy(target, {
    get(_, name) {
      if (name === 'isCut') return state.isCut
      const value: unknown = Reflect.get(target, name)
      if (typeof value === 'function')
        return (...args: unknown[]) => {
          if (state.isCut && typeof name === 'string') throw new Error('connect ECONNREFUSED: the connection was cut')
          return Reflect.apply(value, target, args) as unknown
        }
      return typeof value === 'object' && value !== null ? guarded(value, state) : value
    },
    set(_, name, value: boolean) {
      if (name === 'isCut') state.isCut = value
      return name === 'isCut'
    },
  })
}
