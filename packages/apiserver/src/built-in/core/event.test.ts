import { describe, expect, it } from 'vitest'
import { startBuiltInServer } from '../testing/built-in-server.ts'

const core = '/api/v1/namespaces/default/events'
const newer = '/apis/events.k8s.io/v1/namespaces/default/events'

async function withEvents() {
  const { send } = await startBuiltInServer()
  const about = (name: string) => ({ kind: 'Pod', namespace: 'default', name, uid: `uid-${name}` })
  const create = (path: string, body: object) =>
    send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const old = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'old' }, involvedObject: about('a') }
  const young = {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: 'new' },
    regarding: about('b'),
    eventTime: '2026-01-01T00:00:00.000000Z',
    type: 'Normal',
    reason: 'Started',
    action: 'Start',
    reportingController: 'example.dev/c',
    reportingInstance: 'c-0',
  }
  for (const [path, body] of [
    [core, old],
    [newer, young],
  ] as const) {
    expect((await create(path, body)).status).toBe(201)
  }
  return async (path: string, selector: string) => {
    const { status, body } = await send(`${path}?fieldSelector=${encodeURIComponent(selector)}`, {})
    const items = (body as { items?: { metadata: { name: string } }[] }).items ?? []
    return status === 200 ? items.map(({ metadata }) => metadata.name) : status
  }
}

/** As in kube-apiserver 1.36.4. */
describe('event field selectors', () => {
  it.each([
    [newer, 'regarding.name=a', ['old']],
    [newer, 'regarding.name=b', ['new']],
    [newer, 'regarding.kind=Pod', ['new', 'old']],
    [newer, 'regarding.uid=uid-b', ['new']],
    [newer, 'regarding.name!=b', ['old']],
    [newer, 'reportingController=example.dev/c', ['new']],
    [newer, 'reason=Started,type=Normal', ['new']],
    [newer, 'involvedObject.name=a', 400],
    [core, 'involvedObject.name=b', ['new']],
    [core, 'reportingComponent=example.dev/c', ['new']],
    [core, 'source=example.dev/c', ['new']],
    [core, 'regarding.name=a', 400],
  ])('at %s match events of either API version: %s', async (path, selector, expected) => {
    const select = await withEvents()
    expect(await select(path, selector)).toEqual(expected)
  })
})
