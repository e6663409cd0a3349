import type { Client } from '@kubewright/client'
import { aroundCalls, type ClientCall } from '@kubewright/client/calls'
import { ConfigMap, Deployment, Pod } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { ActingGate } from './acting-gate.ts'

const ref = { name: 'blog', namespace: 'default' }

/** A client whose verbs return their name and arguments. */
function namedClient(): Client {
  const verb =
    (name: string) =>
    async (...args: unknown[]) => [name, ...args]
  const verbs = (prefix = '') =>
    Object.fromEntries(
      ['get', 'create', 'update', 'patch', 'apply', 'delete', 'deleteCollection', 'list'].map((name) => [
        name,
        verb(`${prefix}${name}`),
      ]),
    )
  return {
    ...verbs(),
    status: verbs('status '),
    scale: verbs('scale '),
    metadata: verbs('metadata '),
    subresource: (_: unknown, name: string) => verbs(`${name} `),
    request: verb('request'),
  } as unknown as Client
}

type Described = Omit<ClientCall, 'resource' | 'args'>

/** The expected description of each call. */
const calls: readonly [string, (client: Client) => PromiseLike<unknown>, Described | undefined][] = [
  ['get', (client) => client.get(ConfigMap, ref), { verb: 'get', what: 'configmaps', ref, writes: false }],
  ['list', (client) => client.list(ConfigMap), undefined],
  [
    'apply',
    (client) => client.apply(Deployment, { metadata: { ...ref, labels: {} } } as never),
    { verb: 'apply', what: 'deployments.apps', ref, writes: true },
  ],
  [
    'deleteCollection',
    (client) => client.deleteCollection(ConfigMap, { namespace: 'default', all: true } as never),
    { verb: 'deleteCollection', what: 'configmaps', ref: undefined, writes: true },
  ],
  [
    'status patch',
    (client) => client.status.patch(Deployment, ref, { status: {} } as never),
    { verb: 'status patch', what: 'deployments.apps', ref, writes: true },
  ],
  [
    'metadata delete',
    (client) => client.metadata.delete(ConfigMap, ref),
    { verb: 'metadata delete', what: 'configmaps', ref, writes: true },
  ],
  [
    'eviction create',
    (client) => client.subresource(Pod, 'eviction').create(ref, { metadata: ref } as never),
    { verb: 'eviction create', what: 'pods', ref, writes: true },
  ],
  [
    'request',
    (client) => client.request({ method: 'POST', path: '/api/v1/namespaces/default/pods/a/binding' }),
    { verb: 'POST', what: '/api/v1/namespaces/default/pods/a/binding', ref: undefined, writes: true },
  ],
]

describe('aroundCalls', () => {
  it.each(calls)('describes %s, and passes its arguments on', async (_, call, described) => {
    const seen: Described[] = []
    const client = aroundCalls(namedClient(), ({ resource: _resource, args: _args, ...rest }, run) => {
      seen.push(rest)
      return run()
    })
    expect(await call(client)).toEqual(await call(namedClient()))
    expect(seen).toEqual(described === undefined ? [] : [described])
  })

  it('makes the call with other arguments if they are given', async () => {
    const client = aroundCalls(namedClient(), ({ resource, args }, run) => {
      expect([resource, args]).toEqual([ConfigMap, [ref]])
      return run([{ ...ref, name: 'shop' }])
    })
    expect(await client.get(ConfigMap, ref)).toEqual(['get', ConfigMap, { ...ref, name: 'shop' }])
  })
})

describe('ActingGate', () => {
  it.each(calls)('lets %s through only while acting is allowed', async (_, call, described) => {
    const gate = new ActingGate()
    const client = gate.guard(namedClient())
    const attempt = () =>
      call(client).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    const refused = described?.writes ? 'KW_MANAGER_MAY_NOT_ACT' : 'done'
    expect(await attempt()).toBe(refused)
    let mayAct = true
    gate.open(() => mayAct)
    expect(await call(client)).toEqual(await call(namedClient()))
    mayAct = false
    expect(await attempt()).toBe(refused)
    mayAct = true
    gate.shut()
    expect(await attempt()).toBe(refused)
  })
})
