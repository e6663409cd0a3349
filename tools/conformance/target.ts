/** A server that is asked: the real one or ours, over HTTPS or inside the process. */

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
}

export interface Answered {
  readonly status: number
  /** Lower-case names; every value that came. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly body: AsyncIterable<Uint8Array>
}

/** How fast a server is, and so how long it is worth waiting for it. */
export interface Pace {
  /** How long silence must last before it counts as the end of what a watch has to say. */
  readonly quietMs: number
  /** Between two questions whether something has come to be. */
  readonly pollMs: number
  /** How long to ask before giving up. */
  readonly patienceMs: number
  /** How many cases may run on it at the same time. */
  readonly concurrency: number
}

export interface Target extends AsyncDisposable {
  readonly name: string
  readonly pace: Pace
  send(asked: Asked): Promise<Answered>
  /** Makes the server forget every version but the newest. */
  forget(): Promise<void>
}

export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Lines as they come, without their ends; an unfinished last one too. */
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
