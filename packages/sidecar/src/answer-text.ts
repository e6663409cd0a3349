/** The bodies of HTTP answers, of sidecars and of what they report to. */

const mostBytes = 1024 * 1024

/**
 * The body of an answer as text.
 *
 * Failure: rejects if the body has more than 1 MiB.
 */
export async function readAnswerText({ body }: Response): Promise<string> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > mostBytes) throw new Error(`its answer has more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
