/** An answer on its way out over HTTP. Nothing waits in memory without a bound, and nobody is waited for without end. */
import type { IncomingMessage, ServerResponse as NodeResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { systemClock } from '@kubewright/core'
import { discard, isStream, type ResponseStream, type ServerResponse } from '../request/exchange.ts'

/** What may wait in memory for one slow watcher. */
const backlogLimit = 16 * 1024 * 1024
/** How long a caller may take none of an answer that is ready. */
const stalledMs = 60_000
/** How long events are gathered for one watcher when they come quickly. */
const gatherMs = 8
/** Less than this fits into the buffers of the system: it does not wait for anybody. */
const stallThreshold = 64 * 1024
/** Smaller answers are not worth it, as the API server has it. */
const gzipThreshold = 128 * 1024

const compress = promisify<Buffer, { level: number }, Buffer>(gzip)

/** Resolves once the answer is handed over. */
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
  if (size > stallThreshold) outgoing.setTimeout(stalledMs, () => outgoing.destroy())
  outgoing.writeHead(status, { ...headers, 'content-length': size })
  // Text goes out in one piece with its head; bytes would be a piece, and an encrypted record, of their own.
  // But then the head is written as UTF-8 too, and one that holds bytes already would be encoded twice.
  const isPlain = typeof body !== 'string' || isAscii(headers['warning'])
  outgoing.end(incoming.method === 'HEAD' ? undefined : isPlain ? body : Buffer.from(body))
}

function isAscii(header: string | string[] | undefined): boolean {
  return [header ?? []].flat().every((value) => /^[\x20-\x7e]*$/.test(value))
}

async function writeCompressed(
  outgoing: NodeResponse,
  { status, headers }: ServerResponse,
  bytes: Buffer,
): Promise<void> {
  const sent = await compress(bytes, { level: 1 })
  if (outgoing.destroyed) return
  outgoing.setTimeout(stalledMs, () => outgoing.destroy())
  const encoding = { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }
  outgoing.writeHead(status, { ...headers, ...encoding, 'content-length': sent.length })
  outgoing.end(sent)
}

/** Only reads are compressed. */
function wantsGzip({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET') return false
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  return accepted.some((encoding) => encoding.trim().split(';')[0] === 'gzip')
}

function writeStream(outgoing: NodeResponse, body: ResponseStream): void {
  const gathered = new GatheredChunks(outgoing)
  const opened = body.open({
    write: (chunk) => gathered.add(chunk),
    end() {
      gathered.flush()
      outgoing.end()
    },
  })
  outgoing.once('close', () => opened[Symbol.dispose]())
}

/**
 * What comes in one turn goes out together, and when much comes, what comes in a few milliseconds: an event by itself costs a
 * hundred watchers a hundred calls of the system. The first event after a pause does not wait.
 */
class GatheredChunks {
  readonly #outgoing: NodeResponse
  #chunks: Uint8Array[] = []
  #bytes = 0
  #flushedAt = -gatherMs

  constructor(outgoing: NodeResponse) {
    this.#outgoing = outgoing
  }

  /** False once too much waits for the reader. */
  add(chunk: Uint8Array): boolean {
    if (this.#chunks.length === 0) this.#planFlush()
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    return this.#outgoing.writableLength + this.#bytes < backlogLimit
  }

  flush(): void {
    if (this.#chunks.length === 0) return
    const [first] = this.#chunks
    if (!this.#outgoing.writableEnded) {
      this.#outgoing.write(this.#chunks.length === 1 ? first! : Buffer.concat(this.#chunks, this.#bytes))
    }
    this.#chunks = []
    this.#bytes = 0
    this.#flushedAt = systemClock.elapsed()
  }

  #planFlush(): void {
    const waitMs = this.#flushedAt + gatherMs - systemClock.elapsed()
    if (waitMs > 0) systemClock.schedule(waitMs, () => this.flush())
    // oxlint-disable-next-line no-restricted-globals -- the end of this turn, which no clock knows
    else setImmediate(() => this.flush())
  }
}
