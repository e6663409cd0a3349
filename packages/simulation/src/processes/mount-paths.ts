/**
 * Paths of volumes. A process sees the files of this machine, not those of an image: a volume mounted at `/data` is in a directory
 * elsewhere. `/data` in an argument or a variable is therefore replaced by that directory. Pure.
 * See decision 0137.
 */

/** From the mount path in the pod to the directory on this machine. */
export type Mounts = ReadonlyMap<string, string>

/**
 * Replaces the path of a mount if the text is that path or one below it, or `--flag=` followed by it. Paths elsewhere in a text are not
 * replaced.
 */
export function relocate(text: string, mounts: Mounts): string {
  const [, flag = '', path = text] = /^(--?[\w.-]+=)(.*)$/s.exec(text) ?? []
  const longest = [...mounts.keys()]
    .filter((mount) => path === mount || path.startsWith(mount.endsWith('/') ? mount : `${mount}/`))
    .toSorted((one, two) => two.length - one.length)[0]
  return longest === undefined ? text : `${flag}${mounts.get(longest)!}${path.slice(longest.length)}`
}

/** The mounts at or below one of `paths`. */
export function mountsBelow(mounts: Mounts, paths: readonly string[]): Mounts {
  const isBelow = (mount: string) => paths.some((path) => mount === path || mount.startsWith(`${path}/`))
  return new Map([...mounts].filter(([mount]) => isBelow(mount)))
}

/** The variable with the directory of a volume: `KUBEWRIGHT_VOLUME_DATA`. */
export function volumeVariable(volume: string): string {
  return `KUBEWRIGHT_VOLUME_${volume.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`
}
