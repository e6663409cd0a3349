/** The Deployment of an operator: as little power as it can do with. Pure. */
import { metricsAccessVariable, type ProjectDescription } from '../project/project-description.ts'
import { labelsOf, selectorOf } from './manifest-labels.ts'

const defaultResources = { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '512Mi' } }

export function deploymentOf(project: ProjectDescription): object {
  const { name, namespace, lease, deployment } = project
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels: labelsOf(name) },
    spec: {
      replicas: deployment.replicas ?? (lease === undefined ? 1 : 2),
      // Without an election two of them at once would both act.
      ...(lease === undefined ? { strategy: { type: 'Recreate' } } : {}),
      selector: { matchLabels: selectorOf(name) },
      template: {
        metadata: { labels: labelsOf(name), annotations: { 'kubectl.kubernetes.io/default-container': 'operator' } },
        spec: {
          serviceAccountName: name,
          automountServiceAccountToken: true, // its account gives it to nobody else
          // A manager may take 30 seconds to let reconciles end, and a little more to let go of its lease.
          terminationGracePeriodSeconds: 45,
          // One that stands by is of use only where the other is not.
          ...(lease === undefined ? {} : { topologySpreadConstraints: [spreadOf(name)] }),
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [containerOf(project)],
        },
      },
    },
  }
}

function spreadOf(name: string): object {
  return {
    maxSkew: 1,
    topologyKey: 'kubernetes.io/hostname',
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: selectorOf(name) },
  }
}

function containerOf(project: ProjectDescription): object {
  const { image, deployment, healthPort } = project
  const environment = environmentOf(project)
  return {
    name: 'operator',
    image,
    ...(environment.length === 0 ? {} : { env: environment }),
    ...portsOf(project),
    ...(healthPort === undefined ? {} : probesOf(project)),
    resources: deployment.resources ?? defaultResources,
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  }
}

/** A program that does not say who may read its metrics serves them to everybody: here it shall not. */
function environmentOf({ deployment, metrics }: ProjectDescription): readonly object[] {
  const access = metrics?.isByDefault === true ? { [metricsAccessVariable]: metrics.access } : {}
  return Object.entries({ ...access, ...deployment.environment }).map(([name, value]) => ({ name, value }))
}

/** On a port that metrics make speak TLS, probes do, too. */
function probesOf({ healthPort, metrics }: ProjectDescription): object {
  const scheme = metrics?.port === healthPort && metrics?.isTls === true ? { scheme: 'HTTPS' } : {}
  return {
    livenessProbe: {
      httpGet: { path: '/healthz', port: 'health', ...scheme },
      initialDelaySeconds: 10,
      periodSeconds: 20,
    },
    readinessProbe: { httpGet: { path: '/readyz', port: 'health', ...scheme }, periodSeconds: 10 },
  }
}

/** By name; one that several things share has the name of the first. */
export function namedPorts({ healthPort, metrics, webhooks }: ProjectDescription): ReadonlyMap<string, number> {
  const ports = new Map<string, number>()
  for (const [name, port] of [
    ['health', healthPort],
    ['metrics', metrics?.port],
    ['webhooks', webhooks?.port],
  ] as const) {
    if (port !== undefined && ![...ports.values()].includes(port)) ports.set(name, port)
  }
  return ports
}

function portsOf(project: ProjectDescription): object {
  const ports = [...namedPorts(project)].map(([name, containerPort]) => ({ name, containerPort, protocol: 'TCP' }))
  return ports.length === 0 ? {} : { ports }
}
