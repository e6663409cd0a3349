/** Decompresses response bodies. */
import { constants } from 'node:buffer'
import { Readable, pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createUnzip, unzip } from 'node:zlib'
import type { TransportBody } from '../../transport.ts'
import { codeOf, connectionLost } from './failures.ts'
import { assertTextLength, type ResponseBody } from './response-body.ts'

/** The value of Accept-Encoding. */
export const acceptedEncodings = 'gzip, deflate'

const unzipWhole = promisify(unzip)

/** Whether the header names a supported compression. */
export function isCompressed(encoding: string | readonly string[] | undefined): boolean {
  return typeof encoding === 'string' && ['gzip', 'x-gzip', 'deflate'].includes(encoding.toLowerCase())
}

export function decompressed(body: ResponseBody, what: () => string): TransportBody {
  const broken = (error: unknown) => connectionLost(what(), 'the compressed response is damaged', error)
  return {
    async text() {
      const bytes = await body.bytes()
      if (bytes.length === 0) return '' // no body at all, as with 304
      // Whole bodies are decompressed on another thread.
      const plain = await unzipWhole(bytes, { maxOutputLength: mostBytes }).catch((error: unknown) => {
        if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') assertTextLength(mostBytes + 1)
        throw broken(error)
      })
      return plain.toString('utf8')
    },
    [Symbol.asyncIterator]: () => {
      const chunks = decompressedChunks(body, broken)
      const next = () => chunks.next()
      return {
        next,
        return: async () => {
          body.leave() // a generator that is closed before its first read runs no `finally`
          return chunks.return(undefined)
        },
      }
    },
  }
}

const mostBytes = constants.MAX_STRING_LENGTH

async function* decompressedChunks(
  body: ResponseBody,
  broken: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, undefined, undefined> {
  const plain = createUnzip()
  let cause: unknown
  const source = Readable.from(rememberingFailure(body, (error) => (cause = error)))
  pipeline(source, plain, () => {}) // destroys both ends together; the loop below reports the error
  try {
    for await (const chunk of plain) yield chunk as Uint8Array
  } catch (error) {
    const isEmpty = cause === undefined && plain.bytesWritten === 0
    if (!isEmpty) throw cause ?? broken(error)
  } finally {
    body.leave() // a generator waiting for the next chunk is not notified of the end
  }
  return undefined
}

/** Distinguishes a connection failure from a broken compression. */
async function* rememberingFailure(body: ResponseBody, remember: (error: unknown) => void) {
  try {
    yield* body
  } catch (error) {
    remember(error)
    throw error
  }
}
