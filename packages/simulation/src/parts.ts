/** The constructors of all parts. */
import { serviceAccounts } from './accounts/service-accounts.ts'
import { disruptionBudgets } from './budgets/disruption-budgets.ts'
import { endpoints } from './endpoints/endpoints.ts'
import { garbageCollection } from './garbage/garbage-collection.ts'
import { namespaces } from './namespaces/namespaces.ts'
import { nodes } from './nodes/nodes.ts'
import type { Part } from './part.ts'
import type { PartName } from './part-name.ts'
import { pods } from './pods/pods.ts'
import { scheduler } from './scheduler/scheduler.ts'
import type { SimulationOptions } from './simulation.ts'
import { autoscalers } from './autoscalers/autoscalers.ts'
import { quotas } from './quotas/quotas.ts'
import { volumes } from './volumes/volumes.ts'
import { cronJobs } from './workloads/cron-jobs/cron-jobs.ts'
import { daemonSets } from './workloads/daemon-sets/daemon-sets.ts'
import { deployments } from './workloads/deployments/deployments.ts'
import { jobs } from './workloads/jobs/jobs.ts'
import { replicaSets } from './workloads/replica-sets/replica-sets.ts'
import { statefulSets } from './workloads/stateful-sets/stateful-sets.ts'

/** Called for each simulation, so that two in one process share no state. */
export type PartMaker = (options: SimulationOptions) => Part

export const partMakers: Readonly<Record<PartName, PartMaker>> = {
  namespaces,
  'service-accounts': serviceAccounts,
  'garbage-collection': garbageCollection,
  deployments,
  'replica-sets': replicaSets,
  'stateful-sets': statefulSets,
  'daemon-sets': daemonSets,
  jobs,
  'cron-jobs': cronJobs,
  endpoints,
  'disruption-budgets': disruptionBudgets,
  volumes,
  quotas,
  autoscalers,
  nodes,
  scheduler,
  pods,
}
