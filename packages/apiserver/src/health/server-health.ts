/** The health checks of this server, under the names of kube-apiserver. */
import { Health } from './health.ts'

/**
 * The server answers no request before these are done, so they always pass. They are listed because clients and scripts
 * request them by name.
 */
const doneAtStart = [
  'poststarthook/start-apiextensions-controllers',
  'poststarthook/crd-informer-synced',
  'poststarthook/start-system-namespaces-controller',
  'poststarthook/rbac/bootstrap-roles',
] as const

export interface ServerHealthOptions {
  /** Throws, or rejects, if objects cannot be stored. */
  readonly checkStorage?: () => Promise<void> | undefined
}

export function serverHealth({ checkStorage = () => undefined }: ServerHealthOptions = {}): Health {
  const health = new Health()
  const check = async () => {
    try {
      await checkStorage()
    } catch {
      // The cause names files of this machine; the log of the failed write has it.
      throw new Error('changes cannot be stored: the disk is full or failing')
    }
  }
  health.add({ name: 'etcd', check })
  health.add({ name: 'etcd-readiness', at: ['readyz'], check })
  for (const name of doneAtStart) health.add({ name, check: () => {} })
  return health
}
