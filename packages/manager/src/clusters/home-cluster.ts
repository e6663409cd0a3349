/** The cluster a manager was created with. */
import type { Cache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { homeCluster } from '@kubewright/controller/clusters'
import type { TransportGuard } from './cluster-clients.ts'
import type { GuardableCluster } from './guarded-clusters.ts'

export class HomeCluster implements GuardableCluster {
  readonly name = homeCluster
  readonly labels = {}
  readonly client: Client
  readonly cache: Cache
  /** Set once a remote cluster has been added. */
  identity: string | undefined
  readonly behind?: (guard: TransportGuard) => Client
  readonly #end = new AbortController()

  /** @param behind creates a guarded client on this cluster's connections, if the manager owns them */
  constructor(client: Client, cache: Cache, behind?: (guard: TransportGuard) => Client) {
    this.client = client
    this.cache = cache
    if (behind !== undefined) this.behind = behind
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  /** Called when the program stops. */
  end(): void {
    this.#end.abort(new Error('the manager stops'))
  }
}
