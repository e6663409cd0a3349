/** The lines of a watch response. */

export interface WatchLine {
  readonly text: string
  readonly type: string
  /** `default/blog`; empty for bookmarks. */
  readonly object: string
  /** Whether this line ends the initial events. */
  readonly endsInitial: boolean
}

export async function* watchLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<WatchLine> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = `${rest}${Buffer.from(chunk).toString()}`.split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line !== '') yield read(line)
  }
}

/** Matches an event of a namespaced object up to its name, in the server's field order. */
const change =
  /^\{"type":"(ADDED|MODIFIED|DELETED)","object":\{"kind":"[^"\\]*","apiVersion":"[^"\\]*","metadata":\{"name":"([^"\\]+)"(?:,"generateName":"[^"\\]*")?,"namespace":"([^"\\]+)"/

function read(text: string): WatchLine {
  const found = change.exec(text)
  if (found === null) return parsed(text)
  const [, type = '', name, namespace] = found
  return { text, type, object: `${namespace}/${name}`, endsInitial: false }
}

/** Parses any other line. */
function parsed(text: string): WatchLine {
  const { type, object } = JSON.parse(text) as {
    type: string
    object: { metadata?: { name?: string; namespace?: string; annotations?: Readonly<Record<string, string>> } }
  }
  const { name, namespace, annotations } = object.metadata ?? {}
  const isChange = type !== 'BOOKMARK' && type !== 'ERROR'
  return {
    text,
    type,
    object: isChange ? [namespace, name].filter((part) => part !== undefined).join('/') : '',
    endsInitial: type === 'BOOKMARK' && annotations?.['k8s.io/initial-events-end'] === 'true',
  }
}
