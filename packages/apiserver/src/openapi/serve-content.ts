/** Serves static content with HTTP caching and range requests. */
import type { ServerRequest, ServerResponse } from '../request/exchange.ts'

export interface StandingContent {
  readonly text: string | Uint8Array
  /** In quotes. */
  readonly etag?: string
  readonly modifiedMs: number
  readonly headers: Readonly<Record<string, string>>
}

export function serveContent(request: ServerRequest, content: StandingContent): ServerResponse {
  const headers = {
    'cache-control': 'no-cache, private',
    ...content.headers,
    ...(content.etag === undefined ? {} : { etag: content.etag }),
    'last-modified': httpDate(content.modifiedMs),
  }
  if (isKnown(request, content)) {
    const { 'content-type': _, ...rest } = headers as Record<string, string>
    return { status: 304, headers: rest, body: '' }
  }
  return part(request, content, { ...headers, 'accept-ranges': 'bytes' })
}

/** Formats a date for an HTTP header. */
export function httpDate(ms: number): string {
  return new Date(ms).toUTCString()
}

/** An ETag takes precedence; the date only counts without one. */
function isKnown({ headers }: ServerRequest, { etag, modifiedMs }: StandingContent): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return etag !== undefined && matchesTag(tags, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Math.floor(modifiedMs / 1000) * 1000 <= since
}

function matchesTag(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

/** Supports a single range; a request for several gets the whole content. */
function part(request: ServerRequest, { text }: StandingContent, headers: Record<string, string>): ServerResponse {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers['range'] ?? '') ?? []
  if (from === '' && to === '') return { status: 200, headers, body: text }
  const bytes = Buffer.from(text)
  const start = from === '' ? Math.max(bytes.length - Number(to), 0) : Number(from)
  const end = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1)
  if (start > end) return unsatisfiable(bytes.length, headers)
  const range = `bytes ${start}-${end}/${bytes.length}`
  return { status: 206, headers: { ...headers, 'content-range': range }, body: bytes.subarray(start, end + 1) }
}

function unsatisfiable(size: number, headers: Record<string, string>): ServerResponse {
  const text = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  const body = 'invalid range: failed to overlap\n'
  return { status: 416, headers: { ...headers, ...text, 'content-range': `bytes */${size}` }, body }
}
