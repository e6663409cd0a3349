/** What this server checks of itself, under the names kube-apiserver has for the same. */
import { Health } from './health.ts'

/**
 * Nothing answers before these are done, so whoever can ask is told that they are. They are listed because clients and
 * scripts ask for them by name.
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
      // The cause names files of this machine; it stands in the log of the write that failed.
      throw new Error('changes cannot be stored: the disk is full or failing')
    }
  }
  health.add({ name: 'etcd', check })
  health.add({ name: 'etcd-readiness', at: ['readyz'], check })
  for (const name of doneAtStart) health.add({ name, check: () => {} })
  return health
}
