/** Webhooks with a service reference are called at the endpoints of the Service. */
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Client, established, ready } from '@kubewright/client'
import { createAuthority } from '@kubewright/core/certificates'
import { ConfigMap, CustomResourceDefinition, Pod, Secret, Service } from '@kubewright/kubernetes'
import { ValidatingWebhookConfiguration } from '@kubewright/kubernetes/admissionregistration/v1'
import { EndpointSlice } from '@kubewright/kubernetes/discovery/v1'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const namespace = 'default'
const hook = { name: 'hook', namespace }
const program = fileURLToPath(new URL('./webhook-program.mjs', import.meta.url))
const authority = createAuthority({ name: 'webhooks' })
const caBundle = Buffer.from(authority.certificate).toString('base64')
const issue = (host: string) => authority.issue({ name: 'hook', hosts: [host] })
const prefix =
  'failed calling webhook "hook.example.dev": failed to call webhook: Post "https://hook.default.svc:443/check?timeout=10s": '

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createTcpServer().listen(0, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

async function installWebhook(client: Client): Promise<void> {
  await client.create(ValidatingWebhookConfiguration, {
    metadata: { name: 'hook' },
    webhooks: [
      {
        name: 'hook.example.dev',
        clientConfig: { service: { ...hook, path: '/check' }, caBundle },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
        objectSelector: { matchLabels: { asks: 'yes' } },
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  })
}

const write = (client: Client, name: string) =>
  client.create(ConfigMap, { metadata: { name, namespace, labels: { asks: 'yes' } } })

describe('webhook with a service reference', () => {
  it('is called at a pod that runs as a process, once that is ready', async () => {
    const port = await freePort()
    await using cluster = await startCluster({
      time: 'real',
      simulation: {
        images: { hook: { command: [process.execPath, program, String(port)] } },
        processes: { stopTimeout: '1s' },
      },
    })
    const { client } = cluster
    const { key, certificate } = issue('hook.default.svc')
    await client.create(Secret, { metadata: { name: 'certs' }, stringData: { 'tls.key': key, 'tls.crt': certificate } })
    await installWebhook(client)
    await expect(write(client, 'early')).rejects.toThrow(`${prefix}service "hook" not found`)
    await client.create(Service, {
      metadata: hook,
      spec: { selector: { app: 'hook' }, ports: [{ port: 443, targetPort: port }] },
    })
    await expect(write(client, 'early')).rejects.toThrow(`${prefix}no endpoints available for service "hook"`)
    const readinessProbe = { tcpSocket: { port }, periodSeconds: 1 }
    const volumeMounts = [{ name: 'certs', mountPath: '/certs' }]
    await client.create(Pod, {
      metadata: { name: 'hook-1', namespace, labels: { app: 'hook' } },
      spec: {
        volumes: [{ name: 'certs', secret: { secretName: 'certs' } }],
        containers: [{ name: 'hook', image: 'hook:1', readinessProbe, volumeMounts }],
      },
    })
    await client.waitFor(Pod, { name: 'hook-1', namespace }, ready)
    await expect.poll(() => write(client, 'good').then(() => 'made', String), { timeout: 20_000 }).toBe('made')
    await expect(write(client, 'bad')).rejects.toThrow(
      'admission webhook "hook.example.dev" denied the request: hook-1 says no',
    )
  })

  /** Listens where this machine finds the endpoint 10.130.9.9. */
  async function serve(host: string, respond: (review: Review) => object) {
    const { key, certificate } = issue(host)
    const server = createServer({ key, cert: certificate }, (request, response) => {
      void json(request).then((body) => {
        const review = body as Review
        const answer = { ...review, request: undefined, response: { uid: review.request.uid, ...respond(review) } }
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(answer))
      })
    })
    server.on('tlsClientError', () => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.130.9.9', resolve))
    return {
      port: (server.address() as AddressInfo).port,
      async [Symbol.asyncDispose]() {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      },
    }
  }

  interface Review {
    readonly request: {
      readonly uid: string
      readonly desiredAPIVersion?: string
      readonly objects?: readonly { apiVersion: string }[]
    }
  }

  async function publish(client: Client, port: number): Promise<void> {
    await client.create(Service, { metadata: hook, spec: { ports: [{ name: 'https', port: 443 }] } })
    await client.create(EndpointSlice, {
      metadata: { ...hook, labels: { 'kubernetes.io/service-name': 'hook' } },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.130.9.9'] }],
      ports: [{ name: 'https', port }],
    })
  }

  it('is called at a manually created endpoint, with a certificate for the service name', async () => {
    await using cluster = await startCluster({ time: 'real', simulation: { parts: ['endpoints'] } })
    const { client } = cluster
    await using wrong = await serve('other.default.svc', () => ({ allowed: true }))
    await using right = await serve('hook.default.svc', () => ({ allowed: true }))
    await installWebhook(client)
    await publish(client, wrong.port)
    await expect(write(client, 'good')).rejects.toThrow(
      `${prefix}tls: failed to verify certificate: x509: certificate is valid for other.default.svc, not hook.default.svc`,
    )
    await client.patch(EndpointSlice, hook, { ports: [{ name: 'https', port: right.port }] })
    expect((await write(client, 'good')).metadata.name).toBe('good')
  })

  it('converts custom resources', async () => {
    await using cluster = await startCluster({ time: 'real', simulation: { parts: ['endpoints'] } })
    const { client } = cluster
    await using server = await serve('hook.default.svc', ({ request }) => ({
      result: { status: 'Success' },
      convertedObjects: request.objects!.map((object) => ({ ...object, apiVersion: request.desiredAPIVersion! })),
    }))
    await publish(client, server.port)
    const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const
    await client.create(CustomResourceDefinition, {
      metadata: { name: 'things.example.dev' },
      spec: {
        group: 'example.dev',
        names: { kind: 'Thing', plural: 'things', singular: 'thing', listKind: 'ThingList' },
        scope: 'Namespaced',
        versions: ['v1', 'v2'].map((name) => ({
          name,
          served: true,
          storage: name === 'v1',
          schema: { openAPIV3Schema },
        })),
        conversion: {
          strategy: 'Webhook',
          webhook: {
            conversionReviewVersions: ['v1'],
            clientConfig: { service: { ...hook, path: '/convert' }, caBundle },
          },
        },
      },
    })
    await client.waitFor(CustomResourceDefinition, { name: 'things.example.dev' }, established)
    const body = JSON.stringify({ apiVersion: 'example.dev/v2', kind: 'Thing', metadata: { name: 'one' } })
    const path = '/apis/example.dev/v2/namespaces/default/things'
    const headers = { 'content-type': 'application/json' }
    await client.request({ method: 'POST', path, headers, body })
    const { text } = await client.request({ path: '/apis/example.dev/v1/namespaces/default/things/one' })
    expect(JSON.parse(text)).toMatchObject({ apiVersion: 'example.dev/v1', kind: 'Thing' })
  })
})
