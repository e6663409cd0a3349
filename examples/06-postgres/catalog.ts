/** What is asked of a PostgreSQL server, statement by statement: any of them may be the last one before we die. */
import { type Address, ask, canLogIn, identifier, literal } from './sql.ts'

export interface FoundDatabase {
  readonly connectionLimit: number
  /** Whose it is: the uid of an object. `null` if nobody has said so. */
  readonly mark: string | null
}

/** Each call is one statement, or one that may be repeated. */
export interface Catalog {
  findDatabase(admin: Address, name: string): Promise<FoundDatabase | undefined>
  createDatabase(admin: Address, name: string, connectionLimit: number): Promise<void>
  limitDatabase(admin: Address, name: string, connectionLimit: number): Promise<void>
  /** Says whose it is. */
  markDatabase(admin: Address, name: string, uid: string): Promise<void>
  /** One that is not there is dropped already. */
  dropDatabase(admin: Address, name: string): Promise<void>
  hasRole(admin: Address, name: string): Promise<boolean>
  createRole(admin: Address, name: string, password: string): Promise<void>
  setRolePassword(admin: Address, role: string, password: string): Promise<void>
  grant(admin: Address, database: string, role: string): Promise<void>
  /** What it owns in the database, and may do there: it is in the way of dropping it. */
  dropOwned(admin: Address, database: string, role: string): Promise<void>
  /** One that is not there is dropped already. */
  dropRole(admin: Address, name: string): Promise<void>
  /** Whether the server lets the user in. */
  canLogIn(address: Address): Promise<boolean>
}

const databaseQuery = `SELECT datconnlimit, shobj_description(oid, 'pg_database') AS mark FROM pg_database WHERE datname = $1`

/** With a connection for each. */
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
