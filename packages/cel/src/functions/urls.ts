/** URLs, parsed as in Go: `url('https://a:8443/b?c=d').getPort()`. */
import { textFormat } from '@kubewright/resource/schema'
import { boolType, listType, mapType, stringType, structType } from '../types/type.ts'
import { CelError } from '../values/cel-error.ts'
import { ArrayValue, EntriesValue, type MapValue } from '../values/collection.ts'
import { OpaqueValue } from '../values/opaque.ts'
import { fn, type Library, method } from './overload.ts'

const urlType = structType('kubernetes.URL')
const isRequestUri = textFormat('uri')!

class UrlValue extends OpaqueValue {
  readonly type = urlType
  readonly text: string
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string

  constructor(text: string) {
    super()
    this.text = text
    const match = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:[^/?#]*@)?([^/?#]*))?([^?#]*)(?:\?([^#]*))?/.exec(text)!
    this.scheme = (match[1] ?? '').toLowerCase()
    this.host = match[2] ?? ''
    this.path = match[3] ?? ''
    this.query = match[4] ?? ''
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof UrlValue && other.text === this.text
  }

  get hostname(): string {
    const withoutPort = this.port === '' ? this.host.replace(/:$/, '') : this.host.slice(0, -this.port.length - 1)
    return withoutPort.replace(/^\[(.*)\]$/, '$1')
  }

  get port(): string {
    return /^(?:\[[^\]]*\]|[^:]*):(\d+)$/.exec(this.host)?.[1] ?? ''
  }
}

export const urls: Library = {
  url: [
    fn<[string]>('string_to_url', [stringType], urlType, (text) =>
      isRequestUri(text)
        ? new UrlValue(text)
        : new CelError(
            `URL parse error during conversion from string: parse ${JSON.stringify(text)}: ${problemOf(text)}`,
          ),
    ),
  ],
  isURL: [fn<[string]>('is_url_string', [stringType], boolType, isRequestUri)],
  getScheme: [part('url_get_scheme', ({ scheme }) => scheme)],
  getHost: [part('url_get_host', ({ host }) => host)],
  getHostname: [part('url_get_hostname', ({ hostname }) => hostname)],
  getPort: [part('url_get_port', ({ port }) => port)],
  getEscapedPath: [part('url_get_escaped_path', ({ path }) => escapePath(path))],
  getQuery: [
    method<[UrlValue]>('url_get_query', [urlType], mapType(stringType, listType(stringType)), ({ query }) =>
      queryOf(query),
    ),
  ],
}

function part(id: string, read: (url: UrlValue) => string) {
  return method<[UrlValue]>(id, [urlType], stringType, read)
}

function problemOf(text: string): string {
  return text === '' ? 'empty url' : 'invalid URI for request'
}

/** Escapes the characters that a path may not contain; existing escapes stay. */
function escapePath(path: string): string {
  return path.replaceAll(/[^A-Za-z0-9$&+,/:;=@\-_.~!'()*%]/gu, (character) => encodeURIComponent(character))
}

function queryOf(query: string): MapValue {
  const values = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue
    const [key, ...rest] = pair.split('=')
    const [name, value] = [unescapeQuery(key!), unescapeQuery(rest.join('='))]
    if (name === undefined || value === undefined) continue
    values.set(name, [...(values.get(name) ?? []), value])
  }
  return new EntriesValue([...values].map(([key, list]) => [key, new ArrayValue(list)]))
}

/** `undefined` for invalid escapes; Go drops such pairs. */
function unescapeQuery(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
