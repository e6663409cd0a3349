import type { ScriptedAnswer } from '@kubewright/client/testing'
import type { KubeObject } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { manifest } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { childKey, childOf } from './child.ts'
import { LostChildren } from './lost-children.ts'
import { recreationGuard } from './recreation-guard.ts'
import { Region, Site, site } from '../testing/objects.ts'
import { failure, EchoServer } from '../testing/echo-server.ts'

const { signal } = new AbortController()
const going = { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }
const path = '/apis/web.example.dev/v1/namespaces/default/sites/owner'

interface Given {
  readonly owner?: KubeObject
  readonly answer?: ScriptedAnswer
  /** How often the child was lost. */
  readonly losses?: number
}

/** Checks twice whether a child may be created. Returns the answers, the log and the requests to the server. */
async function ask({ owner = site('owner'), answer = { body: owner }, losses = 1 }: Given) {
  const server = new EchoServer()
  server.answer = () => answer
  await using client = server.client(new VirtualClock())
  const lost = new LostChildren(() => 0)
  const told: string[] = []
  const resource = owner.kind === 'Region' ? Region : Site
  const child = childOf(owner, manifest(Site, { metadata: { name: 'one', namespace: 'default' }, spec: {} }), 'me')
  for (let times = 0; times < losses; times++) lost.note(owner.metadata.uid, childKey(Site, child.ref))
  const [gone, leave] = [() => told.push('gone'), () => told.push('left')]
  const mayMake = recreationGuard(owner, { resource, client, signal, lost, gone, leave })
  const came = async () => await mayMake(child).then(() => 'made', failureOf)
  return { came: [await came(), await came()], told, lines: server.lines }
}

function failureOf(error: unknown): unknown {
  const { code, status } = error as { readonly code?: string; readonly status?: number }
  return status ?? code
}

const [made, leaves] = [
  ['made', 'made'],
  ['KW_CONTROLLER_GONE', 'KW_CONTROLLER_GONE'],
] as const

describe('a missing child', () => {
  it('is created without reading its owner if it was never lost', async () => {
    expect(await ask({ losses: 0 })).toEqual({ came: made, told: [], lines: [] })
  })

  const cases: readonly (Given & { name: string; came: readonly unknown[]; told: readonly string[] })[] = [
    { name: 'is recreated if its owner exists', came: made, told: [] },
    {
      name: 'is not recreated if its owner is deleted',
      answer: failure(404, 'NotFound'),
      came: leaves,
      told: ['gone', 'left'],
    },
    {
      name: 'is not recreated if its owner was recreated with another uid',
      answer: { body: site('owner', { metadata: { uid: 'another' } }) },
      came: leaves,
      told: ['gone', 'left'],
    },
    {
      name: 'is not recreated if its owner got a deletionTimestamp that the cache has not seen',
      answer: { body: site('owner', going) },
      came: leaves,
      told: ['left'],
    },
    {
      name: 'is recreated if the deletionTimestamp of its owner is already in the cache',
      owner: site('owner', going),
      came: made,
      told: [],
    },
    {
      name: 'is recreated, within limits, if reading the owner is forbidden',
      answer: failure(403, 'Forbidden'),
      came: made,
      told: [],
    },
    {
      name: 'waits if reading the owner is forbidden and it is lost repeatedly',
      answer: failure(403, 'Forbidden'),
      losses: 6,
      came: ['KW_CONTROLLER_CHILD_LOST', 'KW_CONTROLLER_CHILD_LOST'],
      told: [],
    },
    {
      name: 'is not recreated while reading the owner fails',
      answer: failure(500, 'InternalError'),
      came: [500, 500],
      told: [],
    },
    {
      name: 'waits for its back-off if it was lost too often and its owner exists',
      losses: 6,
      came: ['KW_CONTROLLER_CHILD_LOST', 'KW_CONTROLLER_CHILD_LOST'],
      told: [],
    },
    {
      name: 'is not recreated for a deleted owner, however often it was lost',
      answer: failure(404, 'NotFound'),
      losses: 6,
      came: leaves,
      told: ['gone', 'left'],
    },
  ]

  it.each(cases)('$name', async ({ name: _, came, told, ...given }) => {
    expect(await ask(given)).toEqual({ came, told, lines: [`GET ${path}`] })
  })

  it('is recreated for a cluster-scoped owner', async () => {
    const metadata = { name: 'north', uid: 'uid-north', resourceVersion: '1' }
    const owner = { apiVersion: 'web.example.dev/v1', kind: 'Region', metadata } as KubeObject
    expect(await ask({ owner })).toEqual({
      came: made,
      told: [],
      lines: ['GET /apis/web.example.dev/v1/regions/north'],
    })
  })
})
