/** The additions to a pod whose volumes are backed up. Pure. */
import type { VolumeMount } from '@kubewright/kubernetes/core/v1'
import { literalText, type PodAdditions, type PodParts, type Sidecar } from '@kubewright/sidecar'
import { BackupPlan } from './backup-plan.ts'
import { agentContainer, agentPort, planLabel, secretKeys, volumeRoot } from './names.ts'

/** The agent as a sidecar. The report about pods without an agent does not depend on its image. */
export function agentSidecar(image = agentContainer): Sidecar<BackupPlan> {
  return {
    for: BackupPlan,
    label: planLabel,
    container: agentContainer,
    additions: (pod, plan) => agentAdditions(pod, plan, image),
    shapedBy: ({ spec: { repository, volumes } }) => [repository, volumes ?? null],
  }
}

/**
 * The container to add to `pod`, or `undefined` if there is nothing to back up. It mounts the volumes exactly as the pod's own containers
 * do: the same claims, the same subpaths.
 */
export function agentAdditions(
  pod: Pick<PodParts, 'spec'>,
  plan: Pick<BackupPlan, 'spec'>,
  image: string,
): PodAdditions | undefined {
  const mounts = backedUpMounts(pod, plan.spec.volumes)
  if (mounts.length === 0) return undefined
  const { url, secretName } = plan.spec.repository
  const names = namesInBackups(mounts)
  const container = {
    name: agentContainer,
    image,
    env: [
      { name: 'RESTIC_REPOSITORY', value: literalText(url) },
      ...mounts.flatMap(({ mountPath }, place) => [
        { name: `BACKUP_VOLUME_${place}`, value: literalText(names[place]!) },
        { name: `BACKUP_PATH_${place}`, value: mountPath },
      ]),
      // One by one: any other key, such as NODE_OPTIONS, would change what the agent runs.
      ...secretKeys.map((key) => ({ name: key, valueFrom: { secretKeyRef: { name: secretName, key } } })),
    ],
    ports: [{ name: 'backup-agent', containerPort: agentPort }],
    readinessProbe: { tcpSocket: { port: agentPort }, periodSeconds: 2 },
    volumeMounts: mounts,
  }
  return { container }
}

/** Names stored in repositories. `data-1` and `data` would both be `data-1`: no volume has an underscore in its name. */
function namesInBackups(mounts: readonly VolumeMount[]): readonly string[] {
  const plain = mounts.map(({ name }, place) => (place === 0 ? name : `${name}-${place}`))
  return plain.map((name, place) => (plain.indexOf(name) === place ? name : `${name}_${place}`))
}

function backedUpMounts({ spec }: Pick<PodParts, 'spec'>, wanted: readonly string[] | undefined): VolumeMount[] {
  const claims = new Set((spec.volumes ?? []).filter((volume) => volume.persistentVolumeClaim).map(({ name }) => name))
  const found = new Map<string, VolumeMount>()
  for (const { name, subPath } of spec.containers.flatMap(({ name: container, volumeMounts = [] }) =>
    container === agentContainer ? [] : volumeMounts,
  )) {
    if (!claims.has(name) || wanted?.includes(name) === false) continue
    const key = `${name}/${subPath ?? ''}`
    if (found.has(key)) continue
    found.set(key, { name, mountPath: `${volumeRoot}/${found.size}`, ...(subPath === undefined ? {} : { subPath }) })
  }
  return [...found.values()]
}
