/** The operations on a PostgreSQL server, one statement each, because the operator may crash after any of them. */
import { type Address, ask, canLogIn, identifier, literal } from './sql.ts'

export interface FoundDatabase {
  readonly connectionLimit: number
  /** The uid of the owning object. `null` if the database is not marked. */
  readonly mark: string | null
}

/** Each call is one statement or idempotent. */
export interface Catalog {
  findDatabase(admin: Address, name: string): Promise<FoundDatabase | undefined>
  createDatabase(admin: Address, name: string, connectionLimit: number): Promise<void>
  limitDatabase(admin: Address, name: string, connectionLimit: number): Promise<void>
  /** Records the owner of the database. */
  markDatabase(admin: Address, name: string, uid: string): Promise<void>
  /** Idempotent: a missing database is not an error. */
  dropDatabase(admin: Address, name: string): Promise<void>
  hasRole(admin: Address, name: string): Promise<boolean>
  createRole(admin: Address, name: string, password: string): Promise<void>
  setRolePassword(admin: Address, role: string, password: string): Promise<void>
  grant(admin: Address, database: string, role: string): Promise<void>
  /** Drops the role's objects and privileges in the database. They would prevent `dropRole`. */
  dropOwned(admin: Address, database: string, role: string): Promise<void>
  /** Idempotent: a missing role is not an error. */
  dropRole(admin: Address, name: string): Promise<void>
  /** Whether the server accepts the credentials. */
  canLogIn(address: Address): Promise<boolean>
}

const databaseQuery = `SELECT datconnlimit, shobj_description(oid, 'pg_database') AS mark FROM pg_database WHERE datname = $1`

/** Runs SQL, with a new connection for each call. */
export const sqlCatalog: Catalog = {
  async findDatabase(admin, name) {
    const [row] = await ask(admin, databaseQuery, [name])
    return row && { connectionLimit: row['datconnlimit'] as number, mark: row['mark'] as string | null }
  },
  async createDatabase(admin, name, connectionLimit) {
    await ask(admin, `CREATE DATABASE ${identifier(name)} CONNECTION LIMIT ${connectionLimit}`)
  },
  async limitDatabase(admin, name, connectionLimit) {
    await ask(admin, `ALTER DATABASE ${identifier(name)} CONNECTION LIMIT ${connectionLimit}`)
  },
  async markDatabase(admin, name, uid) {
    await ask(admin, `COMMENT ON DATABASE ${identifier(name)} IS ${literal(uid)}`)
  },
  async dropDatabase(admin, name) {
    await ask(admin, `DROP DATABASE IF EXISTS ${identifier(name)} WITH (FORCE)`)
  },
  async hasRole(admin, name) {
    const [row] = await ask(admin, 'SELECT 1 FROM pg_roles WHERE rolname = $1', [name])
    return row !== undefined
  },
  async createRole(admin, name, password) {
    await ask(admin, `CREATE ROLE ${identifier(name)} LOGIN PASSWORD ${literal(password)}`)
  },
  async setRolePassword(admin, role, password) {
    await ask(admin, `ALTER ROLE ${identifier(role)} LOGIN PASSWORD ${literal(password)}`)
  },
  async grant(admin, database, role) {
    await ask(admin, `GRANT ALL ON DATABASE ${identifier(database)} TO ${identifier(role)}`)
  },
  async dropOwned(admin, database, role) {
    await ask({ ...admin, database }, `DROP OWNED BY ${identifier(role)} CASCADE`)
  },
  async dropRole(admin, name) {
    await ask(admin, `DROP ROLE IF EXISTS ${identifier(name)}`)
  },
  canLogIn,
}
