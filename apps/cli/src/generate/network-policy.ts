/** The ingress and egress rules of the operator. Pure. */
import type { ProjectDescription } from '../project/project-description.ts'
import { namedPorts } from './deployment.ts'
import { labelsOf, selectorOf } from './manifest-labels.ts'

/** The ports of API servers: of their Service, and their own. */
const apiServerPorts = [443, 6443]

/**
 * Ingress: its own ports only. Egress: DNS, API servers, HTTPS and the author's extra ports. Addresses are unrestricted: that
 * of the API server is unknown before installation.
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
