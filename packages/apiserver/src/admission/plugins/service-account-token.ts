/** The volume with the service account token of a pod, the CA certificate and the namespace. */
import type { Container, Pod, Volume } from '@kubewright/kubernetes/core/v1'
import type { Unvalidated } from '../../object/unvalidated.ts'

const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount'
const prefix = 'kube-api-access-'
/** An hour and seven seconds, to distinguish these tokens from those requested for exactly an hour. */
const tokenSeconds = 3_607

/** Mounts the token unless the path is taken, and adds the volume if a container needs it. */
export function mountToken(spec: NonNullable<Unvalidated<Pod>['spec']>, newName: () => string): void {
  const present = spec.volumes?.find(({ name }) => name?.startsWith(prefix))?.name
  const name = present ?? newName()
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? [])]
  const needing = containers.filter((container) => !isMounted(container))
  for (const container of needing) {
    container.volumeMounts = [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath }]
  }
  if (present === undefined && needing.length > 0) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)]
}

function isMounted({ volumeMounts }: Unvalidated<Container>): boolean {
  return volumeMounts?.some((mount) => mount.mountPath === mountPath) === true
}

function tokenVolume(name: string): Unvalidated<Volume> {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: tokenSeconds, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
      defaultMode: 0o644,
    },
  }
}
