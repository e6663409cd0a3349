/** Path and query parameters. */

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly type: 'boolean' | 'integer' | 'string'
  /** The name of the shared definition in OpenAPI v2. Parameters without one are written inline. */
  readonly sharedAs?: string
}

function shared(type: Parameter['type'], name: string, suffix: string, at: Parameter['in'] = 'query'): Parameter {
  return { name, in: at, type, sharedAs: `${name}-${suffix}` }
}

// The suffixes are those of Kubernetes 1.36: they distinguish parameters with the same name, and clients see them in references.
const allowWatchBookmarks = shared('boolean', 'allowWatchBookmarks', 'HC2hJt-J')
const continueToken = shared('string', 'continue', 'QfD61s0i')
const fieldSelector = shared('string', 'fieldSelector', 'xIcQKXFG')
const labelSelector = shared('string', 'labelSelector', '5Zw57w4C')
const limit = shared('integer', 'limit', '1NfNmdNH')
const resourceVersionMatch = shared('string', 'resourceVersionMatch', 't8XhRHeC')
const sendInitialEvents = shared('boolean', 'sendInitialEvents', 'rLXlEK_k')
const shardSelector = shared('string', 'shardSelector', 'Kgyki_3_')
const timeoutSeconds = shared('integer', 'timeoutSeconds', 'yvYezaOC')
const dryRun: Parameter = { name: 'dryRun', in: 'query', type: 'string' }
const fieldValidation: Parameter = { name: 'fieldValidation', in: 'query', type: 'string' }

export const resourceVersion: Parameter = shared('string', 'resourceVersion', '5WAnf1kx')
export const pretty: Parameter = shared('string', 'pretty', 'tJGM1-ng')
export const inName: Parameter = { name: 'name', in: 'path', type: 'string' }
export const inNamespace: Parameter = shared('string', 'namespace', 'vgWSWtn3', 'path')
/** The path behind a proxy. */
export const inPath: Parameter = shared('string', 'path', 'z6Ciiujn', 'path')

export const forList: readonly Parameter[] = [
  allowWatchBookmarks,
  continueToken,
  fieldSelector,
  labelSelector,
  limit,
  resourceVersion,
  resourceVersionMatch,
  sendInitialEvents,
  shardSelector,
  timeoutSeconds,
  shared('boolean', 'watch', 'XNNPZGbK'),
]

export const forWrite: readonly Parameter[] = [dryRun, shared('string', 'fieldManager', 'Qy4HdaTW'), fieldValidation]

export const forPatch: readonly Parameter[] = [
  dryRun,
  shared('string', 'fieldManager', '7c6nTn1T'),
  fieldValidation,
  shared('boolean', 'force', 'tOGGb0Yi'),
]

export const forDelete: readonly Parameter[] = [
  dryRun,
  shared('integer', 'gracePeriodSeconds', '-K5HaBOS'),
  shared('boolean', 'ignoreStoreReadErrorWithClusterBreakingPotential', 'QbNkfIqj'),
  shared('boolean', 'orphanDependents', 'uRB25kX5'),
  shared('string', 'propagationPolicy', '6jk3prlO'),
]

export const forDeleteCollection: readonly Parameter[] = [
  continueToken,
  fieldSelector,
  labelSelector,
  limit,
  resourceVersion,
  resourceVersionMatch,
  sendInitialEvents,
  shardSelector,
  timeoutSeconds,
  ...forDelete,
]

/** The parameters of connection subresources, by resource and subresource. */
export const forConnect: Readonly<Record<string, readonly Parameter[]>> = {
  'nodes/proxy': [shared('string', 'path', 'rFDtV0x9')],
  'pods/attach': [
    shared('string', 'container', '_Q-EJ3nR'),
    shared('boolean', 'stderr', '26jJhFUR'),
    shared('boolean', 'stdin', 'sEFnN3IS'),
    shared('boolean', 'stdout', '005YMKE6'),
    shared('boolean', 'tty', 'g7MlET_l'),
  ],
  'pods/exec': [
    shared('string', 'command', 'Py3eQybp'),
    shared('string', 'container', 'i5dOmRiM'),
    shared('boolean', 'stderr', 'W_1TNlWc'),
    shared('boolean', 'stdin', 'PSzNhyUC'),
    shared('boolean', 'stdout', '-EZLRwV1'),
    shared('boolean', 'tty', 's0flW37O'),
  ],
  'pods/log': [
    shared('string', 'container', '1GeXxFDC'),
    shared('boolean', 'follow', '9OIXh_2R'),
    shared('boolean', 'insecureSkipTLSVerifyBackend', 'gM00jVbe'),
    shared('integer', 'limitBytes', 'zwd1RXuc'),
    pretty,
    shared('boolean', 'previous', '1jxDPu3y'),
    shared('integer', 'sinceSeconds', 'vE2NLdnP'),
    shared('string', 'stream', 'l-48cgXv'),
    shared('integer', 'tailLines', '9xQLWHMV'),
    shared('boolean', 'timestamps', 'c17fW1w_'),
  ],
  'pods/portforward': [shared('integer', 'ports', '91KROJmm')],
  'pods/proxy': [shared('string', 'path', 'oPbzgLUj')],
  'services/proxy': [shared('string', 'path', 'QCf0eosM')],
}

/** Splits parameters into those that all operations of a path share and those of each operation, sorted by name. */
export function splitCommon<Operation extends { readonly parameters: readonly Parameter[] }>(
  operations: readonly Operation[],
): { readonly common: readonly Parameter[]; readonly own: (operation: Operation) => readonly Parameter[] } {
  const [first, ...others] = operations
  const common = (first?.parameters ?? []).filter((one) => others.every(({ parameters }) => parameters.includes(one)))
  return {
    common: byName(common),
    own: ({ parameters }) => byName(parameters.filter((one) => !common.includes(one))),
  }
}

function byName(parameters: readonly Parameter[]): readonly Parameter[] {
  return [...parameters].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.in < b.in ? -1 : 1))
}
