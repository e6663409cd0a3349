import { seededRandom } from '@kubewright/core/testing'
import type { Duration } from '@kubewright/core'
import { randomInt } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import type { Draft } from '../object/draft.ts'
import type { WebhookRequest } from '../outbound/webhook-transport.ts'
import type { ResponseStream } from '../request/exchange.ts'
import { route } from '../verbs/route.ts'
import { ownCall } from '../kinds/own-call.ts'
import { forbidden } from '../status/failures.ts'
import { startCustomKinds } from './custom-kinds.ts'
import { findCondition } from './definition/conditions.ts'
import { statusOf } from './definition/definition.ts'
import { definitions } from './testing/custom-plays.ts'
import { type CustomServer, startCustomServer } from './testing/custom-server.ts'

const group = 'tests.example.com'

interface Review {
  readonly apiVersion: string
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly object[] }
}

const definitionOf = (plural: string, names: object = {}, fields: object = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural, kind: plural, listKind: `${plural}-list`, ...names },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: fields } },
      },
    ],
  },
})
const objects = (plural: string) => `/apis/${group}/v1/namespaces/default/${plural}`
const merge = { 'content-type': 'application/merge-patch+json' }

async function define(server: CustomServer, plural: string, names: object = {}, fields: object = {}): Promise<Draft> {
  await server.send(definitions, { method: 'POST', body: definitionOf(plural, names, fields) })
  await server.settle()
  return read(server, plural)
}

async function read({ send }: CustomServer, plural: string): Promise<Draft> {
  return (await send(`${definitions}/${plural}.${group}`, {})).body as Draft
}

const create = ({ send }: CustomServer, plural: string, metadata: object) =>
  send(objects(plural), { method: 'POST', body: { apiVersion: `${group}/v1`, kind: plural, metadata } })

describe('custom resources', () => {
  it('are served as soon as their CustomResourceDefinition is stored', async () => {
    using server = await startCustomServer()
    await define(server, 'foos')
    expect((await create(server, 'foos', { name: 'a' })).status).toBe(201)
    const change = { spec: { versions: [{ ...definitionOf('foos').spec.versions[0], name: 'v2' }] } }
    await server.send(`${definitions}/foos.${group}/status`, {
      method: 'PATCH',
      headers: merge,
      body: { status: { storedVersions: ['v2'] } },
    })
    await server.send(`${definitions}/foos.${group}`, { method: 'PATCH', headers: merge, body: change })
    expect((await server.send(objects('foos'), {})).status).toBe(404)
    expect((await server.send(objects('foos').replace('/v1/', '/v2/'), {})).status).toBe(500)
  })

  it('have no conditions in the response to the creation of their CustomResourceDefinition', async () => {
    using server = await startCustomServer()
    const { body } = await server.send(definitions, { method: 'POST', body: definitionOf('foos') })
    expect(statusOf(body as Draft).conditions).toBeNull()
  })

  it('are served again after a restart, and an unfinished CustomResourceDefinition is established', async () => {
    using server = await startCustomServer()
    await server.send(definitions, { method: 'POST', body: definitionOf('foos') })
    server[Symbol.dispose]()
    for (const kind of server.machinery.kinds.all()) if (kind.isCustom) server.machinery.kinds.remove(kind)
    using _again = startCustomKinds(server.machinery, {
      webhooks: () => Promise.reject(new Error('none')),
      report: fail,
    })
    await server.settle()
    expect(findCondition(await read(server, 'foos'), 'Established')?.status).toBe('True')
    expect((await create(server, 'foos', { name: 'a' })).status).toBe(201)
  })

  it('are established and removed with back-off while admission refuses the status writes', async () => {
    let refusals = 0
    let isRefused = true
    const name = 'refuser'
    const validate = () => {
      if (!isRefused) return
      refusals++
      throw forbidden({ group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }, 'foos', 'not now')
    }
    using server = await startCustomServer({ admission: [{ name, validate }] })
    const after = async (time: Duration) => {
      await server.clock.advance(time)
      await server.settle()
    }
    await define(server, 'foos')
    for (const _ of Array.from({ length: 20 })) await after('1m')
    expect(refusals).toBeGreaterThan(20)
    // Retried with back-off.
    expect(refusals).toBeLessThan(40)
    expect(findCondition(await read(server, 'foos'), 'Established')).toBeUndefined()

    isRefused = false
    await after('1m')
    expect(findCondition(await read(server, 'foos'), 'Established')?.status).toBe('True')

    isRefused = true
    await server.send(`${definitions}/foos.${group}`, { method: 'DELETE' })
    await after('1m')
    expect((await read(server, 'foos')).metadata.deletionTimestamp).toBeDefined()

    isRefused = false
    await after('1m')
    expect((await server.send(`${definitions}/foos.${group}`, {})).status).toBe(404)
  })

  it('never replace a built-in kind', async () => {
    using server = await startCustomServer()
    const built = server.machinery.kinds.find('apps', 'v1', 'deployments')
    const body = definitionOf('deployments')
    const { spec, metadata } = body
    server.machinery.store
      .collection('customresourcedefinitions.apiextensions.k8s.io')
      .put('deployments.apps', undefined, (revision) => ({
        text: JSON.stringify({
          ...body,
          metadata: { ...metadata, name: 'deployments.apps', resourceVersion: `${revision}` },
          spec: { ...spec, group: 'apps' },
        }),
        labels: undefined,
      }))
    await server.settle()
    expect(server.machinery.kinds.find('apps', 'v1', 'deployments')).toBe(built)
  })

  it('end open watches when their CustomResourceDefinition changes how they are served', async () => {
    using server = await startCustomServer()
    await define(server, 'foos')
    const kind = server.machinery.kinds.find(group, 'v1', 'foos')!
    const call = ownCall(server.machinery, kind, { verb: 'watch', namespace: 'default', name: '' })
    const { body } = await route(call)
    let hasEnded = false
    using _open = (body as ResponseStream).open({
      write: () => true,
      isReady: () => true,
      end: () => void (hasEnded = true),
    })
    await server.send(`${definitions}/foos.${group}`, {
      method: 'PATCH',
      headers: merge,
      body: { metadata: { labels: { a: 'b' } } },
    })
    expect(hasEnded).toBe(false)
    await server.send(`${definitions}/foos.${group}`, {
      method: 'PATCH',
      headers: merge,
      body: { spec: { names: { categories: ['all'] } } },
    })
    await server.settle()
    expect(hasEnded).toBe(true)
  })
})

