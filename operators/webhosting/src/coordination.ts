/** Who may act, by the name people choose it by. The controller is the same for all of them. */
import { leader } from 'kubewright'
import { alone, type Coordination } from 'kubewright/lease'
import { operatorName, operatorNamespace } from './names.ts'
import type { CoordinationName } from './settings.ts'

/** Failure: throws an `Error` for what is not there. */
export function coordinationFor(name: CoordinationName): Coordination {
  switch (name) {
    case 'alone':
      return alone()
    case 'leader':
      return leader({ lease: operatorName, namespace: operatorNamespace })
    case 'shard':
      throw new Error('--coordination shard is not available')
  }
}
