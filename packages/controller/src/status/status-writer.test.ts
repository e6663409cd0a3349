import type { ScriptedAnswer } from '@kubewright/client/testing'
import type { KubeObject } from '@kubewright/core'
import { no, yes } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import type { AppliedStatus } from './applied-status.ts'
import { StatusWriter } from './status-writer.ts'
import { Site, site } from '../testing/objects.ts'
import { failure, EchoServer } from '../testing/echo-server.ts'

const { signal } = new AbortController()
const start = '2026-01-01T00:00:00Z'
const path = '/apis/web.example.dev/v1/namespaces/default/sites/blog'
const ready = {
  type: 'Ready',
  status: 'True',
  reason: 'Serving',
  message: '',
  lastTransitionTime: '2025-01-01T00:00:00Z',
}

type Said = readonly [status: object, conditions?: Parameters<StatusWriter['set']>[1]]

/** Sets each status in turn, then writes. Returns the requests to the server. */
async function write(
  object: KubeObject,
  said: readonly Said[],
  known: readonly (readonly [string, AppliedStatus])[] = [],
) {
  const clock = new VirtualClock({ start })
  const server = new EchoServer()
  await using client = server.client(clock)
  server.answer = ({ method }) => (method === 'GET' ? { body: object } : undefined)
  const applied = new Map(known)
  const writer = new StatusWriter({ resource: Site, client, fieldManager: 'sites', now: () => clock.now(), applied })
  for (const [status, conditions = {}] of said) writer.set(status, conditions)
  const { generation } = object.metadata
  await writer.flush(object, generation, signal)
  return { asked: server.asked, lines: server.lines, applied }
}

const own = (fields: readonly string[], conditions: readonly string[] = []): AppliedStatus => ({
  fields: new Set(fields),
  conditions: new Set(conditions),
})

