/** A PostgreSQL database. Each statement has its own connection: the server may be replaced at any time. See decision 0371. */
import { Client } from 'pg'
import { addressOf } from './host-lookup.ts'
import type { Settings } from './settings.ts'

const patienceMs = 5_000

export class Database {
  readonly #settings: Settings
  readonly #schema: string
  #hasSchema = false

  /** @param schema idempotent statements; they run before the first query, and again after a failure */
  constructor(settings: Settings, schema: string) {
    this.#settings = settings
    this.#schema = schema
  }

  async ask(
    sql: string,
    ...values: readonly (string | number)[]
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = await this.#connect()
    try {
      if (!this.#hasSchema) await client.query(this.#schema)
      this.#hasSchema = true
      return (await client.query(sql, [...values])).rows as Readonly<Record<string, unknown>>[]
    } catch (error) {
      this.#hasSchema = false
      throw error
    } finally {
      await client.end().catch(() => undefined) // the query has completed or failed already
    }
  }

  async #connect(): Promise<Client> {
    const settings = this.#settings
    const client = new Client({
      host: await addressOf(settings.required('postgres.host')),
      port: Number(settings.optional('postgres.port', '5432')),
      user: settings.optional('postgres.user', 'iotsnap'),
      password: settings.required('postgres.password'),
      database: settings.optional('postgres.database', 'iotsnap'),
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    client.on('error', () => undefined) // a broken connection fails the statement that uses it
    await client.connect()
    return client
  }
}
