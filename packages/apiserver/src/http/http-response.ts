/** Writes responses over HTTP. Memory for pending data is bounded, and stalled callers are cut off. */
import type { IncomingMessage, ServerResponse as NodeResponse } from 'node:http'
import { promisify } from 'node:util'
import { GatheredStream } from './gathered-stream.ts'
import { discard, isStream, type ResponseStream, type ServerResponse } from '../request/exchange.ts'

/**
 * How long a caller may read nothing of a pending response. In real time, whichever clock the server runs on: connections
 * are slow in real time, and a test that advances a virtual clock by an hour must not cut off a healthy one.
 */
const stalledMs = 60_000
/** Smaller responses fit into the buffers of the system, so they cannot stall. */
const stallThreshold = 64 * 1024
/** Smaller responses are not compressed, as in kube-apiserver. */
const gzipThreshold = 128 * 1024

/** Resolves once the response is handed over. */
export async function writeResponse(
  incoming: IncomingMessage,
  outgoing: NodeResponse,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = response
  if (outgoing.destroyed) return discard(response)
  if (isStream(body)) {
    outgoing.writeHead(status, headers)
    outgoing.flushHeaders()
    return writeStream(outgoing, body)
  }
  const size = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  const isCompressed = size > gzipThreshold && wantsGzip(incoming)
  if (isCompressed) return writeCompressed(outgoing, response, Buffer.from(body as string))
  outgoing.writeHead(status, { ...headers, 'content-length': size })
  if (incoming.method === 'HEAD') outgoing.end()
  else if (size > stallThreshold) writeSlices(outgoing, typeof body === 'string' ? Buffer.from(body) : body)
  // Text is sent in one write with the head; bytes would need a write, and a TLS record, of their own.
  else if (size === body.length) outgoing.end(body, 'latin1')
  // But then the head is encoded as UTF-8 too, and one that holds bytes already would be encoded twice.
  else outgoing.end(isAscii(headers['warning']) ? body : Buffer.from(body as string))
}

function isAscii(header: string | string[] | undefined): boolean {
  return [header ?? []].flat().every((value) => /^[\x20-\x7e]*$/.test(value))
}

async function writeCompressed(
  outgoing: NodeResponse,
  { status, headers }: ServerResponse,
  bytes: Buffer,
): Promise<void> {
  const { gzip } = await import('node:zlib') // few servers ever compress
  const sent = await promisify<Buffer, { level: number }, Buffer>(gzip)(bytes, { level: 1 })
  if (outgoing.destroyed) return
  const encoding = { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }
  outgoing.writeHead(status, { ...headers, ...encoding, 'content-length': sent.length })
  writeSlices(outgoing, sent)
}

/** Written in slices, because everything written is encrypted at once, whether the caller reads it or not. */
const sliceBytes = 256 * 1024

/** Writes at the pace of the caller. One that reads nothing for `stalledMs` is cut off. */
function writeSlices(outgoing: NodeResponse, bytes: Uint8Array): void {
  outgoing.setTimeout(stalledMs, () => outgoing.destroy())
  let at = 0
  const write = () => {
    while (at + sliceBytes < bytes.length) {
      if (outgoing.destroyed) return
      const hasRoom = outgoing.write(bytes.subarray(at, (at += sliceBytes)))
      if (!hasRoom) return void outgoing.once('drain', write)
    }
    outgoing.end(bytes.subarray(at))
  }
  write()
}

/** Only reads are compressed. */
function wantsGzip({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET') return false
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  return accepted.some((encoding) => encoding.trim().split(';')[0] === 'gzip')
}

const streams = new WeakMap<NodeResponse, GatheredStream>()

function writeStream(outgoing: NodeResponse, body: ResponseStream): void {
  const gathered = new GatheredStream(outgoing)
  streams.set(outgoing, gathered)
  const opened = body.open({
    write: (chunk) => gathered.add(chunk),
    isReady: (again) => gathered.isReady(again),
    end: () => endStream(outgoing),
  })
  outgoing.once('close', () => opened[Symbol.dispose]())
}

/** Ends a streamed response, after its pending chunks. */
export function endStream(outgoing: NodeResponse): void {
  streams.get(outgoing)?.send()
  outgoing.end()
}
