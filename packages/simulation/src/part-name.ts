/** The parts of a simulated cluster, in the order in which they are listed. */

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

export type PartName = (typeof partNames)[number]
