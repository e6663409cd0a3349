/** Who may act, by the name people choose it by. The controller is the same for all of them. */
import { hostname } from 'node:os'
import { shard } from '@kubewright/sharding'
import { leader } from 'kubewright'
import { alone, type Coordination } from 'kubewright/lease'
import { operatorName, operatorNamespace } from './names.ts'
import type { CoordinationName } from './settings.ts'

/**
 * @param identity what this replica is called: a shard is named after it
 *
 * Failure: `KW_SHARDING_NAME` for an identity that no shard can have.
 */
export function coordinationFor(name: CoordinationName, identity: string = hostname()): Coordination {
  switch (name) {
    case 'alone':
      return alone()
    case 'leader':
      return leader({ lease: operatorName, namespace: operatorNamespace })
    case 'shard':
      // By the same name as the lease of a leader: whoever shares out the websites holds it.
      return shard({ ring: operatorName, namespace: operatorNamespace, identity })
  }
}
