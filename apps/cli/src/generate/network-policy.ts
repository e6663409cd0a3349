/** Who may talk to the operator, and whom it may talk to. Pure. */
import type { ProjectDescription } from '../project/project-description.ts'
import { namedPorts } from './deployment.ts'
import { labelsOf, selectorOf } from './manifest-labels.ts'

/** Where API servers listen: behind their Service, and themselves. */
const apiServerPorts = [443, 6443]

/**
 * In: its own ports alone. Out: names, API servers and HTTPS, and the ports its author lists. Addresses are left open: that of
 * the API server is not known before it is installed.
 */
export function networkPolicyOf(project: ProjectDescription): object {
  const { name, namespace, deployment } = project
  const own = [...namedPorts(project).values()]
  const out = [...new Set([...apiServerPorts, ...(deployment.egressPorts ?? [])])]
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name, namespace, labels: labelsOf(name) },
    spec: {
      podSelector: { matchLabels: selectorOf(name) },
      policyTypes: ['Ingress', 'Egress'],
      ingress: own.length === 0 ? [] : [{ ports: own.map((port) => ({ port, protocol: 'TCP' })) }],
      egress: [
        {
          ports: [
            { port: 53, protocol: 'UDP' },
            { port: 53, protocol: 'TCP' },
          ],
        },
        { ports: out.map((port) => ({ port, protocol: 'TCP' })) },
      ],
    },
  }
}
