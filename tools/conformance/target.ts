/** A server under test: the real one or ours, over HTTPS or in-process. */

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
}

export interface Answered {
  readonly status: number
  /** Lower-case names, with all values. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly body: AsyncIterable<Uint8Array>
}

/** The timing of a server. */
export interface Pace {
  /** How long a watch must be silent before it counts as complete. */
  readonly quietMs: number
  /** The polling interval. */
  readonly pollMs: number
  /** The polling timeout. */
  readonly patienceMs: number
  /** The number of concurrent cases. */
  readonly concurrency: number
}

export interface Target extends AsyncDisposable {
  readonly name: string
  readonly pace: Pace
  send(asked: Asked): Promise<Answered>
  /** Compacts the server's history to the newest version. */
  forget(): Promise<void>
}

export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Lines as they arrive, without line ends, including an unfinished last one. */
export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
