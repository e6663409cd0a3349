/** Whether a part of a cluster is simulated. */
import type { PartName } from '@kubewright/simulation'
import type { ClusterSimulationOptions } from './cluster.ts'

export function simulates(simulation: boolean | ClusterSimulationOptions | undefined, part: PartName): boolean {
  if (simulation === undefined || typeof simulation === 'boolean') return simulation === true
  return simulation.parts?.includes(part) ?? true
}
