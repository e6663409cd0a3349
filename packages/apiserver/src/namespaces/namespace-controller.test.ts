import { randomInt, type Random } from '@kubewright/core/random'
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ApiServer } from '../api-server.ts'
import { startApiServer } from '../start-api-server.ts'

interface Shown {
  readonly metadata: { readonly name: string; readonly managedFields?: readonly { readonly manager: string }[] }
  readonly items?: readonly Shown[]
  readonly status?: { readonly phase?: string; readonly conditions?: readonly { readonly type: string }[] }
}

async function startServer(seed = 'namespaces') {
  const random = seededRandom(seed)
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, random, ids: seededIds(random), emptiesNamespaces: true })
  return { server, random, clock, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

async function send(server: ApiServer, method: string, path: string, body?: object) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const sent = { method, path, headers: { 'content-type': type } }
  const response = await server.transport().send(body === undefined ? sent : { ...sent, body: JSON.stringify(body) })
  return { status: response.status, body: JSON.parse(await response.body.text()) as Shown }
}

const namespaces = '/api/v1/namespaces'
const make = (server: ApiServer, name: string) => send(server, 'POST', namespaces, { metadata: { name } })
const map = (name: string, finalizers: readonly string[] = []) => ({ metadata: { name, finalizers } })

/** Many more turns than the controller needs to become idle. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 2_000; turn++) await Promise.resolve()
}

async function restUntil(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < 20; round++) {
    if (await isSo()) return true
    await rest()
  }
  return false
}

const isGone = (server: ApiServer, name: string) =>
  restUntil(async () => (await send(server, 'GET', `${namespaces}/${name}`)).status === 404)

describe('startNamespaceController', () => {
  it('removes the contents of a deleted namespace, then the namespace', async () => {
    await using running = await startServer()
    const { server } = running
    await make(server, 'garden')
    await send(server, 'POST', `${namespaces}/garden/configmaps`, map('a'))
    const deleted = await send(server, 'DELETE', `${namespaces}/garden`)
    expect(deleted.body.status?.phase).toBe('Terminating')
    expect(await isGone(server, 'garden')).toBe(true)
    expect((await send(server, 'GET', `${namespaces}/garden/configmaps`)).body.items).toEqual([])
  })

  it('waits for finalizers, reports them in the status, and continues when they are removed', async () => {
    await using running = await startServer()
    const { server } = running
    await make(server, 'garden')
    await send(server, 'POST', `${namespaces}/garden/configmaps`, map('a', ['example.dev/held']))
    await send(server, 'DELETE', `${namespaces}/garden`)
    const isHeld = async () =>
      JSON.stringify((await send(server, 'GET', `${namespaces}/garden`)).body.status).includes(
        'example.dev/held in 1 resource instances',
      )
    expect(await restUntil(isHeld)).toBe(true)
    const { body } = await send(server, 'GET', `${namespaces}/garden`)
    expect(body.metadata.managedFields?.map(({ manager }) => manager)).toContain('kube-controller-manager')
    await send(server, 'PATCH', `${namespaces}/garden/configmaps/a`, { metadata: { finalizers: null } })
    expect(await isGone(server, 'garden')).toBe(true)
  })

  it('deletes nothing else while a pod remains', async () => {
    await using running = await startServer()
    const { server } = running
    const containers = [{ name: 'c', image: 'x:1' }]
    await make(server, 'garden')
    await send(server, 'POST', `${namespaces}/garden/configmaps`, map('a'))
    await send(server, 'POST', `${namespaces}/garden/pods`, {
      metadata: { name: 'p' },
      spec: { containers, nodeName: 'somewhere' },
    })
    await send(server, 'DELETE', `${namespaces}/garden`)
    await rest()
    expect((await send(server, 'GET', `${namespaces}/garden/configmaps`)).body.items).toHaveLength(1)
    await send(server, 'DELETE', `${namespaces}/garden/pods/p?gracePeriodSeconds=0`)
    expect(await isGone(server, 'garden')).toBe(true)
  })

  it('leaves other finalizers of the namespace alone', async () => {
    await using running = await startServer()
    const { server } = running
    await send(server, 'POST', namespaces, {
      metadata: { name: 'garden' },
      spec: { finalizers: ['example.dev/other'] },
    })
    await send(server, 'DELETE', `${namespaces}/garden`)
    await rest()
    expect((await send(server, 'GET', `${namespaces}/garden`)).status).toBe(200)
    await send(server, 'PUT', `${namespaces}/garden/finalize`, { metadata: { name: 'garden' }, spec: {} })
    expect(await isGone(server, 'garden')).toBe(true)
  })

  it.each([1, 2, 3, 4, 5])('removes all deleted namespaces under concurrent writes (seed %i)', async (seed) => {
    await using running = await startServer(`schedule ${seed}`)
    const { server, random } = running
    const names = ['a', 'b', 'c', 'd']
    for (const name of names) await make(server, name)
    const deeds = names.flatMap((name) => [
      ...[1, 2, 3].map((at) => () => send(server, 'POST', `${namespaces}/${name}/configmaps`, map(`m${at}`))),
      ...[1, 2].map((at) => () => heldAndFreed(server, name, `h${at}`)),
      () => send(server, 'DELETE', `${namespaces}/${name}`),
      () => send(server, 'PATCH', `${namespaces}/${name}`, { metadata: { labels: { touched: 'yes' } } }),
    ])
    await Promise.all(shuffled(random, deeds).map((deed) => deed()))
    for (const name of names) {
      expect(await isGone(server, name)).toBe(true)
      expect((await send(server, 'GET', `${namespaces}/${name}/configmaps`)).body.items).toEqual([])
    }
  })
})

/** An object whose finalizer blocks its namespace for some turns, if it can still be created. */
async function heldAndFreed(server: ApiServer, namespace: string, name: string): Promise<void> {
  await send(server, 'POST', `${namespaces}/${namespace}/configmaps`, map(name, ['example.dev/held']))
  for (let turn = 0; turn < 300; turn++) await Promise.resolve()
  await send(server, 'PATCH', `${namespaces}/${namespace}/configmaps/${name}`, { metadata: { finalizers: null } })
}

function shuffled<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  const left = [...items]
  return items.map(() => left.splice(randomInt(random, left.length), 1)[0]!)
}
