/** How plays talk to a server, ours or a real one. */

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
}

/** Sends a request as the administrator, unless its headers say otherwise. */
export type Send = (path: string, sent: Sent) => Promise<Answer>
