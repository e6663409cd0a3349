/** Serves the paths under `/openapi`. */
import { gzipSync } from 'node:zlib'
import type { Clock } from '@kubewright/core'
import { parseAccept } from '../request/accept-header.ts'
import type { ServerRequest, ServerResponse } from '../request/exchange.ts'
import type { OpenApiDocument, OpenApiDocuments } from './openapi-documents.ts'
import { httpDate, serveContent } from './serve-content.ts'

const yearMs = 365 * 24 * 60 * 60 * 1000

/** @param path decoded, begins with `/openapi/`; `undefined` for an unknown path */
export async function serveOpenApi(
  documents: OpenApiDocuments,
  clock: Clock,
  path: string,
  request: ServerRequest,
): Promise<ServerResponse | undefined> {
  if (path === '/openapi/v2') return serveV2(await documents.v2(), request)
  if (path === '/openapi/v3') return serveIndex(documents, clock, request)
  if (!path.startsWith('/openapi/v3/')) return undefined
  return serveDocument(documents, { clock, name: path.slice('/openapi/v3/'.length) }, request)
}

/** The index of documents. The hash makes each URL immutable, so it can be cached for ever. */
async function serveIndex(documents: OpenApiDocuments, clock: Clock, request: ServerRequest): Promise<ServerResponse> {
  const entries: [string, object][] = []
  for (const name of documents.names()) {
    const document = await documents.find(name)
    if (document !== undefined) entries.push([name, { serverRelativeURL: addressOf(name, document) }])
  }
  const text = JSON.stringify({ paths: Object.fromEntries(entries) })
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  return serveContent(request, { text, modifiedMs: clock.now(), headers })
}

function addressOf(name: string, { hash }: OpenApiDocument): string {
  return `/openapi/v3/${name}?hash=${hash}`
}

interface Asked {
  readonly clock: Clock
  readonly name: string
}

async function serveDocument(
  documents: OpenApiDocuments,
  { clock, name }: Asked,
  request: ServerRequest,
): Promise<ServerResponse> {
  const document = await documents.find(name)
  const plain = { 'cache-control': 'no-cache, private' }
  if (document === undefined) return { status: 404, headers: plain, body: '' }
  if (findForm(request, [['json']]) === undefined)
    return { status: 406, headers: { ...plain, vary: 'Accept' }, body: '' }
  const etag = `"${document.hash}"`
  const headers = { 'content-type': 'application/json', vary: 'Accept' }
  const asked = request.query.get('hash') ?? ''
  if (asked === '') return serveContent(request, contentOf(document, etag, headers))
  if (asked !== document.hash) {
    return { status: 301, headers: { ...plain, ...headers, etag, location: addressOf(name, document) }, body: '' }
  }
  const kept = { 'cache-control': 'public, immutable', expires: httpDate(clock.now() + yearMs) }
  return serveContent(request, contentOf(document, etag, { ...headers, ...kept }))
}

function contentOf(document: OpenApiDocument, etag: string, headers: Record<string, string>) {
  return { text: document.text, etag, modifiedMs: document.sinceMs, headers }
}

/** The accepted protobuf media types; responses use the first. */
const protobufTypes = [
  'com.github.proto-openapi.spec.v2.v1.0+protobuf',
  'com.github.proto-openapi.spec.v2@v1.0+protobuf',
]

async function serveV2(document: OpenApiDocument, request: ServerRequest): Promise<ServerResponse> {
  const vary = 'Accept-Encoding, Accept'
  const form = findForm(request, [['json'], protobufTypes])
  if (form === undefined) return { status: 406, headers: { 'cache-control': 'no-cache, private', vary }, body: '' }
  const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  return serveContent(request, {
    ...contentOf(document, `"${document.hash}"`, {
      'content-type': `application/${form}`,
      vary,
      ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
    }),
    text: await bytesOf(document, form, isZipped),
  })
}

/** Encoded documents by format, cached for as long as the document lives. */
const written = new WeakMap<OpenApiDocument, Map<string, string | Buffer>>()

async function bytesOf(document: OpenApiDocument, form: string, isZipped: boolean): Promise<string | Buffer> {
  if (form === 'json' && !isZipped) return document.text
  const forms = written.get(document) ?? new Map<string, string | Buffer>()
  written.set(document, forms)
  const key = isZipped ? `${form} zipped` : form
  const bytes =
    forms.get(key) ?? (isZipped ? gzipSync(await bytesOf(document, form, false)) : await protobufOf(document))
  forms.set(key, bytes)
  return bytes
}

/** Loaded on first use: it brings a library that nothing else needs. */
async function protobufOf({ text }: OpenApiDocument): Promise<Buffer> {
  const { documentV2AsProtobuf } = await import('./protobuf-v2.ts')
  return documentV2AsProtobuf(JSON.parse(text) as object)
}

/** The first name of the first format that the client accepts, in the client's order of preference. */
function findForm({ headers }: ServerRequest, forms: readonly (readonly string[])[]): string | undefined {
  for (const { type, subtype } of parseAccept(headers['accept'] || '*/*')) {
    const isAny = subtype === '*' && (type === '*' || type === 'application')
    const form = isAny ? forms[0] : forms.find((names) => type === 'application' && names.includes(subtype))
    if (form !== undefined) return form[0]
  }
  return undefined
}
