import { type KubeObject, type Logger, silentLogger } from '@kubewright/core'
import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { defineResource, manifest } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppliedChildren } from './applied-children.ts'
import type { Child } from './child.ts'
import type { Children, OwnOptions } from '../definition/context.ts'
import { ChildIndexes } from './child-indexes.ts'
import { controllerErrors } from '../errors.ts'
import { controllerAnnotation } from '../names.ts'
import { ownChildren } from './own-children.ts'
import { Region, Site, site } from '../testing/objects.ts'
import { failure, EchoServer } from '../testing/echo-server.ts'

const siteOwner = site('owner')
const { signal } = new AbortController()
const wanted = (name: string, image = 'nginx') => manifest(Site, { metadata: { name }, spec: { image } })
const siteNames = { version: 'v1', kind: 'Site', scope: 'Namespaced' } as const
const place = '/apis/web.example.dev/v1/namespaces/default/sites'

/** A child as the cache shows it. */
function held(
  name: string,
  fields: { readonly by?: string; readonly controls?: KubeObject; readonly deletionTimestamp?: string } = {},
) {
  const { by = 'me', controls = siteOwner, deletionTimestamp } = fields
  const { apiVersion, kind, metadata } = controls
  const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }]
  const annotations = { [controllerAnnotation]: by }
  return site(name, { metadata: { ownerReferences, annotations, ...(deletionTimestamp && { deletionTimestamp }) } })
}

interface Given {
  readonly shown?: readonly KubeObject[]
  readonly how?: OwnOptions
  readonly followed?: boolean
  readonly server?: EchoServer
  readonly log?: Logger
  readonly warnedKinds?: Set<string>
  readonly mayCreate?: (child: Child) => Promise<void>
  readonly applied?: AppliedChildren
  readonly owner?: KubeObject
}

async function own(
  children: Children,
  {
    shown = [],
    how = {},
    followed = true,
    server = new EchoServer(),
    log = silentLogger,
    warnedKinds = new Set(),
    mayCreate = async () => undefined,
    applied = new AppliedChildren('me'),
    owner = siteOwner,
  }: Given = {},
) {
  await using client = server.client(new VirtualClock())
  const find = (name: string) => shown.find(({ metadata }) => metadata.name === name)
  const result = await ownChildren(owner, children, how, {
    controller: 'me',
    client,
    cache: {
      get: (_: unknown, ref: { name: string }) => find(ref.name),
      list: () => shown,
      find: () => shown,
    } as never,
    log,
    signal,
    owned: followed ? [Site] : [],
    indexes: new ChildIndexes(),
    applied,
    warnedKinds,
    mayCreate,
  })
  return { result, lines: server.lines, asked: server.asked }
}

/** An empty server. */
function emptyServer(): EchoServer {
  const server = new EchoServer()
  server.answer = ({ method }) => (method === 'GET' ? failure(404, 'NotFound') : undefined)
  return server
}

