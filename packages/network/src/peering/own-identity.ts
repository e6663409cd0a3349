/** The identity of this cluster, read once. An account that may not read it announces none. */
import { type Client, isForbidden } from '@kubewright/client'
import { clusterIdentity } from '@kubewright/replication'

export class OwnIdentity {
  #known: { readonly identity: string | undefined } | undefined

  async read(client: Client): Promise<string | undefined> {
    this.#known ??= { identity: await clusterIdentity(client).catch(ignoreForbidden) }
    return this.#known.identity
  }
}

function ignoreForbidden(error: unknown): undefined {
  if (!isForbidden(error)) throw error
}
