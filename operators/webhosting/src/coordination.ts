/** The coordination of replicas by its name on the command line. The controller is the same for all. */
import { hostname } from 'node:os'
import { shard } from '@kubewright/sharding'
import { leader } from 'kubewright'
import { alone, type Coordination } from 'kubewright/lease'
import { operatorName, operatorNamespace } from './names.ts'
import type { CoordinationName } from './settings.ts'

/**
 * @param identity name of this replica, and of its shard
 *
 * Failure: `KW_SHARDING_NAME` for an identity that is not a valid shard name.
 */
export function coordinationFor(name: CoordinationName, identity: string = hostname()): Coordination {
  switch (name) {
    case 'alone':
      return alone()
    case 'leader':
      return leader({ lease: operatorName, namespace: operatorNamespace })
    case 'shard':
      // The ring has the same name as the leader's lease: the sharder holds that lease.
      return shard({ ring: operatorName, namespace: operatorNamespace, identity })
  }
}