describe('a deleted CustomResourceDefinition', () => {
  it('deletes its instances and waits for their finalizers', async () => {
    using server = await startCustomServer()
    await define(server, 'foos')
    await create(server, 'foos', { name: 'free' })
    await create(server, 'foos', { name: 'held', finalizers: ['x.y/z'] })
    await server.send(`${definitions}/foos.${group}`, { method: 'DELETE' })
    await server.settle()
    const { items } = (await server.send(objects('foos'), {})).body as { items: readonly Draft[] }
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['held'])
    expect(findCondition(await read(server, 'foos'), 'Terminating')).toMatchObject({
      reason: 'InstanceDeletionInProgress',
    })
    await server.send(`${objects('foos')}/held`, {
      method: 'PATCH',
      headers: merge,
      body: { metadata: { finalizers: null } },
    })
    await server.settle()
    expect(await read(server, 'foos')).toMatchObject({ code: 404 })
    expect(server.machinery.kinds.find(group, 'v1', 'foos')).toBeUndefined()
  })

  it('deletes instances of versions that are not served', async () => {
    using server = await startCustomServer()
    await define(server, 'foos')
    await create(server, 'foos', { name: 'a' })
    const hidden = { spec: { versions: [{ ...definitionOf('foos').spec.versions[0], served: false }] } }
    await server.send(`${definitions}/foos.${group}`, { method: 'PATCH', headers: merge, body: hidden })
    await server.send(`${definitions}/foos.${group}`, { method: 'DELETE' })
    await server.settle()
    expect(server.machinery.store.collection(`foos.${group}`).size).toBe(0)
    expect(await read(server, 'foos')).toMatchObject({ code: 404 })
  })

  it('updates its Terminating condition once a minute while it waits', async () => {
    using server = await startCustomServer()
    await define(server, 'foos')
    await create(server, 'foos', { name: 'held', finalizers: ['x.y/z'] })
    await server.send(`${definitions}/foos.${group}`, { method: 'DELETE' })
    await server.settle()
    const before = server.machinery.store.revision
    await server.clock.advance('61s')
    await server.settle()
    const reasons = server.machinery.store
      .collection('customresourcedefinitions.apiextensions.k8s.io')
      .changesAfter(before)
      .map(({ object }) => findCondition(JSON.parse(object.text) as Draft, 'Terminating')?.reason)
    expect(reasons).toEqual(['InstanceDeletionCheck', 'InstanceDeletionInProgress'])
  })

  it('retries when its instances cannot be converted', async () => {
    let isUp = false
    const webhooks = async ({ body }: WebhookRequest) => {
      if (!isUp) throw new Error('nobody there')
      const { apiVersion, request } = JSON.parse(body) as Review
      const { uid, desiredAPIVersion, objects: given } = request
      const converted = given.map((object) => ({ ...object, apiVersion: desiredAPIVersion }))
      const response = { uid, convertedObjects: converted, result: { status: 'Success' } }
      return { status: 200, body: Buffer.from(JSON.stringify({ kind: 'ConversionReview', apiVersion, response })) }
    }
    using server = await startCustomServer({ webhooks })
    await define(server, 'foos')
    await create(server, 'foos', { name: 'a' })
    const [v1] = definitionOf('foos').spec.versions
    const webhook = { clientConfig: { url: 'https://hooks' }, conversionReviewVersions: ['v1'] }
    const versions = [
      { ...v1, storage: false },
      { ...v1, name: 'v2' },
    ]
    const body = { spec: { versions, conversion: { strategy: 'Webhook', webhook } } }
    await server.send(`${definitions}/foos.${group}`, { method: 'PATCH', headers: merge, body })
    await server.send(`${definitions}/foos.${group}`, { method: 'DELETE' })
    await server.settle()
    const message = `could not list instances: conversion webhook for ${group}/v1, Kind=foos failed: nobody there`
    expect(findCondition(await read(server, 'foos'), 'Terminating')).toMatchObject({
      reason: 'InstanceDeletionFailed',
      message,
    })
    isUp = true
    await server.clock.advance('1s')
    await server.settle()
    expect(await read(server, 'foos')).toMatchObject({ code: 404 })
  })

  it('is removed at once if it was never established', async () => {
    using server = await startCustomServer()
    await define(server, 'foos', { kind: 'Foo' })
    await define(server, 'bars', { kind: 'Foo' })
    await server.send(`${definitions}/bars.${group}`, { method: 'DELETE' })
    await server.settle()
    expect(await read(server, 'bars')).toMatchObject({ code: 404 })
  })
})

