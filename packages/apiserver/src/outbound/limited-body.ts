/** Reads a response body up to a size limit. */
import type { IncomingMessage } from 'node:http'

/** Failure: rejects if the body is larger than `limit` or incomplete. */
export async function readBody(response: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      size += (chunk as Buffer).length
      if (size > limit) throw new TooLarge(limit)
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    if (error instanceof TooLarge) throw error
    throw new Error('unexpected EOF', { cause: error })
  }
  return Buffer.concat(chunks)
}

class TooLarge extends Error {
  constructor(limit: number) {
    super(`the answer is larger than ${limit} bytes`)
  }
}
