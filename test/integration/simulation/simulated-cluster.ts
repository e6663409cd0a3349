/** A cluster with selected parts of the simulation, for testing them separately. */
import { seededIds, seededRandom } from '@kubewright/core/random'
import { type PartName, type Simulation, type SimulationOptions, startSimulation } from '@kubewright/simulation'
import { type Cluster, type ClusterOptions, startCluster } from '@kubewright/testing'

export interface SimulatedCluster extends AsyncDisposable {
  readonly cluster: Cluster
  readonly simulation: Simulation
  readonly client: Cluster['client']
}

export async function simulatedCluster(
  parts: readonly PartName[],
  { cluster: how, ...options }: Partial<SimulationOptions> & { readonly cluster?: ClusterOptions } = {},
): Promise<SimulatedCluster> {
  const cluster = await startCluster(how)
  const simulation = await simulate(cluster, parts, options)
  return {
    cluster,
    simulation,
    client: cluster.client,
    async [Symbol.asyncDispose]() {
      await simulation[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

export function simulate(
  cluster: Cluster,
  parts: readonly PartName[],
  options: Partial<SimulationOptions> = {},
): Promise<Simulation> {
  const random = seededRandom('simulation')
  const client = cluster.clientFor({ fieldManager: 'kube-controller-manager' })
  return startSimulation({
    client,
    parts,
    clock: cluster.clock,
    random,
    ids: seededIds(random),
    freezes: true,
    ...options,
  })
}
