/** A server over the network: the real one in a conformance run, an embedded one otherwise. Tests do not depend on which. */
import { startApiServer } from '@kubewright/apiserver'
import { type Client, createClient } from '@kubewright/client'
import { nameSuffix } from '@kubewright/core/random'
import { CustomResourceDefinition, established, Namespace } from 'kubewright'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Theme } from '../theme.ts'
import type { Website } from '../website.ts'

export interface ServerUnderTest {
  /** A client in the test file's own namespace. */
  readonly client: Client
  readonly namespace: string
}

/** The address of the real server, if the run has one. */
interface RealServer {
  readonly url: string
  readonly ca: string
  readonly token: string
}

/** Starts the server before the first test of a file, and stops it after the last. */
export function useServer(resources: readonly (typeof Theme | typeof Website)[]): () => ServerUnderTest {
  const parts: AsyncDisposable[] = []
  let server: ServerUnderTest | undefined
  beforeAll(async () => {
    const { url, ca, token } = (inject('realServer' as never) as RealServer | undefined) ?? (await startEmbedded(parts))
    const namespace = `webhosting-${nameSuffix(8)}`
    const client = createClient({ server: url, ca, token }, { namespace, fieldManager: 'test' })
    parts.push(client)
    for (const resource of resources) {
      const { metadata } = await client.apply(CustomResourceDefinition, resource.crd(), { force: true })
      await client.waitFor(CustomResourceDefinition, metadata, established)
    }
    await client.create(Namespace, { metadata: { name: namespace } })
    server = { client, namespace }
  }, 60_000)
  afterAll(async () => {
    for (const part of parts.splice(0).reverse()) await part[Symbol.asyncDispose]()
  })
  return () => server!
}

async function startEmbedded(parts: AsyncDisposable[]): Promise<RealServer> {
  const server = await startApiServer({ listen: {} })
  parts.push(server)
  const { url, authority, token } = server.endpoint!
  return { url, ca: authority, token }
}
