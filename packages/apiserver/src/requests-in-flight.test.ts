import { nextTurn } from '@kubewright/core/time'
import { describe, expect, it } from 'vitest'
import { startServer } from './testing/started-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const masters = ['system:masters']

/** A hanging webhook that keeps every write of a ConfigMap in flight. */
const hanging = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'hanging' },
  webhooks: [
    {
      name: 'hanging.example.com',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      timeoutSeconds: 30,
      clientConfig: { url: 'https://127.0.0.1:1/hang' },
      rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    },
  ],
}

const everything = {
  metadata: { name: 'everything' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: ['ada', 'bob'].map((name) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name })),
}

async function start() {
  const gates: (() => void)[] = []
  const started = await startServer({
    maxRequestsInFlight: 400,
    maxMutatingRequestsInFlight: 4,
    webhooks: () => new Promise((_, reject) => gates.push(() => reject(new Error('gone')))),
  })
  await started.send('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', everything)
  await started.send('POST', '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', hanging)
  const as = (name: string, groups: string[] = []) => started.server.transport({ user: { name, groups } })
  const write = async (name: string, path: string, groups: string[] = []) => {
    const body = JSON.stringify({ metadata: { generateName: 'x-' } })
    const headers = { 'content-type': 'application/json' }
    const answer = await as(name, groups).send({ method: 'POST', path, headers, body })
    return { status: answer.status, headers: answer.headers, text: await answer.body.text() }
  }
  const read = async (name: string, path: string) => (await as(name).send({ method: 'GET', path, headers: {} })).status
  const openGates = () => gates.splice(0).forEach((open) => open())
  return { started, write, read, openGates }
}

describe('requests in flight', () => {
  it('are limited per user and in total: other users are served, and queued requests get 429 after the timeout', async () => {
    const { started, write, read, openGates } = await start()
    await using _ = started
    const first = [1, 2, 3, 4].map(() => write('ada', maps))
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    // One user gets three of four slots; the last one is left to other users.
    const secrets = maps.replace('configmaps', 'secrets')
    expect((await write('bob', secrets)).status).toBe(201)
    expect((await write('root', secrets, masters)).status).toBe(201)
    expect([await read('ada', secrets), await read('ada', '/readyz')]).toEqual([200, 200])
    const late = write('ada', secrets)
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    await started.clock.advance(15_000)
    const refused = await late
    expect([refused.status, refused.headers['retry-after'], refused.text]).toEqual([
      429,
      '1',
      'Too many requests, please try again later.\n',
    ])
    openGates()
    const statuses = (await Promise.all(first)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([429, 500, 500, 500])
    expect((await write('ada', secrets)).status).toBe(201)
  })
})
