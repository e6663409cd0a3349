/** Three kinds that depend on each other: servers, their databases and the roles of those. */
import { randomBytes } from 'node:crypto'
import { applied, changesBetween, defineExternalController, defineExternalSuite } from '@kubewright/external'
import { type Client, type Controller, Secret } from 'kubewright'
import { type Catalog, sqlCatalog } from './catalog.ts'
import { Database } from './database.ts'
import type { PostgresMachine } from './local-postgres.ts'
import { PostgresServer } from './postgres-server.ts'
import { Role } from './role.ts'
import type { Address } from './sql.ts'

const secretOf = (server: string) => `${server}-admin`
/** Shared settings: reads are consistent, and a call may take as long as `initdb`. */
const common = { poll: '10m', recheck: '1s', timeout: '2m', visibleWithin: 0 } as const
const readsPasswords = [
  { resource: Secret, verbs: ['get'], because: 'logs in with the administrator credentials they hold' },
]

export interface PostgresOptions {
  /** Access to the contents of servers. @default real ones, in SQL */
  readonly catalog?: Catalog
  /** @default a random one */
  readonly newPassword?: () => string
}

export function postgresControllers(machine: PostgresMachine, options: PostgresOptions = {}): readonly Controller[] {
  const { catalog = sqlCatalog, newPassword = () => randomBytes(24).toString('base64url') } = options
  return defineExternalSuite(servers(machine, newPassword), databases(catalog), roles(catalog, newPassword))
}

function servers(machine: PostgresMachine, newPassword: () => string) {
  const nameOf = (server: PostgresServer) => server.metadata.uid
  return defineExternalController({
    name: 'postgres-servers',
    for: PostgresServer,
    finalizer: 'postgres.example.dev/server',
    ...common,
    connectionSecret: ({ metadata }) => secretOf(metadata.name),
    observe: async (server) => machine.find(nameOf(server)),
    // A crash before the password was stored in the Secret loses it. A new one is set then.
    diff: ({ spec }, actual, { connection }) =>
      changesBetween(
        { ...spec, isRunning: true, hasPassword: true },
        { ...actual, hasPassword: connection?.['password'] !== undefined },
        ['version', 'maxConnections', 'isRunning', 'hasPassword'],
      ),
    recreateFor: ['version'],
    async create(server) {
      const password = newPassword()
      const { host, port } = await machine.create(nameOf(server), server.metadata.uid, server.spec, password)
      return applied({ connection: { host, port: `${port}`, user: 'postgres', password } })
    },
    async update(server, changes) {
      const fields = changes.map(({ field }) => field)
      if (fields.includes('maxConnections') || fields.includes('isRunning')) {
        await machine.resize(nameOf(server), server.spec.maxConnections)
      }
      if (!fields.includes('hasPassword')) return undefined
      const password = newPassword()
      await machine.setPassword(nameOf(server), password)
      return applied({ connection: { user: 'postgres', password } })
    },
    delete: async (server) => machine.delete(nameOf(server)),
    status: ({ host, port }) => ({ host, port }),
    connection: (_, { host, port }) => ({ host, port: `${port}` }),
  })
}

