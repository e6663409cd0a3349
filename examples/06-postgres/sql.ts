/** Statements on a connection of their own. Names and texts are quoted here, and nowhere else. */
import Client from 'pg/lib/client.js'

export interface Address {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password?: string
}

export type Row = Readonly<Record<string, unknown>>

export async function ask(address: Address, sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  const client = new Client({ ...address, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined) // a server that stops ends its connections: the query says so
  await client.connect()
  try {
    const { rows } = await client.query(sql, [...values])
    return rows as readonly Row[]
  } finally {
    await client.end()
  }
}

export const identifier = (name: string) => Client.prototype.escapeIdentifier(name)
export const literal = (text: string) => Client.prototype.escapeLiteral(text)

/** Whether the server lets the user in. */
export async function canLogIn(address: Address): Promise<boolean> {
  try {
    await ask(address, 'SELECT 1')
    return true
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === '28P01') return false // the password is wrong
    throw error
  }
}
