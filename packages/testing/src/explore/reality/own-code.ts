/** Whether a code location, a stack line or a script URL, is in Kubewright's own packages. */

/** The parent folder of the packages: `packages` of a clone, or `node_modules/@kubewright`. */
const beside = /^(?:file:\/\/)?(.*[\\/])testing[\\/](?:src|dist)[\\/]/.exec(import.meta.url)?.[1] ?? '\0'

const installed = /[\\/]node_modules[\\/](?:@kubewright[\\/][\w-]+|kubewright)[\\/]/
const inPackage = /^[\w-]+[\\/](?:src|dist)[\\/]/

/** A user's folder that is also called `packages/core` does not count. */
export function isOwnCode(place: string, packages: string = beside): boolean {
  if (installed.test(place)) return true
  const at = place.indexOf(packages)
  return at >= 0 && inPackage.test(place.slice(at + packages.length))
}
