/** Operation IDs and tags. */
import type { GroupVersion } from '@kubewright/core/object'

/** `flowcontrol.apiserver.k8s.io` becomes `flowcontrolApiserver`, `my-site.dev` becomes `mySiteDev`. */
export function groupWord(group: string): string {
  if (group === '') return 'core'
  const [first = '', ...others] = group.replace(/\.k8s\.io$/, '').split(/[.-]/)
  return first + others.map(capital).join('')
}

export function tagOf({ group, version }: GroupVersion): string {
  return `${groupWord(group)}_${version}`
}

/** `CoreV1`, `FlowcontrolApiserverV1`: the middle part of operation IDs. */
export function versionWord({ group, version }: GroupVersion): string {
  return capital(groupWord(group)) + capital(version)
}

/** Capitalizes the first letter. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
