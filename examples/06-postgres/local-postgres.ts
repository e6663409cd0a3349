/** PostgreSQL servers on this machine instead of in a cloud, each with its own folder, process and loopback port. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chown, constants, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sleep, systemClock } from '@kubewright/core'
import { type Address, ask, literal } from './sql.ts'

const run = promisify(execFile)
const installed = '/usr/lib/postgresql'

export interface ServerSettings {
  readonly version: string
  readonly maxConnections: number
}

export interface PostgresInstance extends ServerSettings {
  /** The uid of the owning object. */
  readonly owner: string
  readonly host: string
  readonly port: number
  readonly isRunning: boolean
}

/** The operations that a cloud's API would offer. */
export interface PostgresMachine {
  find(name: string): PostgresInstance | undefined | Promise<PostgresInstance | undefined>
  /** @param password the administrator's */
  create(name: string, owner: string, settings: ServerSettings, password: string): Promise<PostgresInstance>
  /** Changes the limit in place and keeps the data. Also starts a stopped server. */
  resize(name: string, maxConnections: number): Promise<void>
  setPassword(name: string, password: string): Promise<void>
  delete(name: string): Promise<void>
}

interface Instance extends PostgresInstance {
  readonly folder: string
  readonly process: ChildProcess
}

/** The folder of the programs of each major version. Empty if PostgreSQL is not installed. */
export async function findPostgres(): Promise<Readonly<Record<string, string>>> {
  const versions = await readdir(installed).catch((): string[] => [])
  const found = await Promise.all(
    versions.map(async (version) => {
      const programs = join(installed, version, 'bin')
      const isThere = await access(join(programs, 'initdb'), constants.X_OK).then(
        () => true,
        () => false,
      )
      return isThere ? [[version, programs] as const] : []
    }),
  )
  return Object.fromEntries(found.flat())
}

/** Why PostgreSQL cannot run here, in one line; `undefined` if it can. */
export async function obstacle(): Promise<string | undefined> {
  if (Object.keys(await findPostgres()).length === 0) return 'PostgreSQL is not installed: apt-get install postgresql'
  const throwAway = run('sh', ['-c', ': > /dev/null'], asServer()) // initdb does this too
  return throwAway.then(
    () => undefined,
    () => 'the user that PostgreSQL runs as may not write to /dev/null: chmod 666 /dev/null',
  )
}

export class LocalPostgres implements PostgresMachine, AsyncDisposable {
  readonly #programs: Readonly<Record<string, string>>
  readonly #instances = new Map<string, Instance>()
  #root: string | undefined

  /** @param programs folder of the programs of each version: see `findPostgres` */
  constructor(programs: Readonly<Record<string, string>>) {
    this.#programs = programs
  }

  find(name: string): PostgresInstance | undefined {
    const instance = this.#instances.get(name)
    if (instance === undefined) return undefined
    const { process: server, folder: _, ...rest } = instance
    return { ...rest, isRunning: server.exitCode === null && server.signalCode === null }
  }

  async create(name: string, owner: string, settings: ServerSettings, password: string): Promise<PostgresInstance> {
    if (this.#instances.has(name)) throw Object.assign(new Error(`the server ${name} exists already`), { status: 409 })
    const programs = this.#programs[settings.version]
    if (programs === undefined) {
      const known = Object.keys(this.#programs).join(', ')
      throw Object.assign(new Error(`PostgreSQL ${settings.version} is not installed here, only ${known}`), {
        status: 400,
      })
    }
    const folder = await this.#newFolder()
    const passwordFile = join(folder, 'password')
    await writeFile(passwordFile, password, { mode: 0o600 })
    await giveAway(passwordFile)
    const auth = ['--auth-host=scram-sha-256', '--auth-local=trust', `--pwfile=${passwordFile}`]
    await run(
      join(programs, 'initdb'),
      ['-D', join(folder, 'data'), '-U', 'postgres', '-E', 'UTF8', '--no-sync', ...auth],
      asServer(),
    )
    await rm(passwordFile)
    const port = await freePort()
    const server = await start(programs, { folder, port, settings })
    const instance = { ...settings, owner, host: '127.0.0.1', port, folder, process: server, isRunning: true }
    this.#instances.set(name, instance)
    return instance
  }

  async resize(name: string, maxConnections: number): Promise<void> {
    const before = this.#known(name)
    await stop(before.process)
    const { folder, port, version } = before
    const server = await start(this.#programs[version]!, { folder, port, settings: { version, maxConnections } })
    this.#instances.set(name, { ...before, maxConnections, process: server })
  }

  /** Connects through the Unix socket, which only its owner can open. */
  async setPassword(name: string, password: string): Promise<void> {
    const { folder, port } = this.#known(name)
    await ask(
      { host: folder, port, user: 'postgres', database: 'postgres' },
      `ALTER ROLE postgres PASSWORD ${literal(password)}`,
    )
  }

  async delete(name: string): Promise<void> {
    const { process: server, folder } = this.#known(name)
    await stop(server)
    await rm(folder, { recursive: true, force: true })
    this.#instances.delete(name)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of this.#instances.keys()) await this.delete(name)
    if (this.#root !== undefined) await rm(this.#root, { recursive: true, force: true })
  }

  #known(name: string): Instance {
    const instance = this.#instances.get(name)
    if (instance === undefined) throw Object.assign(new Error(`there is no server ${name}`), { status: 404 })
    return instance
  }

  async #newFolder(): Promise<string> {
    this.#root ??= await mkdtemp(join(tmpdir(), 'kubewright-postgres-'))
    await giveAway(this.#root)
    const folder = await mkdtemp(join(this.#root, 'server-'))
    await mkdir(join(folder, 'data'), { mode: 0o700 })
    await giveAway(folder)
    await giveAway(join(folder, 'data'))
    return folder
  }
}

interface Start {
  readonly folder: string
  readonly port: number
  readonly settings: ServerSettings
}

async function start(programs: string, { folder, port, settings }: Start): Promise<ChildProcess> {
  const options = {
    listen_addresses: '127.0.0.1',
    port,
    max_connections: settings.maxConnections,
    unix_socket_directories: folder,
    fsync: 'off',
  }
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', join(folder, 'data'), ...args], {
    ...asServer(),
    stdio: 'ignore',
  })
  const end = () => void server.kill('SIGKILL')
  process.once('exit', end) // on every exit, unless this process is killed by a signal
  server.once('exit', () => process.off('exit', end))
  await untilItAnswers(server, { host: folder, port, user: 'postgres', database: 'postgres' })
  return server
}

async function untilItAnswers(server: ChildProcess, address: Address): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode} before it answered`)
    const isUp = await ask(address, 'SELECT 1').then(
      () => true,
      () => false,
    )
    if (isUp) return
    await sleep(systemClock, '100ms')
  }
  throw new Error('postgres did not answer in time')
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGINT') // fast shutdown: closes connections and flushes data
  await ended
}

/** PostgreSQL refuses to run as root, so root runs it as the `postgres` user of the package. */
function asServer(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function giveAway(path: string): Promise<void> {
  const { uid, gid } = asServer()
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
