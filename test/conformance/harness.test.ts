/** The harness itself: the real server starts, answers, and stops without a trace. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { type KubeObject, sleep, systemClock } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { startRealServer } from '../../tools/kube-apiserver/start-real-server.ts'
import { establish } from './custom-resource.ts'
import { createNamespace, expectStatus, openRealApi, realServer, uniqueName } from './real-server.ts'

describe('real kube-apiserver of the test harness', () => {
  it('is Kubernetes 1.36', async () => {
    using api = openRealApi()
    expect((await api.request('/version')).body).toMatchObject({
      major: '1',
      minor: '36',
      gitVersion: expect.stringMatching(/^v1\.36\./),
    })
  })

  it('creates, gets, lists and watches ConfigMaps', async () => {
    using api = openRealApi()
    const path = `/api/v1/namespaces/${await createNamespace(api, 'harness')}/configmaps`
    const body = { metadata: { name: 'settings' }, data: { greeting: 'grüße' } }

    const created = await expectStatus<KubeObject>(api.request(path, { method: 'POST', body }), 201)
    const read = await expectStatus<KubeObject>(api.request(`${path}/settings`), 200)
    const list = await expectStatus<{ items: KubeObject[] }>(api.request(path), 200)
    const events: unknown[] = []
    for await (const event of api.lines(`${path}?watch=true&resourceVersion=0`)) {
      events.push(event)
      break
    }

    expect(read).toEqual(created)
    expect(read).toMatchObject(body)
    expect(list.items).toEqual([withoutKind(created)])
    expect(events).toEqual([{ type: 'ADDED', object: created }])
  })

  it('accepts kubectl with the kubeconfig of the harness', async () => {
    const { kubeconfigPath, programs } = realServer()
    const parameters = ['--kubeconfig', kubeconfigPath, 'get', 'namespace', 'default', '--output', 'name']
    const { stdout } = await promisify(execFile)(programs.kubectl ?? 'kubectl', parameters)
    expect(stdout).toBe('namespace/default\n')
  })

  it('refuses an unknown bearer token with 401', async () => {
    using api = openRealApi()
    const headers = { authorization: 'Bearer somebody' }
    expect(await api.request('/api/v1/namespaces', { headers })).toMatchObject({
      status: 401,
      body: { kind: 'Status', reason: 'Unauthorized' },
    })
  })

  it('rejects a watch stream of an unknown resource with 404', async () => {
    using api = openRealApi()
    await expect(api.lines('/api/v1/nothing?watch=true').next()).rejects.toThrow('404')
  })

  it('establishes a custom resource', async () => {
    using api = openRealApi()
    const group = `${uniqueName('harness')}.example.dev`
    await establish(api, widgetDefinition(group))

    const widget = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'one' }, spec: { size: 3 } }
    const widgets = `/apis/${group}/v1/widgets`
    expect(await expectStatus(api.request(widgets, { method: 'POST', body: widget }), 201)).toMatchObject(widget)
  })
})

describe('startRealServer', () => {
  const { programs } = realServer()

  it('stops without leaving processes or files behind', { timeout: 120_000 }, async () => {
    const server = await startRealServer({ programs, featureGates: { MutatingAdmissionPolicy: false } })
    expect(server.pids.filter(isRunning)).toEqual(server.pids)
    await Promise.all([server.stop(), server.stop()])
    expect(server.pids.filter(isRunning)).toEqual([])
    await expect(access(server.kubeconfigPath)).rejects.toThrow('ENOENT')
  })

  it('reports the log of kube-apiserver when an unknown flag ends it', { timeout: 120_000 }, async () => {
    await expect(startRealServer({ programs, flags: { 'no-such-flag': true } })).rejects.toThrow(
      /^Cannot start kube-apiserver: it ended with code 1\. The end of its log:\n[^]*unknown flag: --no-such-flag/,
    )
  })

  it('ends kube-apiserver even when the owner is killed with SIGKILL', { timeout: 120_000 }, async () => {
    const script = `
      import { startRealServer } from ${JSON.stringify(new URL('../../tools/kube-apiserver/start-real-server.ts', import.meta.url))}
      const server = await startRealServer({ programs: ${JSON.stringify(programs)} })
      console.log(JSON.stringify(server.pids))
      setInterval(() => {}, 1_000)`
    const parameters = ['--import', 'tsx', '--input-type=module', '--eval', script]
    const owner = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(owner, 'exit')
    const [line] = await once(createInterface(owner.stdout), 'line')
    const pids = JSON.parse(String(line)) as number[]
    expect(pids.filter(isRunning)).toEqual(pids)

    owner.kill('SIGKILL')
    await ended
    while (pids.some(isRunning)) await sleep(systemClock, '20ms')
  })
})

function widgetDefinition(group: string) {
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
    },
  }
  return {
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Cluster',
      names: { kind: 'Widget', plural: 'widgets' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  }
}

/** Items of a typed list carry no kind of their own. */
function withoutKind({ apiVersion: _, kind: __, ...rest }: KubeObject) {
  return rest
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
