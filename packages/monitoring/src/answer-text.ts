/** The bodies of HTTP answers. */

const mostBytes = 1024 * 1024

/** Failure: rejects if the body has more than 1 MiB. */
export async function readText({ body }: Response): Promise<string> {
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
