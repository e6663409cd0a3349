import { recordedLog } from '@kubewright/core/testing'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { managerOn } from './managed.ts'

it('a variable that looks like a misspelt setting is logged at the start', async () => {
  await using cluster = await startCluster()
  const recorded = recordedLog()
  const environment = { KUBEWRIGHT_HELTH_PORT: '8081', KUBEWRIGHT_CLUSTER_COLOR: 'red' }
  const manager = managerOn(cluster, { controllers: [], environment, log: recorded.log })
  await using _ = manager.start()
  await cluster.settle()
  expect(recorded.entries.filter(({ level }) => level === 'warn')).toEqual([
    {
      level: 'warn',
      message: 'environment variable has no effect, it looks misspelt',
      fields: { variable: 'KUBEWRIGHT_HELTH_PORT', meant: 'KUBEWRIGHT_HEALTH_PORT' },
    },
  ])
})