describe('concurrent CustomResourceDefinitions', () => {
  it.each([1, 2, 3, 4, 5])('never share an accepted name (seed %i)', async (seed) => {
    using server = await startCustomServer()
    const random = seededRandom(`names ${seed}`)
    const pick = <Item>(items: readonly Item[]) => items[randomInt(random, items.length)]!
    const plurals = ['as', 'bs', 'cs', 'ds', 'es']
    for (let step = 0; step < 40; step++) {
      const plural = pick(plurals)
      const names = { kind: pick(['A', 'B', 'C']), shortNames: [pick(['x', 'y', 'z'])] }
      const path = `${definitions}/${plural}.${group}`
      const request = pick(['create', 'create', 'rename', 'delete'] as const)
      const sent =
        request === 'create'
          ? server.send(definitions, { method: 'POST', body: definitionOf(plural, names) })
          : request === 'delete'
            ? server.send(path, { method: 'DELETE' })
            : server.send(path, {
                method: 'PATCH',
                headers: merge,
                body: { spec: { names: { shortNames: names.shortNames } } },
              })
      // Some requests arrive while the status writes of others are pending.
      if (randomInt(random, 2) === 0) await sent
      else await Promise.resolve()
    }
    await server.settle()
    const { items } = (await server.send(definitions, {})).body as { items: readonly Draft[] }
    const accepted = items.map((item) => statusOf(item).acceptedNames ?? {})
    const taken = accepted.flatMap(({ kind, listKind }) => [kind, listKind]).filter(Boolean)
    const short = accepted.flatMap(({ plural, shortNames = [] }) => [plural, ...shortNames]).filter(Boolean)
    expect(taken).toEqual([...new Set(taken)])
    expect(short).toEqual([...new Set(short)])
    for (const item of items) {
      const isServed = server.machinery.kinds.find(group, 'v1', item.metadata.name!.split('.')[0]!) !== undefined
      expect(isServed).toBe(findCondition(item, 'Established')?.status === 'True')
      expect(item.metadata.deletionTimestamp).toBeUndefined()
    }
  })
})

function fail(error: unknown): never {
  throw error
}
