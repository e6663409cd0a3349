/** The Deployment of an operator, with least privilege. Pure. */
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
      // Without leader election two replicas would act at once.
      ...(lease === undefined ? { strategy: { type: 'Recreate' } } : {}),
      selector: { matchLabels: selectorOf(name) },
      template: {
        metadata: { labels: labelsOf(name), annotations: { 'kubectl.kubernetes.io/default-container': 'operator' } },
        spec: {
          serviceAccountName: name,
          automountServiceAccountToken: true, // the ServiceAccount turns it off for all other pods
          // A manager takes up to 30 seconds to finish reconciles, and a little more to release its lease.
          terminationGracePeriodSeconds: 45,
          // A standby is of use only on another node.
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

/** Restricts metrics by default: the manager would serve them to everyone if the program sets no access. */
function environmentOf({ deployment, metrics }: ProjectDescription): readonly object[] {
  const access = metrics?.isByDefault === true ? { [metricsAccessVariable]: metrics.access } : {}
  return Object.entries({ ...access, ...deployment.environment }).map(([name, value]) => ({ name, value }))
}

/** Probes use TLS if they share a port with TLS metrics. */
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

/** Ports by name. A shared port has the name of its first use. */
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
