import { defineErrors } from '@kubewright/core/errors'
import { describe, expect, it } from 'vitest'
import { type Declared, DeclaredKinds } from './declared-kinds.ts'

const raise = defineErrors({ KW_CLIENT_UNAVAILABLE: { summary: '', cause: '', remedy: '' } })
const Subnet = {
  group: 'net.example.dev',
  version: 'v1',
  kind: 'Subnet',
  plural: 'subnets',
  scope: 'Namespaced',
  subresources: [],
}
const Node = { ...Subnet, group: '', kind: 'Node', plural: 'nodes', scope: 'Cluster' }

function declared(name: string, kind = 'Subnet', more: object = {}): Declared {
  const group = kind === 'Subnet' ? 'net.example.dev' : ''
  return { metadata: { name, uid: name, ...more }, spec: { resource: { group, kind }, peers: ['b'] } } as never
}

function kinds(answers: { discover: () => unknown }): DeclaredKinds {
  const client = {
    discover: async () => answers.discover(),
    discoverAll: async () => ({ resources: [], stale: [], failures: [] }),
  }
  return new DeclaredKinds(client as never)
}

const { signal } = new AbortController()
const object = { metadata: { name: 'net', namespace: 'default' } } as never

describe('declared kinds of replication', () => {
  it('stay as they were while discovery fails', async () => {
    const answers: { discover: () => unknown } = { discover: () => Subnet }
    const found = kinds(answers)
    expect(found.usable(await found.resolve([declared('one')], signal))).toHaveLength(1)
    answers.discover = () => {
      throw raise('KW_CLIENT_UNAVAILABLE', { what: 'discover', why: 'it is away' })
    }
    const [again] = await found.resolve([declared('one')], signal)
    expect(again).toMatchObject({ isCertain: false, verdict: { status: 'False', reason: 'Failing' } })
    expect(found.usable([again!]).map((one) => one.destinations(object))).toEqual([['b']])
  })

  it('release no object while a declaration that may select it is unresolved', async () => {
    let isAway = false
    const found = kinds({
      discover: () => {
        if (isAway) throw raise('KW_CLIENT_UNAVAILABLE', { what: 'discover', why: 'it is away' })
        return Subnet
      },
    })
    const one = await found.resolve([declared('one')], signal)
    expect(found.usable(one).map(({ name }) => name)).toEqual(['one'])
    isAway = true // `two` is added while its kind cannot be resolved, and `one` is removed
    expect(found.usable(await found.resolve([declared('two')], signal)).map(({ name }) => name)).toEqual(['one'])
    isAway = false
    expect(found.usable(await found.resolve([declared('two')], signal)).map(({ name }) => name)).toEqual(['two'])
  })

  it('are invalid if cluster-scoped, whatever discovery returns later', async () => {
    const found = kinds({ discover: () => Node })
    const [one] = await found.resolve([declared('nodes', 'Node')], signal)
    expect(one).toMatchObject({ replication: undefined, isCertain: true, verdict: { reason: 'Invalid' } })
    expect(found.usable([one!])).toEqual([])
  })

  it('are watched without destinations while their declaration is being deleted', async () => {
    const found = kinds({ discover: () => Subnet })
    const going = declared('one', 'Subnet', { deletionTimestamp: '2026-01-01T00:00:00Z' })
    const [replication] = found.usable(await found.resolve([going], signal))
    expect(replication?.destinations(object)).toEqual([])
  })
})
