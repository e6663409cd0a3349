/** In-memory agents with the real protocol, controlled by the test. */
import type { OperationState } from '@kubewright/backup'

export interface AskedOperation {
  readonly id: string
  readonly kind: string
  readonly backup: string
  readonly owner: string
  readonly source: string
}

export class FakeAgents {
  /** Every call, in order. */
  readonly asked: AskedOperation[] = []
  /** The answers by kind, or kind and source: `backup db-0`; those not listed succeed at once. */
  readonly answers = new Map<string, OperationState>()
  /** Sources whose agents cannot be reached. */
  readonly silent = new Set<string>()
  token = 'right'

  readonly fetch: typeof fetch = async (input, init) => {
    const headers = init?.headers as Readonly<Record<string, string>>
    if (headers['authorization'] !== `Bearer ${this.token}`)
      return new Response('{"reason":"the token is wrong"}', { status: 401 })
    const id = (input as string).split('/').at(-1)!
    const operation = JSON.parse(init?.body as string) as Omit<AskedOperation, 'id'>
    const { kind, backup, owner, source } = operation
    if (this.silent.has(source)) throw new Error('no route to host')
    this.asked.push({ id, kind, backup, owner, source })
    const answer = this.answers.get(`${kind} ${source}`) ?? this.answers.get(kind)
    return Response.json(answer ?? { state: 'succeeded', result: { files: 3, bytes: 30 } })
  }
}
