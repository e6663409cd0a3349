/** Bodies the server compressed, to be read as if it had not. */
import { Readable, pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createUnzip, unzip } from 'node:zlib'
import type { TransportBody } from '../../transport.ts'
import { connectionLost } from './failures.ts'
import { assertTextLength, type ResponseBody } from './response-body.ts'

/** What we tell the server we can read. */
export const acceptedEncodings = 'gzip, deflate'

const unzipWhole = promisify(unzip)

/** Whether a header says that the body is compressed, in a way we can read. */
export function isCompressed(encoding: string | readonly string[] | undefined): boolean {
  return typeof encoding === 'string' && ['gzip', 'x-gzip', 'deflate'].includes(encoding.toLowerCase())
}

export function decompressed(body: ResponseBody, what: () => string): TransportBody {
  const broken = (error: unknown) => connectionLost(what(), 'the compressed answer is broken', error)
  return {
    async text() {
      const bytes = await body.bytes()
      // Whole bodies are decompressed on another thread.
      const plain = await unzipWhole(bytes).catch((error: unknown) => Promise.reject(broken(error)))
      assertTextLength(plain.length)
      return plain.toString('utf8')
    },
    [Symbol.asyncIterator]: () => decompressedChunks(body, broken),
  }
}

async function* decompressedChunks(body: ResponseBody, broken: (error: unknown) => Error) {
  const plain = createUnzip()
  let cause: unknown
  const source = Readable.from(rememberingFailure(body, (error) => (cause = error)))
  pipeline(source, plain, () => {}) // both ends are destroyed together; the loop below reports why
  try {
    for await (const chunk of plain) yield chunk as Uint8Array
  } catch (error) {
    throw cause ?? broken(error)
  } finally {
    body.leave() // a generator that waits for the next chunk does not hear that it is no longer wanted
  }
}

/** A failure of the connection is not a failure of the compression. */
async function* rememberingFailure(body: ResponseBody, remember: (error: unknown) => void) {
  try {
    yield* body
  } catch (error) {
    remember(error)
    throw error
  }
}
