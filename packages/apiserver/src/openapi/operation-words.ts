/** The names of operations and of the tags they are gathered under. */
import type { GroupVersion } from '@kubewright/core'

/** `flowcontrol.apiserver.k8s.io` becomes `flowcontrolApiserver`, `my-site.dev` becomes `mySiteDev`. */
export function groupWord(group: string): string {
  if (group === '') return 'core'
  const [first = '', ...others] = group.replace(/\.k8s\.io$/, '').split(/[.-]/)
  return first + others.map(capital).join('')
}

export function tagOf({ group, version }: GroupVersion): string {
  return `${groupWord(group)}_${version}`
}

/** `CoreV1`, `FlowcontrolApiserverV1`: in the middle of every operation's name. */
export function versionWord({ group, version }: GroupVersion): string {
  return capital(groupWord(group)) + capital(version)
}

/** Only the first letter changes. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
