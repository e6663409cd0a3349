/** A client of the server under test, with a separate namespace for each test. */
import { type Client, type ClientOptions, createClient } from '@kubewright/client'
import { ConfigMap, Namespace } from '@kubewright/kubernetes'
import { expect } from 'vitest'
import { uniqueName } from '../../conformance/real-server.ts'
import { server } from './server.ts'

/** The administrator. The field manager is `conformance`. */
export function openClient(options: ClientOptions = {}): Client {
  const { url, ca, token } = server()
  return createClient({ server: url, ca, token }, { fieldManager: 'conformance', ...options })
}

/** A client with a unique namespace, which is the default of its calls. */
export async function openClientInNamespace(options: ClientOptions = {}): Promise<Client & { namespace: string }> {
  const namespace = uniqueName('client')
  const client = openClient({ ...options, namespace })
  await client.create(Namespace, { metadata: { name: namespace } })
  return { ...client, namespace }
}

/** ConfigMaps named `a`, `b`, … with the labels given for each. */
export async function createConfigMaps(client: Client, labels: readonly Readonly<Record<string, string>>[]) {
  const created = []
  for (const [index, each] of labels.entries()) {
    const name = String.fromCharCode('a'.charCodeAt(0) + index)
    created.push(await client.create(ConfigMap, { metadata: { name, labels: each }, data: { index: String(index) } }))
  }
  return created
}

/** The error that `call` rejects with. */
export async function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  return call.then(
    (value) => expect.fail(`expected a failure, got ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
}

/** A Deployment without replicas: no controller runs here. */
export function deployment(name: string) {
  const labels = { app: name }
  return {
    metadata: { name },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'main:1' }] } },
    },
  }
}
