/** Runs each statement on its own connection. All quoting of identifiers and literals happens here. */
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
  client.on('error', () => undefined) // a stopping server closes its connections; the query reports it
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

/** Whether the server accepts the credentials. */
export async function canLogIn(address: Address): Promise<boolean> {
  try {
    await ask(address, 'SELECT 1')
    return true
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === '28P01') return false // 28P01: invalid password
    throw error
  }
}
