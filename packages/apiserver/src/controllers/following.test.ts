import { describe, expect, it } from 'vitest'
import { startAdmissionServer } from '../admission/plugins/testing/admission-server.ts'
import type { Send } from '../testing/play-request.ts'

interface Shown {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> }
  readonly spec?: { readonly clusterIP?: string }
  readonly items?: readonly Shown[]
}

async function request(send: Send, method: string, path: string, body?: object): Promise<Shown> {
  const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}
  return (await send(path, { method, headers, ...(body === undefined ? {} : { body }) })).body as Shown
}

const namesOf = ({ items }: Shown) => items?.map(({ metadata }) => metadata.name)

describe('built-in controllers', () => {
  it('keep an IPAddress for every cluster IP of a Service', async () => {
    await using server = await startAdmissionServer()
    const { send } = server
    const services = '/api/v1/namespaces/default/services'
    const addresses = async () => namesOf(await request(send, 'GET', '/apis/networking.k8s.io/v1/ipaddresses'))
    const port = { ports: [{ port: 80 }] }
    const { spec } = await request(send, 'POST', services, { metadata: { name: 's' }, spec: port })
    await request(send, 'POST', services, { metadata: { name: 'h' }, spec: { ...port, clusterIP: 'None' } })
    await request(send, 'POST', `${services}?dryRun=All`, { metadata: { name: 'd' }, spec: port })
    expect(await addresses()).toEqual(['10.0.0.1', spec!.clusterIP])
    await request(send, 'DELETE', `${services}/s`)
    expect(await addresses()).toEqual(['10.0.0.1'])
  })

  it('keep an APIService for every served version of a CRD', async () => {
    await using server = await startAdmissionServer()
    const { send } = server
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    const custom = async () => {
      const { items } = await request(send, 'GET', '/apis/apiregistration.k8s.io/v1/apiservices')
      return items?.map(({ metadata }) => metadata.name).filter((name) => name.endsWith('.example.dev'))
    }
    const version = (name: string, served: boolean, storage: boolean) => ({
      name,
      served,
      storage,
      schema: { openAPIV3Schema: { type: 'object' } },
    })
    await request(send, 'POST', definitions, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'foos.example.dev' },
      spec: {
        group: 'example.dev',
        scope: 'Namespaced',
        names: { plural: 'foos', kind: 'Foo' },
        versions: [version('v1', true, true), version('v1beta1', true, false), version('v1alpha1', false, false)],
      },
    })
    expect(await custom()).toEqual(['v1.example.dev', 'v1beta1.example.dev'])
    await request(send, 'DELETE', `${definitions}/foos.example.dev`)
    for (let turn = 0; turn < 500; turn++) await Promise.resolve()
    expect(await custom()).toEqual([])
  })

  const conditionOf = async (send: Send, path: string) => {
    for (let turn = 0; turn < 500; turn++) await Promise.resolve()
    const { status } = (await request(send, 'GET', path)) as { status?: { conditions?: readonly object[] } }
    return status?.conditions?.[0]
  }

  it('set the Dangling condition of a FlowSchema whose priority level is missing', async () => {
    await using server = await startAdmissionServer()
    const { send } = server
    const [schemas, levels] = ['flowschemas', 'prioritylevelconfigurations'].map(
      (plural) => `/apis/flowcontrol.apiserver.k8s.io/v1/${plural}`,
    ) as [string, string]
    const spec = { priorityLevelConfiguration: { name: 'nobody' } }
    await request(send, 'POST', schemas, { metadata: { name: 'f' }, spec })
    expect(await conditionOf(send, `${schemas}/f`)).toMatchObject({
      type: 'Dangling',
      status: 'True',
      reason: 'NotFound',
    })
    await request(send, 'POST', levels, {
      metadata: { name: 'nobody' },
      spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
    })
    expect(await conditionOf(send, `${schemas}/f`)).toMatchObject({
      type: 'Dangling',
      status: 'False',
      reason: 'Found',
    })
  })

  it('set the Available condition of an APIService whose service or endpoints are missing', async () => {
    await using server = await startAdmissionServer()
    const { send } = server
    const path = '/apis/apiregistration.k8s.io/v1/apiservices'
    const behind = { service: { namespace: 'default', name: 'nobody' }, insecureSkipTLSVerify: true }
    await request(send, 'POST', path, {
      metadata: { name: 'v1.example.dev' },
      spec: { group: 'example.dev', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1, ...behind },
    })
    expect(await conditionOf(send, `${path}/v1.example.dev`)).toMatchObject({
      reason: 'ServiceNotFound',
      message: 'service/nobody in "default" is not present',
    })
    const services = '/api/v1/namespaces/default/services'
    await request(send, 'POST', services, { metadata: { name: 'nobody' }, spec: { ports: [{ port: 443 }] } })
    expect(await conditionOf(send, `${path}/v1.example.dev`)).toMatchObject({
      reason: 'EndpointsNotFound',
      message: 'cannot find endpointslices for service/nobody in "default"',
    })
  })

  it('recreate the kubernetes Service after it was deleted', async () => {
    await using server = await startAdmissionServer()
    const { send } = server
    const path = '/api/v1/namespaces/default/services/kubernetes'
    await request(send, 'DELETE', path)
    expect((await send(path, {})).status).toBe(404)
    await server.clock.advance('10s')
    expect((await request(send, 'GET', path)).spec?.clusterIP).toBe('10.0.0.1')
  })
})
