/** Reads the body of a request within memory limits. */
import type { IncomingMessage } from 'node:http'

/** Counts the bytes held by all requests. */
export class ByteBudget {
  readonly #most: number
  #held = 0

  constructor(most: number) {
    this.#most = most
  }

  get heldBytes(): number {
    return this.#held
  }

  /** Returns whether there was room. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false
    this.#held += bytes
    return true
  }

  give(bytes: number): void {
    this.#held -= bytes
  }
}

/** Why a body could not be read. */
export type BodyProblem = 'too large' | 'no room' | 'cut off'

/** Returns the result of `use`, during which the body counts as held; or why there is no body. */
export async function withBody<T>(
  request: IncomingMessage,
  limits: { readonly mostBytes: number; readonly budget: ByteBudget },
  use: (body: string) => Promise<T>,
): Promise<T | BodyProblem> {
  if (Number(request.headers['content-length'] ?? 0) > limits.mostBytes) return 'too large'
  const chunks: Buffer[] = []
  try {
    const problem = await readInto(chunks, request, limits)
    return problem ?? (await use(Buffer.concat(chunks).toString('utf8')))
  } finally {
    limits.budget.give(sizeOf(chunks))
  }
}

/** Exactly the bytes in `chunks` are taken from the budget, however the read ends. */
async function readInto(
  chunks: Buffer[],
  request: IncomingMessage,
  { mostBytes, budget }: { readonly mostBytes: number; readonly budget: ByteBudget },
): Promise<BodyProblem | undefined> {
  let held = 0
  try {
    // A rejected request still gets a response, so the connection must stay open.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      held += chunk.length
      if (held > mostBytes) return 'too large'
      if (!budget.take(chunk.length)) return 'no room'
      chunks.push(chunk)
    }
    return undefined
  } catch {
    return 'cut off'
  }
}

function sizeOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0)
}
