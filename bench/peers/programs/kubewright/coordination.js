/** Who may act: this process, one leader among several, or each shard on its part. */
import { alone, leader } from '@kubewright/lease'
import { shard } from '@kubewright/sharding'

export function coordinationOf({ coordination, identity, namespace }) {
  if (coordination === 'leader') return leader({ lease: 'websites', namespace })
  if (coordination === 'shard') return shard({ ring: 'websites', namespace, identity })
  return alone()
}
