import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { SecretText } from '../secret-text.ts'
import type { IdentitySource } from './identity.ts'
import { sharedIdentity } from './shared-identities.ts'

function counting() {
  const seen = { created: 0, closed: 0 }
  const create = (): IdentitySource => {
    const number = ++seen.created
    return {
      current: async () => ({ authorization: `token ${number}` }),
      renew: async () => false,
      close: async () => void seen.closed++,
    }
  }
  return { seen, create }
}

describe('sharedIdentity', () => {
  it('is one instance for equal login configurations, closed with its last user', async () => {
    const clock = new VirtualClock()
    const { seen, create } = counting()
    const login = () => ({ command: 'x', args: [new SecretText('a')] })
    const [one, other] = [sharedIdentity(login(), clock, create), sharedIdentity(login(), clock, create)]

    expect(await one.current()).toEqual(await other.current())
    await one.close()
    await one.close()
    expect(seen).toEqual({ created: 1, closed: 0 })
    await other.close()
    expect(seen).toEqual({ created: 1, closed: 1 })
    await sharedIdentity(login(), clock, create).close()
    expect(seen).toEqual({ created: 2, closed: 2 })
  })

  it.each([
    { name: 'another secret', login: { command: 'x', args: [new SecretText('b')] } },
    { name: 'another command', login: { command: 'y', args: [new SecretText('a')] } },
    { name: 'one more argument', login: { command: 'x', args: [new SecretText('a'), new SecretText('a')] } },
  ])('is not shared with a login that has $name', async ({ login }) => {
    const clock = new VirtualClock()
    const { seen, create } = counting()
    const both = [
      sharedIdentity({ command: 'x', args: [new SecretText('a')] }, clock, create),
      sharedIdentity(login, clock, create),
    ]

    expect(seen.created).toBe(2)
    await Promise.all(both.map((identity) => identity.close()))
  })

  it('is not shared between clocks', async () => {
    const { seen, create } = counting()
    const both = [sharedIdentity({}, new VirtualClock(), create), sharedIdentity({}, new VirtualClock(), create)]

    expect(seen.created).toBe(2)
    await Promise.all(both.map((identity) => identity.close()))
  })
})