function databases(catalog: Catalog) {
  return defineExternalController({
    name: 'postgres-databases',
    for: Database,
    finalizer: 'postgres.example.dev/database',
    ...common,
    uses: readsPasswords,
    dependencies: { server: { on: PostgresServer, ref: ({ spec }) => spec.server, owner: true } },
    async observe({ spec, metadata }, { client, dependencies }) {
      const admin = await adminOf(dependencies.server, client)
      if (admin === undefined) return undefined // the server is gone, and the database with it
      const { host, port } = admin
      const found = await catalog.findDatabase(admin, spec.name)
      if (found === undefined) return undefined
      const { connectionLimit, mark } = found
      return { connectionLimit, mark: mark ?? metadata.uid, isMarked: mark !== null, host, port }
    },
    isOurs: ({ metadata }, { mark, isMarked }) => (isMarked ? mark === metadata.uid : undefined),
    diff: ({ spec }, actual) => changesBetween({ ...spec, isMarked: true }, actual, ['connectionLimit', 'isMarked']),
    async create({ spec, metadata }, { client, dependencies }) {
      const admin = await adminOf(dependencies.server, client)
      await catalog.createDatabase(admin!, spec.name, spec.connectionLimit)
      await catalog.markDatabase(admin!, spec.name, metadata.uid)
    },
    async update({ spec, metadata }, _, { client, dependencies }) {
      const admin = await adminOf(dependencies.server, client)
      await catalog.limitDatabase(admin!, spec.name, spec.connectionLimit)
      await catalog.markDatabase(admin!, spec.name, metadata.uid)
    },
    async delete({ spec }, { client, dependencies }) {
      const admin = await adminOf(dependencies.server, client)
      if (admin !== undefined) await catalog.dropDatabase(admin, spec.name)
    },
    status: ({ host, port }) => ({ host, port }),
  })
}

function roles(catalog: Catalog, newPassword: () => string) {
  return defineExternalController({
    name: 'postgres-roles',
    for: Role,
    finalizer: 'postgres.example.dev/role',
    ...common,
    uses: readsPasswords,
    dependencies: { database: { on: Database, ref: ({ spec }) => spec.database, owner: true } },
    connectionSecret: ({ metadata }) => metadata.name,
    async observe({ spec }, { client, dependencies, connection }) {
      const { database } = dependencies
      const admin = await adminOfDatabase(database, client)
      if (database === undefined || admin === undefined) return undefined
      if (!(await catalog.hasRole(admin, spec.name))) return undefined
      const address = { ...admin, user: spec.name, database: database.spec.name }
      const password = connection?.['password']
      return { address, canLogIn: password !== undefined && (await catalog.canLogIn({ ...address, password })) }
    },
    diff: (_, actual) => changesBetween({ canLogIn: true }, actual, ['canLogIn']),
    async create({ spec }, { client, dependencies }) {
      const { database } = dependencies
      const admin = await adminOfDatabase(database, client)
      const password = newPassword()
      await catalog.createRole(admin!, spec.name, password)
      await catalog.grant(admin!, database.spec.name, spec.name)
      return applied({ connection: { password } })
    },
    async update({ spec }, _, { client, dependencies }) {
      const { database } = dependencies
      const admin = await adminOfDatabase(database, client)
      const password = newPassword()
      await catalog.setRolePassword(admin!, spec.name, password)
      await catalog.grant(admin!, database.spec.name, spec.name)
      return applied({ connection: { password } })
    },
    async delete({ spec }, { client, dependencies }) {
      const { database } = dependencies
      const admin = await adminOfDatabase(database, client)
      if (database === undefined || admin === undefined) return
      if (!(await catalog.hasRole(admin, spec.name))) return
      await catalog.dropOwned(admin, database.spec.name, spec.name)
      await catalog.dropRole(admin, spec.name)
    },
    connection: ({ spec }, { address: { host, port, database } }) => ({
      host,
      port: `${port}`,
      user: spec.name,
      database,
    }),
  })
}

/** The administrator's address of a server, from the Secret that the server's controller keeps. */
async function adminOf(server: PostgresServer | undefined, client: Client): Promise<Address | undefined> {
  if (server === undefined) return undefined
  const { name, namespace = 'default' } = server.metadata
  const { data = {} } = await client.get(Secret, { name: secretOf(name), namespace })
  const read = (key: string) => Buffer.from(data[key] ?? '', 'base64').toString('utf8')
  return {
    host: read('host'),
    port: Number(read('port')),
    user: read('user'),
    password: read('password'),
    database: 'postgres',
  }
}

async function adminOfDatabase(database: Database | undefined, client: Client): Promise<Address | undefined> {
  if (database === undefined) return undefined
  const { namespace = 'default' } = database.metadata
  return adminOf({ metadata: { name: database.spec.server, namespace } } as PostgresServer, client)
}
