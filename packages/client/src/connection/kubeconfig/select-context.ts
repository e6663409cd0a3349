/** Selects the cluster, user and namespace of a context in a kubeconfig. */
import type { ErrorCode } from '@kubewright/core'
import { nameProblems } from '@kubewright/core/object'
import { connectionErrors } from '../errors.ts'
import type { Fields } from './fields.ts'
import type { Entries, Kubeconfig } from './kubeconfig.ts'
import { nearestName } from './nearest-name.ts'

/** Overrides of the kubeconfig, like the flags of kubectl. */
export interface Selection {
  /**
   * The context to use.
   *
   * @default the kubeconfig's current-context
   */
  readonly context?: string
  /** Overrides the context's cluster. */
  readonly cluster?: string
  /** Overrides the context's user. */
  readonly user?: string
  /** Overrides the context's namespace. */
  readonly namespace?: string
}

export interface Selected {
  readonly cluster: Fields
  /** Absent for a context without a user: requests are then anonymous. */
  readonly user?: Fields
  readonly userName?: string
  readonly namespace?: string
}

/** Failure: `KW_CLIENT_CONTEXT_NOT_FOUND`, `KW_CLIENT_CLUSTER_NOT_FOUND` or `KW_CLIENT_USER_NOT_FOUND`, listing the available names. */
export function selectContext(kubeconfig: Kubeconfig, selection: Selection): Selected {
  const contextName = selection.context ?? kubeconfig.currentContext
  const context = contextName === undefined ? undefined : find(kubeconfig, 'contexts', contextName)
  const clusterName = selection.cluster ?? context?.text('cluster')
  const userName = selection.user ?? context?.text('user')
  if (clusterName === undefined) throw context ? context.invalid('cluster', 'it is missing') : noContext(kubeconfig)
  const namespace = selection.namespace ?? namespaceOf(context)
  return {
    cluster: find(kubeconfig, 'clusters', clusterName),
    ...(userName !== undefined && { user: find(kubeconfig, 'users', userName), userName }),
    ...(namespace !== undefined && { namespace }),
  }
}

function namespaceOf(context: Fields | undefined): string | undefined {
  const namespace = context?.text('namespace')
  const [problem] = namespace === undefined ? [] : nameProblems('dns1123Label', namespace)
  if (problem !== undefined) throw context!.invalid('namespace', problem)
  return namespace
}

const kinds = {
  contexts: { word: 'context', code: 'KW_CLIENT_CONTEXT_NOT_FOUND' },
  clusters: { word: 'cluster', code: 'KW_CLIENT_CLUSTER_NOT_FOUND' },
  users: { word: 'user', code: 'KW_CLIENT_USER_NOT_FOUND' },
} as const satisfies Record<string, { readonly word: string; readonly code: ErrorCode }>

function find(kubeconfig: Kubeconfig, list: keyof typeof kinds, name: string): Fields {
  const entry = kubeconfig[list].get(name)
  if (entry) return entry
  const { word, code } = kinds[list]
  const meant = nearestName(name, kubeconfig[list].keys())
  const there = listed(kubeconfig[list])
  throw connectionErrors(code, {
    what: `find the ${word} ${JSON.stringify(name)} in ${kubeconfig.sources.join(', ')}`,
    why: there === '' ? `there are no ${list}` : `there are only ${there}`,
    next:
      meant === undefined ? `Name one of the ${list} there are, or add it.` : `Did you mean ${JSON.stringify(meant)}?`,
    details: { name, available: [...kubeconfig[list].keys()] },
  })
}

function noContext(kubeconfig: Kubeconfig): Error {
  const there = listed(kubeconfig.contexts)
  return connectionErrors('KW_CLIENT_CONTEXT_NOT_FOUND', {
    what: `choose a context in ${kubeconfig.sources.join(', ')}`,
    why: there === '' ? 'there are no contexts' : `none is current; there are ${there}`,
    next: there === '' ? 'Use a kubeconfig that has one.' : 'Pass one of them, or run `kubectl config use-context`.',
    details: { available: [...kubeconfig.contexts.keys()] },
  })
}

/** Limited to ten names. */
function listed(entries: Entries): string {
  const names = [...entries.keys()].map((name) => JSON.stringify(name))
  return names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`
}
