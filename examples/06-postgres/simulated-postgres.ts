/** In-memory PostgreSQL servers for explorations. Operations take effect at once, and passwords are checked. */
import type { Catalog, FoundDatabase } from './catalog.ts'
import type { PostgresInstance, PostgresMachine, ServerSettings } from './local-postgres.ts'
import type { Address } from './sql.ts'

interface Server extends PostgresInstance {
  readonly passwords: Map<string, string>
  readonly databases: Map<string, FoundDatabase & { readonly grants: Set<string> }>
}

export class SimulatedPostgres implements PostgresMachine, Catalog {
  readonly #servers = new Map<string, Server>()
  /** Unique within a run and the same in every run. */
  readonly passwords = { next: () => `password-${++this.#given}` }
  #given = 0

  async find(name: string): Promise<PostgresInstance | undefined> {
    const server = this.#servers.get(name)
    if (server === undefined) return undefined
    const { passwords: _, databases: __, ...instance } = server
    return instance
  }

  async create(name: string, owner: string, settings: ServerSettings, password: string): Promise<PostgresInstance> {
    if (this.#servers.has(name)) throw Object.assign(new Error(`the server ${name} exists already`), { status: 409 })
    const port = 5432 + this.#servers.size
    const { version, maxConnections } = settings
    const instance = { version, maxConnections, owner, host: '127.0.0.1', port, isRunning: true }
    this.#servers.set(name, { ...instance, passwords: new Map([['postgres', password]]), databases: new Map() })
    return instance
  }

  async resize(name: string, maxConnections: number): Promise<void> {
    this.#servers.set(name, { ...this.#named(name), maxConnections, isRunning: true })
  }

  async setPassword(name: string, password: string): Promise<void> {
    this.#named(name).passwords.set('postgres', password)
  }

  async setRolePassword(admin: Address, role: string, password: string): Promise<void> {
    const { passwords } = this.#entered(admin)
    if (!passwords.has(role)) throw new Error(`role "${role}" does not exist`)
    passwords.set(role, password)
  }

  async delete(name: string): Promise<void> {
    this.#named(name)
    this.#servers.delete(name)
  }

  async findDatabase(admin: Address, name: string): Promise<FoundDatabase | undefined> {
    const found = this.#entered(admin).databases.get(name)
    return found && { connectionLimit: found.connectionLimit, mark: found.mark }
  }

  async createDatabase(admin: Address, name: string, connectionLimit: number): Promise<void> {
    const { databases } = this.#entered(admin)
    if (databases.has(name)) throw new Error(`database "${name}" already exists`)
    databases.set(name, { connectionLimit, mark: null, grants: new Set() })
  }

  async limitDatabase(admin: Address, name: string, connectionLimit: number): Promise<void> {
    this.#change(admin, name, { connectionLimit })
  }

  async markDatabase(admin: Address, name: string, mark: string): Promise<void> {
    this.#change(admin, name, { mark })
  }

  async dropDatabase(admin: Address, name: string): Promise<void> {
    this.#entered(admin).databases.delete(name)
  }

  async hasRole(admin: Address, name: string): Promise<boolean> {
    return this.#entered(admin).passwords.has(name)
  }

  async createRole(admin: Address, name: string, password: string): Promise<void> {
    const { passwords } = this.#entered(admin)
    if (passwords.has(name)) throw new Error(`role "${name}" already exists`)
    passwords.set(name, password)
  }

  async grant(admin: Address, database: string, role: string): Promise<void> {
    const { passwords, databases } = this.#entered(admin)
    if (!passwords.has(role)) throw new Error(`role "${role}" does not exist`)
    const found = databases.get(database)
    if (found === undefined) throw new Error(`database "${database}" does not exist`)
    found.grants.add(role)
  }

  async dropOwned(admin: Address, database: string, role: string): Promise<void> {
    const { databases } = this.#entered({ ...admin, database })
    databases.get(database)!.grants.delete(role)
  }

  async dropRole(admin: Address, name: string): Promise<void> {
    const { passwords, databases } = this.#entered(admin)
    const inTheWay = [...databases].find(([, { grants }]) => grants.has(name))
    if (inTheWay !== undefined) throw new Error(`role "${name}" cannot be dropped: it may do things in ${inTheWay[0]}`)
    passwords.delete(name)
  }

  async canLogIn({ host, port, user, password }: Address): Promise<boolean> {
    return this.#at({ host, port }).passwords.get(user) === password
  }

  /** Everything on the servers except the passwords, which are random. */
  inventory(): unknown {
    return [...this.#servers.values()].map(({ passwords, databases, ...server }) => ({
      ...server,
      roles: [...passwords.keys()].sort(),
      databases: new Map([...databases].map(([name, { grants, ...rest }]) => [name, { ...rest, grants }])),
    }))
  }

  #named(name: string): Server {
    const server = this.#servers.get(name)
    if (server === undefined) throw Object.assign(new Error(`there is no server ${name}`), { status: 404 })
    return server
  }

  #at({ host, port }: Pick<Address, 'host' | 'port'>): Server {
    const server = [...this.#servers.values()].find((one) => one.host === host && one.port === port)
    if (server === undefined) throw new Error(`connect ECONNREFUSED ${host}:${port}`)
    return server
  }

  #entered(address: Address): Server {
    const server = this.#at(address)
    const { user, password, database } = address
    if (server.passwords.get(user) !== password)
      throw Object.assign(new Error(`password authentication failed for user "${user}"`), { code: '28P01' })
    if (database !== 'postgres' && !server.databases.has(database))
      throw new Error(`database "${database}" does not exist`)
    return server
  }

  #change(admin: Address, name: string, change: Partial<FoundDatabase>): void {
    const { databases } = this.#entered(admin)
    const found = databases.get(name)
    if (found === undefined) throw new Error(`database "${name}" does not exist`)
    databases.set(name, { ...found, ...change })
  }
}
