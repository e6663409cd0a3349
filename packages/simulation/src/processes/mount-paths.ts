/**
 * Paths of volumes. A process sees the files of this machine, not those of an image: what its pod mounts at `/data` lies in a
 * directory elsewhere. So where an argument or a variable says `/data`, it is told that directory. Pure.
 */

/** From where the pod says it is to where it is. */
export type Mounts = ReadonlyMap<string, string>

/**
 * The text with the path of a mount replaced, if the text is that path or something below it, or `--flag=` followed by it.
 * Nothing else is touched: a path in the middle of a sentence stays.
 */
export function relocate(text: string, mounts: Mounts): string {
  const [, flag = '', path = text] = /^(--?[\w.-]+=)(.*)$/s.exec(text) ?? []
  const longest = [...mounts.keys()]
    .filter((mount) => path === mount || path.startsWith(mount.endsWith('/') ? mount : `${mount}/`))
    .toSorted((one, two) => two.length - one.length)[0]
  return longest === undefined ? text : `${flag}${mounts.get(longest)!}${path.slice(longest.length)}`
}

/** Those that lie at or below one of `paths`. */
export function mountsBelow(mounts: Mounts, paths: readonly string[]): Mounts {
  const isBelow = (mount: string) => paths.some((path) => mount === path || mount.startsWith(`${path}/`))
  return new Map([...mounts].filter(([mount]) => isBelow(mount)))
}

/** The variable that names the directory of a volume: `KUBEWRIGHT_VOLUME_DATA`. */
export function volumeVariable(volume: string): string {
  return `KUBEWRIGHT_VOLUME_${volume.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`
}
