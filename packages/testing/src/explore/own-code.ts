/** Whether a place in code, a line of a stack or the address of a script, is in Kubewright's own packages. */

/** Where they lie beside each other: the folder `packages` of a clone, or `node_modules/@kubewright`. */
const beside = /^(?:file:\/\/)?(.*[\\/])testing[\\/](?:src|dist)[\\/]/.exec(import.meta.url)?.[1] ?? '\0'

const installed = /[\\/]node_modules[\\/](?:@kubewright[\\/][\w-]+|kubewright)[\\/]/
const inPackage = /^[\w-]+[\\/](?:src|dist)[\\/]/

/** A folder of somebody's that is called `packages/core` too is theirs. */
export function isOwnCode(place: string, packages: string = beside): boolean {
  if (installed.test(place)) return true
  const at = place.indexOf(packages)
  return at >= 0 && inPackage.test(place.slice(at + packages.length))
}
