/**
 * The default configuration of API Priority and Fairness: priority levels, and the flow schemas that assign requests to
 * them. The embedded server does not queue requests and only keeps the objects.
 */
import type { BootObject } from './boot-object.ts'

const group = 'flowcontrol.apiserver.k8s.io'
const apiVersion = `${group}/v1`
const manager = 'api-priority-and-fairness-config-producer-v1'
const annotation = 'apf.kubernetes.io/autoupdate-spec'
const metadata = (name: string) => ({ name, generation: 1, annotations: { [annotation]: 'true' } })
const ownsAnnotation = `metadata(annotations(. ${annotation}))`

/** Concurrency shares, lendable percent, number of queues, and hand size. */
const levels: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'global-default': [20, 50, 128, 6],
  'leader-election': [10, 0, 16, 4],
  'node-high': [40, 25, 64, 6],
  system: [30, 33, 64, 6],
  'workload-high': [40, 50, 128, 6],
  'workload-low': [100, 90, 128, 6],
}

export function priorityLevels(): readonly BootObject[] {
  const rejecting = { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 }
  const exempt = { nominalConcurrencyShares: 0, lendablePercent: 0 }
  return [
    level('exempt', { type: 'Exempt', exempt }, 'exempt(. lendablePercent nominalConcurrencyShares)'),
    level('catch-all', { type: 'Limited', limited: rejecting }, limitedWith('type')),
    ...Object.entries(levels).map(([name, [shares, lendablePercent, queues, handSize]]) => {
      const limitResponse = { type: 'Queue', queuing: { queues, handSize, queueLengthLimit: 50 } }
      const limited = { nominalConcurrencyShares: shares, limitResponse, lendablePercent }
      return level(name, { type: 'Limited', limited }, limitedWith('queuing(. handSize queueLengthLimit queues) type'))
    }),
  ]
}

const limitedWith = (response: string) =>
  `limited(. lendablePercent limitResponse(. ${response}) nominalConcurrencyShares)`

function level(name: string, spec: object, owns: string): BootObject {
  return {
    collection: `prioritylevelconfigurations.${group}`,
    apiVersion,
    kind: 'PriorityLevelConfiguration',
    metadata: metadata(name),
    fields: { spec, status: {} },
    owners: [{ manager, owns: `${ownsAnnotation} spec(${owns} type)` }],
  }
}

const members = (name: string) => ({ kind: 'Group', group: { name } })
const user = (name: string) => ({ kind: 'User', user: { name } })
const systemAccounts = { kind: 'ServiceAccount', serviceAccount: { namespace: 'kube-system', name: '*' } }
const everybody = [members('system:unauthenticated'), members('system:authenticated')]
const anyNamespace = { namespaces: ['*'] }
const everything = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, ...anyNamespace }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
}
const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], ...anyNamespace }
const nodes = { apiGroups: [''], resources: ['nodes', 'nodes/status'], clusterScope: true, ...anyNamespace }
const probes = { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }] }

interface Flow {
  readonly level: string
  readonly precedence: number
  /** The flow distinguisher. */
  readonly by?: 'ByUser' | 'ByNamespace'
  readonly subjects: readonly object[]
  readonly rules?: object
}

const flows: Readonly<Record<string, Flow>> = {
  exempt: { level: 'exempt', precedence: 1, subjects: [members('system:masters')] },
  probes: { level: 'exempt', precedence: 2, subjects: everybody, rules: probes },
  'system-leader-election': {
    level: 'leader-election',
    precedence: 100,
    by: 'ByUser',
    subjects: [user('system:kube-controller-manager'), user('system:kube-scheduler'), systemAccounts],
    rules: { resourceRules: [{ verbs: ['get', 'create', 'update'], ...leases }] },
  },
  'system-node-high': {
    level: 'node-high',
    precedence: 400,
    by: 'ByUser',
    subjects: [members('system:nodes')],
    rules: {
      resourceRules: [
        { verbs: ['*'], ...nodes },
        { verbs: ['*'], ...leases },
      ],
    },
  },
  'system-nodes': { level: 'system', precedence: 500, by: 'ByUser', subjects: [members('system:nodes')] },
  'kube-controller-manager': {
    level: 'workload-high',
    precedence: 800,
    by: 'ByNamespace',
    subjects: [user('system:kube-controller-manager')],
  },
  'kube-scheduler': {
    level: 'workload-high',
    precedence: 800,
    by: 'ByNamespace',
    subjects: [user('system:kube-scheduler')],
  },
  'kube-system-service-accounts': {
    level: 'workload-high',
    precedence: 900,
    by: 'ByNamespace',
    subjects: [systemAccounts],
  },
  'service-accounts': {
    level: 'workload-low',
    precedence: 9_000,
    by: 'ByUser',
    subjects: [members('system:serviceaccounts')],
  },
  'global-default': { level: 'global-default', precedence: 9_900, by: 'ByUser', subjects: everybody },
  'catch-all': { level: 'catch-all', precedence: 10_000, by: 'ByUser', subjects: everybody },
}

/** @param time RFC 3339 */
export function flowSchemas(time: string): readonly BootObject[] {
  return Object.entries(flows).map(([name, flow]) => ({
    collection: `flowschemas.${group}`,
    apiVersion,
    kind: 'FlowSchema',
    metadata: metadata(name),
    fields: { spec: specOf(flow), status: { conditions: [notDangling(flow.level, time)] } },
    owners: [
      {
        manager: 'api-priority-and-fairness-config-consumer-v1',
        operation: 'Apply',
        subresource: 'status',
        owns: 'status(conditions(k:{"type":"Dangling"}(. lastTransitionTime message reason status type)))',
      },
      { manager, owns: `${ownsAnnotation} spec(${flow.by === undefined ? '' : toldApart}${ownsFlow})` },
    ],
  }))
}

const toldApart = 'distinguisherMethod(. type) '
const ownsFlow = 'matchingPrecedence priorityLevelConfiguration(name) rules'

function specOf({ level, precedence, by, subjects, rules = everything }: Flow): object {
  return {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence: precedence,
    ...(by === undefined ? {} : { distinguisherMethod: { type: by } }),
    rules: [{ subjects, ...rules }],
  }
}

function notDangling(level: string, lastTransitionTime: string): object {
  const message = `This FlowSchema references the PriorityLevelConfiguration object named "${level}" and it exists`
  return { type: 'Dangling', status: 'False', lastTransitionTime, reason: 'Found', message }
}
