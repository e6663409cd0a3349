/**
 * Kubeconfigs as data: the named clusters, users and contexts of one file, or of several merged files.
 *
 * Guarantees
 * - An entry of an earlier file is never changed by a later one, not even to add a field.
 * - Only entries that are used are validated, so a broken one elsewhere in the file does no harm.
 */
import { Fields } from './fields.ts'
import type { KubeconfigSource } from './kubeconfig-source.ts'

/** The lists of a kubeconfig, with the key of the map in each item. */
const lists = { clusters: 'cluster', users: 'user', contexts: 'context' } as const
type ListName = keyof typeof lists

export type Entries = ReadonlyMap<string, Fields>

export interface Kubeconfig extends Readonly<Record<ListName, Entries>> {
  readonly currentContext?: string
  /** The names of its sources, in order. */
  readonly sources: readonly string[]
}

export function readKubeconfig(source: KubeconfigSource): Kubeconfig {
  const top = Fields.at(source, [], source.value)
  const kind = top.text('kind')
  if (kind !== undefined && kind !== 'Config') throw top.invalid('kind', `it is a ${kind}, not a kubeconfig`)
  const currentContext = top.text('current-context')
  return {
    clusters: entriesOf(top, 'clusters'),
    users: entriesOf(top, 'users'),
    contexts: entriesOf(top, 'contexts'),
    ...(currentContext !== undefined && { currentContext }),
    sources: [source.name],
  }
}

function entriesOf(top: Fields, list: ListName): Entries {
  const entries = new Map<string, Fields>()
  for (const item of top.maps(list)) {
    const name = item.text('name') ?? ''
    if (entries.has(name))
      throw item.invalid('name', `the list has ${JSON.stringify(name)} twice`, 'Rename one of them.')
    entries.set(name, item.map(lists[list]))
  }
  return entries
}

/** For every name, and for the current context, the first file that defines it wins. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  const currentContext = configs.find((config) => config.currentContext !== undefined)?.currentContext
  return {
    clusters: firstOfEachName(configs.map(({ clusters }) => clusters)),
    users: firstOfEachName(configs.map(({ users }) => users)),
    contexts: firstOfEachName(configs.map(({ contexts }) => contexts)),
    ...(currentContext !== undefined && { currentContext }),
    sources: configs.flatMap((config) => config.sources),
  }
}

function firstOfEachName(all: readonly Entries[]): Entries {
  const merged = new Map<string, Fields>()
  for (const [name, entry] of all.flatMap((entries) => [...entries])) {
    if (!merged.has(name)) merged.set(name, entry)
  }
  return merged
}
