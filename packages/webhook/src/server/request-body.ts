/** The body of a request, held only as far as there is room for it. */
import type { IncomingMessage } from 'node:http'

/** Counts what all requests hold together. */
export class ByteBudget {
  readonly #most: number
  #held = 0

  constructor(most: number) {
    this.#most = most
  }

  get heldBytes(): number {
    return this.#held
  }

  /** Whether there was room. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false
    this.#held += bytes
    return true
  }

  give(bytes: number): void {
    this.#held -= bytes
  }
}

/** Why a body was not read to its end. */
export type BodyProblem = 'too large' | 'no room' | 'cut off'

/** Returns what `use` makes of the body, which counts as held until then; or why there is none. */
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

/** Exactly what is in `chunks` is taken from the budget, however the reading ends. */
async function readInto(
  chunks: Buffer[],
  request: IncomingMessage,
  { mostBytes, budget }: { readonly mostBytes: number; readonly budget: ByteBudget },
): Promise<BodyProblem | undefined> {
  let held = 0
  try {
    // Whoever is refused is still answered, so the connection must live on.
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
