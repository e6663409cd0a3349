/** The additions to a pod whose volumes are backed up. Pure. See decision 0386. */
import type { EnvVar, VolumeMount } from '@kubewright/kubernetes/core/v1'
import { literalText, type PodAdditions, type PodParts, runsToCompletion, type Sidecar } from '@kubewright/sidecar'
import { BackupPlan } from './backup-plan.ts'
import {
  agentContainer,
  agentPort,
  hookPrefix,
  planLabel,
  secretKeys,
  temporaryPath,
  temporaryVolume,
  volumeRoot,
} from './names.ts'

/** The agent as a sidecar. */
export function agentSidecar(image: string): Sidecar<BackupPlan> {
  return {
    for: BackupPlan,
    label: planLabel,
    container: agentContainer,
    additions: (pod, plan) => agentAdditions(pod, plan, image),
    shapedBy: ({ spec: { volumes, ...spec } }) => [agentAdditions(typicalPod, { spec }, image), volumes ?? null],
  }
}

/** Its agent shows every change of the container that is not due to the pod. */
const typicalPod: Pick<PodParts, 'spec'> = {
  spec: {
    containers: [{ name: 'main', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
  },
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
  // A pod that ends by itself is no place for an agent that is asked on a schedule, and its volumes belong to another pod next time.
  if (runsToCompletion(pod.spec)) return undefined
  const mounts = backedUpMounts(pod, plan.spec.volumes)
  if (mounts.length === 0) return undefined
  const { url, secretName } = plan.spec.repository
  const names = namesInBackups(mounts)
  const hookSecret = plan.spec.hooks?.secretName
  const container = {
    name: agentContainer,
    image,
    env: [
      { name: 'RESTIC_REPOSITORY', value: literalText(url) },
      ...mounts.flatMap(({ mountPath }, place) => [
        { name: `BACKUP_VOLUME_${place}`, value: literalText(names[place]!) },
        { name: `BACKUP_PATH_${place}`, value: mountPath },
      ]),
      ...hookVariables(plan.spec.hooks),
      // One by one: any other key, such as NODE_OPTIONS, would change what the agent runs.
      ...secretKeys.map((key) => ({ name: key, valueFrom: { secretKeyRef: { name: secretName, key } } })),
    ],
    ...(hookSecret === undefined ? {} : { envFrom: [{ prefix: hookPrefix, secretRef: { name: hookSecret } }] }),
    ports: [{ name: 'backup-agent', containerPort: agentPort }],
    readinessProbe: { tcpSocket: { port: agentPort }, periodSeconds: 2 },
    volumeMounts: [...mounts, { name: temporaryVolume, mountPath: temporaryPath }],
    // The workload may put links into a directory while restic restores to it. They lead nowhere that can be written to but its volumes.
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
  }
  return { container, volumes: [{ name: temporaryVolume, emptyDir: {} }] }
}

/** The commands are part of the container, so that its token is no permission to run others. */
function hookVariables(hooks: BackupPlan['spec']['hooks']): readonly EnvVar[] {
  if (hooks === undefined) return []
  const commands = { BACKUP_BEFORE: hooks.before, BACKUP_AFTER: hooks.after }
  return [
    ...Object.entries(commands).flatMap(([name, words]) =>
      words === undefined ? [] : [{ name, value: literalText(JSON.stringify(words)) }],
    ),
    { name: 'BACKUP_HOOK_SECONDS', value: String(hooks.timeoutSeconds) },
  ]
}

/** Names stored in repositories. `data-1` and `data` would both be `data-1`: no volume has an underscore in its name. */
function namesInBackups(mounts: readonly VolumeMount[]): readonly string[] {
  const plain = mounts.map(({ name }, place) => (place === 0 ? name : `${name}-${place}`))
  return plain.map((name, place) => (plain.indexOf(name) === place ? name : `${name}_${place}`))
}

/** The mounts of claims in the pod's own containers, below `volumeRoot`. */
export function backedUpMounts({ spec }: Pick<PodParts, 'spec'>, wanted: readonly string[] | undefined): VolumeMount[] {
  const claims = new Set((spec.volumes ?? []).filter((volume) => volume.persistentVolumeClaim).map(({ name }) => name))
  const found = new Map<string, VolumeMount>()
  // Native sidecars come last, so that the others keep their places.
  const native = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always')
  const containers = [...spec.containers, ...native]
  for (const { name, subPath, subPathExpr } of containers.flatMap(({ name: container, volumeMounts = [] }) =>
    container === agentContainer ? [] : volumeMounts,
  )) {
    if (!claims.has(name) || wanted?.includes(name) === false) continue
    // Its variables are those of the other container. The whole claim, which is other pods' too, is not an answer.
    if (subPathExpr !== undefined && subPathExpr !== '') continue
    const key = `${name}/${subPath ?? ''}`
    if (found.has(key)) continue
    found.set(key, { name, mountPath: `${volumeRoot}/${found.size}`, ...(subPath === undefined ? {} : { subPath }) })
  }
  return [...found.values()]
}
