/**
 * An HTTP client for untrusted APIs: bounded in time and size, without redirects to other origins, without secrets in messages. Response
 * bodies are JSON or empty.
 */
import { externalErrors } from '../errors.ts'

/** The address, headers and limits of an HTTP API, for `restOperations`. */
export interface HttpApiOptions {
  /** `https://api.example.com/v1`; paths are appended. */
  readonly baseUrl: string
  /** Called for each request, so that tokens can be renewed. Never logged. */
  readonly headers?: (
    signal: AbortSignal,
  ) => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>
  /** Maximum size of a response. @default 4_194_304 */
  readonly maxBodyBytes?: number
  /** @default the `fetch` of Node */
  readonly fetch?: typeof fetch
}

export interface HttpRequest {
  readonly method: string
  /** Below the base URL, or an absolute URL of the same origin. */
  readonly url: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** An HTTP response of an external API, with its decoded JSON body. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  /** `undefined` if empty. */
  readonly body: unknown
}

const mostBytes = 4_194_304

/** Returns every response, whatever its status. Failure: `KW_EXTERNAL_HTTP` for one that cannot be read. */
export async function askHttp(api: HttpApiOptions, request: HttpRequest): Promise<HttpResponse> {
  const { fetch: send = fetch, maxBodyBytes = mostBytes } = api
  const { method, body, signal } = request
  const url = resolveUrl(api.baseUrl, request.url)
  const response = await send(url, {
    method,
    // A redirect would send the credentials to its target, and turn a POST into a GET.
    redirect: 'manual',
    signal,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(await api.headers?.(signal)),
      ...request.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { status, headers } = response
  if (status >= 300 && status < 400 && status !== 304) {
    await response.body?.cancel()
    throw unusable(request, url, `it redirects (${status}), and redirects are not followed`)
  }
  const text = await readText(response, maxBodyBytes, () =>
    unusable(request, url, `its answer has more than ${maxBodyBytes} bytes`),
  )
  return {
    status,
    headers,
    body: parsed(text, status, () => unusable(request, url, `its answer (${status}) is no JSON`)),
  }
}

/** Failure: `KW_EXTERNAL_HTTP` for a URL of another origin: a response could direct our credentials there. */
function resolveUrl(baseUrl: string, url: string): URL {
  const base = new URL(baseUrl)
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(url)
  const resolved =
    isWhole || url.startsWith('//')
      ? new URL(url, base)
      : new URL(`${baseUrl.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`)
  if (resolved.origin === base.origin) return resolved
  throw externalErrors('KW_EXTERNAL_HTTP', {
    what: `call ${resolved.origin}`,
    why: `the API is at ${base.origin}`,
    next: 'Use URLs below `baseUrl`, also for operations that a response names.',
    details: { origin: resolved.origin },
  })
}

async function readText(response: Response, most: number, tooLarge: () => Error): Promise<string> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Error responses may have any format; only successful ones must be JSON. */
function parsed(text: string, status: number, unreadable: () => Error): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    if (status >= 400) return text
    throw unreadable()
  }
}

function unusable({ method }: HttpRequest, url: URL, why: string): Error {
  return externalErrors('KW_EXTERNAL_HTTP', {
    what: `${method} ${url.origin}${url.pathname}`,
    why,
    next: 'Call the URL yourself, for example with `curl -i`, and correct the description or the API.',
    details: { method, url: `${url.origin}${url.pathname}` },
  })
}
