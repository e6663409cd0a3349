/** The sources of a plan: pods with the same data are backed up once, those with data of their own each. Pure. See decision 0384. */
import { createHash } from 'node:crypto'
import { controllerOf } from '@kubewright/core'
import type { Pod } from '@kubewright/kubernetes/core/v1'
import { backedUpMounts } from './agent-sidecar.ts'
import type { BackupPlan } from './backup-plan.ts'

export interface BackupSource {
  /** Identifies the data in the repository: stable across pods, unique in a plan. */
  readonly name: string
  /** The pods with this data, sorted by name. */
  readonly pods: readonly Pod[]
}

/** Sorted by name. Pods without a volume to back up have no source. */
export function sourcesOf(pods: readonly Pod[], plan: Pick<BackupPlan, 'spec'>): readonly BackupSource[] {
  const sources = new Map<string, Pod[]>()
  for (const pod of pods.toSorted((one, two) => compare(one.metadata.name, two.metadata.name))) {
    const name = sourceName(pod, plan)
    if (name !== undefined) sources.set(name, [...(sources.get(name) ?? []), pod])
  }
  return [...sources]
    .map(([name, members]) => ({ name, pods: members }))
    .toSorted((one, two) => compare(one.name, two.name))
}

/** Ends as the pods of StatefulSets do: `web-0` could be the name of one, too, whose data is another. */
const isLikePod = (name: string) => /-\d+$/.test(name)

/**
 * The name of a StatefulSet's pod with a claim of its own; otherwise the claim that is mounted, as `claim` or `claim_subpath`, or with a
 * digest where that is not unique.
 */
function sourceName(pod: Pod, { spec: { volumes } }: Pick<BackupPlan, 'spec'>): string | undefined {
  const mounted = mountedClaims(pod, volumes)
  const [first, ...others] = mounted
  if (first === undefined) return undefined
  const { name } = pod.metadata
  const isOwn = controllerOf(pod)?.kind === 'StatefulSet' && mounted.some(({ claim }) => claim.endsWith(`-${name}`))
  if (isOwn) return name
  const plain = first.subPath === '' ? first.claim : `${first.claim}_${first.subPath}`
  if (others.length === 0 && !isLikePod(plain) && /^[\w.-]{1,120}$/.test(plain)) return plain
  const digest = createHash('sha256').update(JSON.stringify(mounted)).digest('hex').slice(0, 10)
  return `${first.claim.slice(0, 100)}_${digest}`
}

interface MountedClaim {
  readonly claim: string
  readonly subPath: string
}

function mountedClaims(pod: Pod, volumes: readonly string[] | undefined): readonly MountedClaim[] {
  const claims = new Map(
    (pod.spec.volumes ?? []).map(({ name, persistentVolumeClaim }) => [name, persistentVolumeClaim?.claimName ?? '']),
  )
  return backedUpMounts(pod, volumes)
    .map(({ name, subPath = '' }) => ({ claim: claims.get(name)!, subPath }))
    .toSorted((one, two) => compare(one.claim, two.claim) || compare(one.subPath, two.subPath))
}

const compare = (one: string, two: string) => (one < two ? -1 : Number(one > two))
