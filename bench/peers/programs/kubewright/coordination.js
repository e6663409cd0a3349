/** Who may act: this process, one leader among several, or each shard on its part. */
import { alone, leader } from '@kubewright/lease'

export async function coordinationOf({ coordination, identity, namespace }) {
  if (coordination === 'leader') return leader({ lease: 'websites', namespace })
  // As in a program that is not sharded: it does not load this package.
  if (coordination === 'shard')
    return (await import('@kubewright/sharding')).shard({ ring: 'websites', namespace, identity })
  return alone()
}
