/** In-memory agents with the real protocol, controlled by the test. */
import type { OperationState } from '@kubewright/backup'

export interface AskedOperation {
  readonly id: string
  readonly kind: string
  readonly backup: string
  readonly owner: string
}

export class FakeAgents {
  /** Every call, in order. */
  readonly asked: AskedOperation[] = []
  /** The answers to operations; those not listed succeed at once. */
  readonly answers = new Map<string, OperationState>()
  token = 'right'

  readonly fetch: typeof fetch = async (input, init) => {
    const headers = init?.headers as Readonly<Record<string, string>>
    if (headers['authorization'] !== `Bearer ${this.token}`)
      return new Response('{"reason":"the token is wrong"}', { status: 401 })
    const id = (input as string).split('/').at(-1)!
    const operation = JSON.parse(init?.body as string) as Omit<AskedOperation, 'id'>
    this.asked.push({ id, kind: operation.kind, backup: operation.backup, owner: operation.owner })
    const answer = this.answers.get(id) ?? this.answers.get(operation.kind)
    return Response.json(answer ?? { state: 'succeeded', result: { files: 3, bytes: 30 } })
  }
}
