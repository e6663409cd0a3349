import { describe, expect, it } from 'vitest'
import type { LocalWebhook } from '../outbound/local-webhooks.ts'
import { type StartedServer, startServer } from '../testing/started-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const merging = { 'content-type': 'application/merge-patch+json' }
const applying = { 'content-type': 'application/apply-patch+yaml' }
const writers = Array.from({ length: 60 }, (_, at) => `writer-${at}`)

async function keysOf({ send }: StartedServer, name: string): Promise<readonly string[]> {
  return Object.keys((await send('GET', `${maps}/${name}`)).body.data).toSorted()
}

/** How many responses had each status. */
function tally(answers: readonly { readonly status: number }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('concurrent writes of one object', () => {
  it('all succeed if they are patches', async () => {
    await using started = await startServer()
    const { send } = started
    await send('POST', maps, { metadata: { name: 'a' } })
    const patch = (key: string) => send('PATCH', `${maps}/a`, { data: { [key]: '' } }, merging)
    expect(tally(await Promise.all(writers.map(patch)))).toEqual({ 200: 60 })
    expect(await keysOf(started, 'a')).toEqual(writers.toSorted())
  })

  it('all succeed if they are applies, one of which creates the object', async () => {
    await using started = await startServer()
    const apply = (key: string) => {
      const configuration = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { [key]: '' } }
      return started.send('PATCH', `${maps}/a?fieldManager=${key}`, configuration, applying)
    }
    expect(tally(await Promise.all(writers.map(apply)))).toEqual({ 200: 59, 201: 1 })
    expect(await keysOf(started, 'a')).toEqual(writers.toSorted())
  })

  it('conflict, all but one, if they carry the same resourceVersion', async () => {
    await using started = await startServer()
    const { resourceVersion } = (await started.send('POST', maps, { metadata: { name: 'a' } })).body.metadata
    const put = (key: string) =>
      started.send('PUT', `${maps}/a`, { metadata: { name: 'a', resourceVersion }, data: { [key]: '' } })
    expect(tally(await Promise.all(writers.map(put)))).toEqual({ 200: 1, 409: 59 })
  })

  it('do not deadlock when a webhook writes the object that it reviews', async () => {
    let calls = 0
    const hook: LocalWebhook = async ({ body }) => {
      const { request } = JSON.parse(body) as { request: { uid: string } }
      const labels = { [`l${++calls}`]: '' }
      if (calls <= 2) await started.send('PATCH', `${maps}/a`, { metadata: { labels } }, merging)
      const response = { uid: request.uid, allowed: true }
      const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response }
      return { status: 200, body: Buffer.from(JSON.stringify(review)) }
    }
    const started: StartedServer = await startServer({ webhooks: new Map([['hooks.test:443', hook]]) })
    await using _ = started
    await started.send('POST', maps, { metadata: { name: 'a' } })
    const webhook = {
      name: 'hook.example.dev',
      clientConfig: { url: 'https://hooks.test/' },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['UPDATE'], resources: ['configmaps'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    }
    const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
    await started.send('POST', path, { metadata: { name: 'hook' }, webhooks: [webhook] })
    const answer = await started.send('PATCH', `${maps}/a`, { data: { key: '' } }, merging)
    expect([answer.status, Object.keys(answer.body.metadata.labels), answer.body.data]).toEqual([
      200,
      ['l1', 'l2'],
      { key: '' },
    ])
  })
})
