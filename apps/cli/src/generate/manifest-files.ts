/** The installation of an operator: one file for each object, a kustomization, and everything in one file. Pure. */
import type { ProjectDescription } from '../project/project-description.ts'
import { crdFiles } from './crd-files.ts'
import { deploymentOf } from './deployment.ts'
import { labelsOf, selectorOf } from './manifest-labels.ts'
import { markedYaml, unmarked, yamlOf } from './marked-text.ts'
import { networkPolicyOf } from './network-policy.ts'
import { rbacFile } from './rbac-file.ts'

const folder = 'deploy'

/** All but CRDs and roles, which have their own files. */
export function manifestFiles(project: ProjectDescription): readonly (readonly [string, string])[] {
  const objects = objectsOf(project)
  const files = [...objects].map(([name, object]) => [`${folder}/${name}.yaml`, markedYaml(yamlOf(object))] as const)
  const [namespace, ...others] = files
  // The namespace must exist before its objects.
  const inOrder = [namespace!, ...crdFiles(project), rbacFile(project), ...others]
  return [
    ...files,
    [`${folder}/kustomization.yaml`, kustomization(inOrder.map(([path]) => path))],
    [`${folder}/install.yaml`, markedYaml(inOrder.map(([, text]) => unmarked(text)).join('---\n'))],
  ]
}

function objectsOf(project: ProjectDescription): ReadonlyMap<string, object> {
  const { name, namespace, webhooks } = project
  const labels = labelsOf(name)
  const restricted = { 'pod-security.kubernetes.io/enforce': 'restricted' }
  return new Map<string, object>([
    [
      'namespace',
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels: { ...labels, ...restricted } } },
    ],
    [
      'service-account',
      // No token by default: a pod of this account must request it, as the Deployment does.
      {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name, namespace, labels },
        automountServiceAccountToken: false,
      },
    ],
    ...(webhooks?.service === undefined ? [] : [['service', serviceOf(project, webhooks.service)] as const]),
    ['deployment', deploymentOf(project)],
    ['network-policy', networkPolicyOf(project)],
  ])
}

/** The Service of the webhooks. */
function serviceOf(
  { name, webhooks }: ProjectDescription,
  service: { name: string; namespace: string; port: number },
): object {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: service.name, namespace: service.namespace, labels: labelsOf(name) },
    spec: {
      selector: selectorOf(name),
      ports: [{ name: 'webhooks', port: service.port, targetPort: webhooks!.port, protocol: 'TCP' }],
    },
  }
}

function kustomization(paths: readonly string[]): string {
  const resources = paths.map((path) => path.slice(folder.length + 1))
  return markedYaml(yamlOf({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources }))
}
