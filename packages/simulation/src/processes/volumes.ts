/** Creates the volumes of a pod as directories. */
import { chmod, mkdir, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Container, PersistentVolumeClaim, Volume } from '@kubewright/kubernetes/core/v1'
import { MissingReference } from './container-variables.ts'
import { expand } from './expand.ts'
import type { Mounts } from './mount-paths.ts'
import { type VolumeContext, volumeFiles } from './volume-files.ts'

export interface VolumePlaces {
  /** The directory of the pod. */
  readonly podDirectory: string
  /** The parent directory of claims. */
  readonly claimsDirectory: string
  readonly hostPaths: readonly string[]
  readonly claimNamed: (name: string) => PersistentVolumeClaim | undefined
}

/** The directory of each volume, by name. Failure: throws `MissingReference` for a volume that cannot be created. */
export async function makeVolumes(context: VolumeContext, places: VolumePlaces): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>()
  for (const volume of context.pod.spec.volumes ?? []) made.set(volume.name, await makeVolume(volume, context, places))
  return made
}

async function makeVolume(volume: Volume, context: VolumeContext, places: VolumePlaces): Promise<string> {
  const { emptyDir, persistentVolumeClaim, hostPath } = volume
  const own = join(places.podDirectory, 'volumes', volume.name)
  if (hostPath !== undefined) return allowedHostPath(hostPath.path, places.hostPaths)
  if (persistentVolumeClaim !== undefined) return claimDirectory(persistentVolumeClaim.claimName, places)
  const files = volumeFiles(volume, context)
  if (files === undefined && emptyDir === undefined) throw unsupported(volume)
  await mkdir(own, { recursive: true, mode: 0o700 })
  for (const { path, content, mode } of files ?? []) await writeBelow(own, path, content, mode)
  return own
}

function unsupported({ name, ...source }: Volume): Error {
  const kind = Object.keys(source).join(', ')
  return new MissingReference(`the volume ${name} is of a kind that processes cannot have: ${kind}`)
}

/** A claim keeps its directory as long as it exists, whichever pods use it. */
async function claimDirectory(name: string, { claimsDirectory, claimNamed }: VolumePlaces): Promise<string> {
  const claim = claimNamed(name)
  if (claim === undefined) throw new MissingReference(`persistentvolumeclaim "${name}" not found`)
  const path = join(claimsDirectory, claim.metadata.uid)
  await mkdir(path, { recursive: true, mode: 0o700 })
  return path
}

/** Symbolic links are resolved first, so that none leads out of the allowed directories. */
async function allowedHostPath(path: string, allowed: readonly string[]): Promise<string> {
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined) throw new MissingReference(`hostPath ${path} does not exist`)
  for (const one of allowed) if (isWithin(await realpath(one).catch(() => one), real)) return real
  throw new MissingReference(`hostPath ${path} is not one that \`processes.hostPaths\` allows`)
}

function isWithin(directory: string, path: string): boolean {
  const way = relative(directory, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}

async function writeBelow(directory: string, path: string, content: Buffer, mode: number): Promise<void> {
  const file = resolve(directory, path)
  if (!isWithin(directory, file) || file === directory)
    throw new MissingReference(`the path ${path} leads out of its volume`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, content, { mode })
  await chmod(file, mode)
}

/** The mounts of a container. */
export async function mountsOf(
  { volumeMounts = [] }: Container,
  volumes: ReadonlyMap<string, string>,
  variables: ReadonlyMap<string, string>,
): Promise<Mounts> {
  const mounts = new Map<string, string>()
  for (const { name, mountPath, subPath, subPathExpr } of volumeMounts) {
    const volume = volumes.get(name)
    if (volume === undefined) continue
    const below = subPathExpr === undefined ? (subPath ?? '') : expand(subPathExpr, variables)
    mounts.set(mountPath, await placeBelow(volume, below))
  }
  return mounts
}

async function placeBelow(volume: string, below: string): Promise<string> {
  if (below === '') return volume
  const place = resolve(volume, below)
  if (!isWithin(volume, place)) throw new MissingReference(`the path ${below} leads out of its volume`)
  if ((await stat(place).catch(() => undefined)) === undefined) await mkdir(place, { recursive: true, mode: 0o700 })
  return place
}