describe('the status writer', () => {
  it("applies the last status once, with force, the controller's field manager and the seen resourceVersion", async () => {
    const { asked } = await write(site(), [[{ url: 'a' }], [{ url: 'b' }, { Ready: yes('Serving') }]])
    expect(asked).toMatchObject([
      {
        method: 'PATCH',
        path: `${path}/status`,
        query: { fieldManager: 'sites', force: 'true' },
        body: {
          metadata: { namespace: 'default', name: 'blog', resourceVersion: '1' },
          status: {
            url: 'b',
            observedGeneration: 1,
            conditions: [
              { type: 'Ready', status: 'True', reason: 'Serving', observedGeneration: 1, lastTransitionTime: start },
            ],
          },
        },
      },
    ])
  })

  it('writes nothing if no status was set', async () => {
    expect((await write(site(), [])).lines).toEqual([])
  })

  const shown = { url: 'a', observedGeneration: 1, conditions: [{ ...ready, observedGeneration: 1 }] }
  const cases = [
    { name: 'an equal status is not written', said: [{ url: 'a' }, { Ready: yes('Serving') }], lines: [] },
    {
      name: 'another field is written',
      said: [{ url: 'b' }, { Ready: yes('Serving') }],
      lines: [`PATCH ${path}/status`],
    },
    {
      name: 'another condition status is written',
      said: [{ url: 'a' }, { Ready: no('Serving') }],
      lines: [`PATCH ${path}/status`],
    },
    {
      name: 'another condition reason is written',
      said: [{ url: 'a' }, { Ready: yes('Shining') }],
      lines: [`PATCH ${path}/status`],
    },
  ] as const

  it.each(cases)('compares with the current status: $name', async ({ said, lines }) => {
    expect((await write(site('blog', { status: shown }), [said])).lines).toEqual(lines)
  })

  it('keeps lastTransitionTime while the status of a condition is unchanged', async () => {
    const { asked } = await write(site('blog', { status: shown }), [[{ url: 'b' }, { Ready: yes('Shining') }]])
    expect(asked[0]?.body).toMatchObject({ status: { conditions: [{ lastTransitionTime: ready.lastTransitionTime }] } })
  })

  it('writes observedGeneration for a new generation', async () => {
    const next = site('blog', { status: shown, metadata: { generation: 2 } })
    const { asked } = await write(next, [[{ url: 'a' }, { Ready: yes('Serving') }]])
    expect(asked[0]?.body).toMatchObject({ status: { observedGeneration: 2, conditions: [{ observedGeneration: 2 }] } })
  })

  it('removes a field that the controller set before and leaves out now, but no field of other managers', async () => {
    const both = site('blog', { status: { url: 'a', size: 1, observedGeneration: 1 } })
    const mine = await write(both, [[{ url: 'a' }]], [['uid-blog', own(['url', 'size', 'observedGeneration'])]])
    const theirs = await write(both, [[{ url: 'a' }]], [['uid-blog', own(['url', 'observedGeneration'])]])
    expect([mine.lines, theirs.lines]).toEqual([[`PATCH ${path}/status`], []])
    expect(mine.applied.get('uid-blog')).toEqual(own(['url', 'observedGeneration']))
  })

  it('reads managedFields from the server once if the owned fields are unknown', async () => {
    const fieldsV1 = { 'f:status': { 'f:url': {}, 'f:conditions': { 'k:{"type":"Ready"}': { '.': {} } } } }
    const managedFields = [
      { manager: 'sites', operation: 'Apply', apiVersion: 'web.example.dev/v1', subresource: 'status', fieldsV1 },
    ]
    const status = { url: 'a', size: 1, observedGeneration: 1, conditions: [ready, { ...ready, type: 'Cheap' }] }
    const { lines, asked, applied } = await write(site('blog', { status, metadata: { managedFields } }), [
      [{ url: 'b' }],
    ])
    expect(lines).toEqual([`GET ${path}`, `PATCH ${path}/status`])
    // Its own condition stays; that of another manager is not applied.
    expect(asked[1]?.body).toMatchObject({ status: { url: 'b', conditions: [{ type: 'Ready' }] } })
    expect(applied.get('uid-blog')?.conditions).toEqual(new Set(['Ready']))
  })

  describe('after a conflict', () => {
    const live = site('blog', { status: { url: 'old', size: 7 }, metadata: { resourceVersion: '9' } })
    const missing = failure(404, 'NotFound')
    /** Answers the first writes with conflicts, and reads with `there`. */
    async function contend(conflicts: number, there: ScriptedAnswer) {
      const clock = new VirtualClock({ start })
      const server = new EchoServer()
      await using client = server.client(clock)
      let left = conflicts
      server.answer = ({ method }) => (method === 'GET' ? there : left-- > 0 ? failure(409, 'Conflict') : undefined)
      const applied = new Map([['uid-blog', own(['url'])]])
      const writer = new StatusWriter({
        resource: Site,
        client,
        fieldManager: 'sites',
        now: () => clock.now(),
        applied,
      })
      writer.set({ url: 'new' }, {})
      const written = await writer.flush(site(), 1, signal).catch((error: unknown) => error)
      return { written, lines: server.lines, asked: server.asked }
    }

    it('applies to the current version', async () => {
      const { lines, asked } = await contend(2, { body: live })
      const round = [`PATCH ${path}/status`, `GET ${path}`]
      expect(lines).toEqual([...round, ...round, `PATCH ${path}/status`])
      expect(asked.at(-1)?.body).toMatchObject({ metadata: { resourceVersion: '9' }, status: { url: 'new' } })
    })

    it('gives up after a few attempts', async () => {
      const { written, lines } = await contend(100, { body: live })
      expect([written, lines.length]).toMatchObject([{ status: 409 }, 9])
    })

    it.each([
      { name: 'deleted', there: missing },
      { name: 'recreated with another uid', there: { body: site('blog', { metadata: { uid: 'another' } }) } },
    ])('writes nothing if the object was $name', async ({ there }) => {
      const { written, lines } = await contend(1, there)
      expect([written, lines]).toEqual([undefined, [`PATCH ${path}/status`, `GET ${path}`]])
    })
  })

  it('refuses a kind without a status subresource', async () => {
    await using client = new EchoServer().client(new VirtualClock())
    const writer = new StatusWriter({
      resource: ConfigMap,
      client,
      fieldManager: 'x',
      now: () => 0,
      applied: new Map(),
    })
    expect(() => writer.set({}, {})).toThrow(expect.objectContaining({ code: 'KW_CONTROLLER_STATUS' }))
  })
})
