/** The parts of a simulated cluster, in the order in which they are listed. */

/** The names of the parts of a simulated cluster, for `startSimulation`. */
export const partNames = [
  'namespaces',
  'service-accounts',
  'garbage-collection',
  'deployments',
  'replica-sets',
  'stateful-sets',
  'daemon-sets',
  'jobs',
  'cron-jobs',
  'endpoints',
  'disruption-budgets',
  'volumes',
  'quotas',
  'autoscalers',
  'nodes',
  'scheduler',
  'pods',
] as const

/** A part of a simulated cluster: a controller, the nodes, the scheduler or the pods. */
export type PartName = (typeof partNames)[number]