describe('ctx.own', () => {
  it('applies a missing child without force and returns it', async () => {
    const { result, lines, asked } = await own({ one: wanted('one'), none: null }, { server: emptyServer() })
    expect(lines).toEqual([`PATCH ${place}/one`])
    expect(asked[0]).toMatchObject({ query: { fieldManager: 'me' }, body: { metadata: { resourceVersion: '1' } } })
    expect(asked[0]?.query['force']).not.toBe('true')
    expect([result['one']?.metadata.name, result['none']]).toEqual(['one', null])
  })

  /** A server with an object that the cache does not show. */
  function serverWith(there: KubeObject): EchoServer {
    const server = new EchoServer()
    server.answer = ({ method, body }) => {
      if (method === 'GET') return { body: there }
      const isCreation = (body as KubeObject).metadata.resourceVersion !== undefined
      return isCreation ? failure(409, 'Conflict') : undefined
    }
    return server
  }

  it('retries with force when the child exists with this owner but is not in the cache yet', async () => {
    const { asked } = await own({ one: wanted('one') }, { server: serverWith(held('one')) })
    expect(asked.map(({ method, query }) => [method, query['force']])).toEqual([
      ['PATCH', undefined],
      ['GET', undefined],
      ['PATCH', 'true'],
    ])
  })

  it('refuses an existing foreign object that is not in the cache yet', async () => {
    const server = serverWith(site('one'))
    await expect(own({ one: wanted('one') }, { server })).rejects.toMatchObject({ code: 'KW_CONTROLLER_NOT_OURS' })
    expect(server.lines).toEqual([`PATCH ${place}/one`, `GET ${place}/one`])
  })

  it('applies without a resourceVersion if the object was deleted after the conflict', async () => {
    const server = serverWith(held('one'))
    const { answer } = server
    server.answer = (request) => (request.method === 'GET' ? failure(404, 'NotFound') : answer(request))
    const { asked } = await own({ one: wanted('one') }, { server })
    expect(asked.at(-1)).toMatchObject({ method: 'PATCH', body: { metadata: { name: 'one' } } })
    expect(asked.at(-1)?.query['force']).not.toBe('true')
  })

  it('applies an existing own child with force', async () => {
    const server = new EchoServer()
    server.answer = ({ method }) => (method === 'GET' ? { body: held('one') } : undefined)
    const { asked } = await own({ one: wanted('one') }, { shown: [held('one')], server })
    expect(asked.at(-1)).toMatchObject({ method: 'PATCH', query: { force: 'true' } })
  })

  it('refuses an object that is controlled by another owner', async () => {
    const stranger = held('one', { controls: site('stranger') })
    const server = new EchoServer()
    server.answer = () => ({ body: stranger })
    await expect(own({ one: wanted('one') }, { shown: [stranger], server })).rejects.toMatchObject({
      code: 'KW_CONTROLLER_NOT_OURS',
      message:
        'Cannot let Site owner own Site default/one: the object exists, and belongs to Site stranger. ' +
        'Choose another name for the child, or delete the existing object.',
    })
    expect(server.lines.filter((line) => !line.startsWith('GET'))).toEqual([])
  })

  it('refuses two children with the same kind and name', async () => {
    const twice = own({ one: wanted('one'), two: wanted('one') })
    await expect(twice).rejects.toMatchObject({ code: 'KW_CONTROLLER_CHILDREN' })
  })

  it('refuses an object of a deleted owner of the same name, and says that it will be garbage collected', async () => {
    const earlier = held('one', { controls: site('owner', { metadata: { uid: 'uid-earlier' } }) })
    const server = new EchoServer()
    server.answer = () => ({ body: earlier })
    await expect(own({ one: wanted('one') }, { shown: [earlier], server })).rejects.toMatchObject({
      code: 'KW_CONTROLLER_NOT_OURS',
      message:
        'Cannot let Site owner own Site default/one: the object exists, and belongs to an earlier Site of that ' +
        'name. Wait: the garbage collector deletes it, and a later reconcile creates it again.',
    })
  })

  it.each([
    { how: { prun: false }, why: 'prun is not a key of the options of own(): did you mean prune?' },
    { how: { prune: true }, why: 'prune is true, not a list of kinds or false' },
    { how: { dryrun: true }, why: 'did you mean dryRun?' },
  ])('refuses options before anything is written: $why', async ({ how, why }) => {
    const server = emptyServer()
    await expect(
      own({ one: wanted('one') }, { shown: [held('old')], how: how as OwnOptions, server }),
    ).rejects.toMatchObject({
      code: 'KW_CONTROLLER_OPTION',
      message: expect.stringContaining(why) as string,
    })
    expect(server.lines).toEqual([])
  })

  it.each([
    { what: 'an object', child: { kind: 'Site', metadata: { name: 'two' } }, next: 'Pass manifest(Site, { metadata' },
    { what: 'an object without a kind', child: { metadata: { name: 'two' } }, next: 'Pass manifest(Kind, { metadata' },
    { what: 'text', child: 'two', next: 'Pass manifest(Kind, { metadata' },
    { what: 'false', child: false, next: 'Pass null for a child that must not exist. Nothing was written.' },
  ])('refuses $what instead of a manifest before anything is written', async ({ child, next }) => {
    const server = emptyServer()
    const children = { one: wanted('one'), two: child as never }
    await expect(own(children, { server })).rejects.toMatchObject({
      code: 'KW_CONTROLLER_CHILDREN',
      message: expect.stringContaining(
        `Cannot let Site owner own the child two: it is not a manifest. ${next}`,
      ) as string,
    })
    expect(server.lines).toEqual([])
  })

  it('refuses the owner as its own child before anything is written', async () => {
    const server = emptyServer()
    await expect(own({ one: wanted('one'), two: wanted('owner') }, { server })).rejects.toMatchObject({
      code: 'KW_CONTROLLER_CHILDREN',
      message:
        'Cannot let Site owner own Site default/owner: that is the owner itself, and an object cannot own itself. ' +
        'Give the child another name.',
    })
    expect(server.lines).toEqual([])
  })

  it('does not advise to delete an object that owns the owner', async () => {
    const parent = site('parent')
    const server = new EchoServer()
    server.answer = () => ({ body: parent })
    const child = held('owner', { controls: parent })
    await expect(own({ one: wanted('parent') }, { shown: [parent], server, owner: child })).rejects.toMatchObject({
      code: 'KW_CONTROLLER_NOT_OURS',
      message:
        'Cannot let Site owner own Site default/parent: the object exists, and owns Site owner: two objects cannot own ' +
        'each other. Choose another name for the child. Do not delete the existing object: its owned objects would be ' +
        'deleted with it.',
    })
  })

  it('accepts two children of the same name whose kinds differ only in their API group', async () => {
    const Other = defineResource({ ...siteNames, group: 'other.example.dev', spec: z.object({}) })
    const two = manifest(Other, { metadata: { name: 'one' }, spec: {} })
    const { lines } = await own({ one: wanted('one'), two }, { server: emptyServer() })
    expect(lines.filter((line) => line.startsWith('PATCH'))).toHaveLength(2)
  })

  it('applies the other children and prunes while one child has to wait for its back-off', async () => {
    const early = controllerErrors('KW_CONTROLLER_CHILD_LOST', { what: 'x', why: 'y', details: { waitMs: 1_000 } })
    const later = controllerErrors('KW_CONTROLLER_CHILD_LOST', { what: 'x', why: 'y', details: { waitMs: 2_000 } })
    const server = emptyServer()
    const mayCreate = async ({ ref }: Child) => {
      if (ref.name === 'one') throw later
      if (ref.name === 'two') throw early
    }
    const children = { one: wanted('one'), two: wanted('two'), three: wanted('three') }
    await expect(own(children, { server, mayCreate, shown: [held('old')] })).rejects.toBe(early)
    expect(server.lines.filter((line) => !line.startsWith('GET'))).toEqual([
      `PATCH ${place}/three`,
      `DELETE ${place}/old`,
    ])
  })

  it('consults the recreation guard only before it creates a child, and never in a dry run', async () => {
    const asked: string[] = []
    const mayCreate = async ({ ref }: Child) => void asked.push(ref.name)
    const server = new EchoServer()
    server.answer = ({ method, path }) => {
      if (method !== 'GET') return undefined
      return path.endsWith('/there') ? { body: held('there') } : failure(404, 'NotFound')
    }
    const children = { there: wanted('there'), lost: wanted('lost') }
    await own(children, { server, mayCreate, shown: [held('there')] })
    await own(children, { server, mayCreate, shown: [held('there')], how: { dryRun: true } })
    expect(asked).toEqual(['lost'])
  })

  it('prunes only own children that are no longer desired, with uid and resourceVersion preconditions', async () => {
    const shown = [
      held('old'),
      held('by-another', { by: 'another controller' }),
      held('of-another', { controls: site('another owner') }),
      held('going', { deletionTimestamp: 'now' }),
    ]
    const { asked } = await own({}, { shown })
    expect(asked).toMatchObject([
      {
        method: 'DELETE',
        path: `${place}/old`,
        body: { preconditions: { uid: 'uid-old', resourceVersion: '1' }, propagationPolicy: 'Background' },
      },
    ])
  })

  it('treats 404 on pruning as success and passes on other errors', async () => {
    const server = new EchoServer()
    server.answer = () => failure(404, 'NotFound')
    await own({}, { shown: [held('old')], server })
    server.answer = () => failure(409, 'Conflict')
    await expect(own({}, { shown: [held('old')], server })).rejects.toMatchObject({ status: 409 })
  })

  it('prunes nothing with `prune: false`', async () => {
    expect((await own({}, { shown: [held('old')], how: { prune: false } })).lines).toEqual([])
  })

  it('logs what it would do in a dry run and sends only dry-run applies', async () => {
    const said: string[] = []
    const { log } = recordedLog(({ message, fields }) => said.push(`${message} ${String(fields['child'])}`))
    const { asked } = await own(
      { one: wanted('one') },
      { shown: [held('old')], how: { dryRun: true }, server: emptyServer(), log },
    )
    expect(asked.map(({ method, query }) => [method, query['dryRun']])).toEqual([
      ['GET', undefined],
      ['PATCH', 'All'],
    ])
    expect(said).toEqual(['dry run: would apply child Site default/one', 'dry run: would prune child Site default/old'])
  })

  it('reads a child whose kind is not watched from the server before it applies it', async () => {
    const server = emptyServer()
    const { lines } = await own({ one: wanted('one') }, { followed: false, server })
    expect(lines).toEqual([`GET ${place}/one`, `PATCH ${place}/one`])
  })

  it.each([
    { name: 'is dropped with the owner if the kind is not watched', followed: false, left: 0 },
    { name: 'is kept until the child is deleted if the kind is watched', followed: true, left: 1 },
  ])('the record of the applied child $name', async ({ followed, left }) => {
    const applied = new AppliedChildren('me')
    const server = emptyServer()
    const managedFields = [{ manager: 'me', operation: 'Apply', apiVersion: 'web.example.dev/v1', fieldsV1: {} }]
    const made = { ...held('one'), metadata: { ...held('one').metadata, managedFields } }
    server.answer = ({ method }) => (method === 'GET' ? failure(404, 'NotFound') : { body: made })
    await own({ one: wanted('one') }, { followed, applied, server, how: { prune: false } })
    expect(applied.size).toBe(1)
    applied.forgetOwner(siteOwner.metadata.uid)
    expect(applied.size).toBe(left)
  })

  it('warns once about a kind that is missing from `owns`, unless `prune` is given', async () => {
    const said: string[] = []
    const warnedKinds = new Set<string>()
    const { log } = recordedLog(({ message, fields }) => said.push(`${message}: ${String(fields['kind'])}`))
    const given = { followed: false, server: emptyServer(), log, warnedKinds }
    await own({ one: wanted('one') }, { ...given, how: { prune: false } })
    expect(said).toEqual([])
    await own({ one: wanted('one'), two: wanted('two') }, given)
    await own({ one: wanted('one') }, given)
    await own({ one: wanted('one') }, { ...given, followed: true, warnedKinds: new Set() })
    expect(said).toEqual(['ctx.own was given a kind that is missing from `owns`: Site'])
  })

  it('refuses a cluster-scoped child of a namespaced owner', async () => {
    const region = manifest(Region, { metadata: { name: 'north' }, spec: { country: 'x' } })
    await expect(own({ region })).rejects.toMatchObject({ code: 'KW_CONTROLLER_CHILDREN' })
  })
})
