import { describe, expect, it } from 'vitest'
import { startAdmissionServer } from '../admission/plugins/testing/admission-server.ts'
import type { Send } from '../built-in/testing/case-player.ts'

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

describe('what the server keeps true', () => {
  it('has an IPAddress for every address of a Service', async () => {
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

  it('has an APIService for every version that a definition serves', async () => {
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

  it('has its own Service again some time after somebody deleted it', async () => {
    await using server = await startAdmissionServer()
    const { send } = server
    const path = '/api/v1/namespaces/default/services/kubernetes'
    await request(send, 'DELETE', path)
    expect((await send(path, {})).status).toBe(404)
    await server.clock.advance('10s')
    expect((await request(send, 'GET', path)).spec?.clusterIP).toBe('10.0.0.1')
  })
})
