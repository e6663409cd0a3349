/** Who is calling. */

export interface User {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

export const anonymous: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] }
