/** The route in the fragment of the address. Pure. */

export interface Route {
  /** `operators`, `objects`, … */
  readonly page: string
  /** Decoded: `['apps', 'v1', 'Deployment', 'default', 'blog']`. */
  readonly parts: readonly string[]
  readonly query: URLSearchParams
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page = '', ...parts] = path.split('/').map(decode)
  return { page: page === '' ? 'operators' : page, parts, query: new URLSearchParams(query) }
}

export function formatRoute(
  page: string,
  parts: readonly string[] = [],
  query: Readonly<Record<string, string>> = {},
): string {
  const text = new URLSearchParams(query).toString()
  return `#/${[page, ...parts].map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`
}

/** Addresses are untrusted: a malformed encoding is used as is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The placeholder for the namespace of a cluster-scoped object. */
export const noNamespace = '-'

export interface KindName {
  readonly group: string
  readonly version: string
  readonly kind: string
}

export function kindParts({ group, version, kind }: KindName): readonly string[] {
  return [group === '' ? 'core' : group, version, kind]
}

export function objectRoute(
  kind: KindName,
  object: { readonly namespace?: string | undefined; readonly name: string },
  tab?: string,
): string {
  const parts = [...kindParts(kind), object.namespace ?? noNamespace, object.name]
  return formatRoute('objects', parts, tab === undefined ? {} : { tab })
}
