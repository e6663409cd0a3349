/**
 * PostgreSQL servers on this machine: each in a folder and a process of its own, on a port of the loopback. What a cloud's API
 * does, done with `initdb` and `postgres`.
 */
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
  /** Whoever asked for it: the uid of an object. */
  readonly owner: string
  readonly host: string
  readonly port: number
  readonly isRunning: boolean
}

/** What a cloud's API does. */
export interface PostgresMachine {
  find(name: string): PostgresInstance | undefined | Promise<PostgresInstance | undefined>
  /** @param password of the administrator */
  create(name: string, owner: string, settings: ServerSettings, password: string): Promise<PostgresInstance>
  /** In place: the data stays. Also starts one that has ended. */
  resize(name: string, maxConnections: number): Promise<void>
  setPassword(name: string, password: string): Promise<void>
  delete(name: string): Promise<void>
}

interface Instance extends PostgresInstance {
  readonly folder: string
  readonly process: ChildProcess
}

/** Where the programs of each major version are; empty if PostgreSQL is not installed. */
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

/** What keeps PostgreSQL from running here, in one line; `undefined` if nothing does. */
export async function obstacle(): Promise<string | undefined> {
  if (Object.keys(await findPostgres()).length === 0) return 'PostgreSQL is not installed: apt-get install postgresql'
  const throwAway = run('sh', ['-c', ': > /dev/null'], asServer()) // as initdb does
  return throwAway.then(
    () => undefined,
    () => 'the user that PostgreSQL runs as may not write to /dev/null: chmod 666 /dev/null',
  )
}

export class LocalPostgres implements PostgresMachine, AsyncDisposable {
  readonly #programs: Readonly<Record<string, string>>
  readonly #instances = new Map<string, Instance>()
  #root: string | undefined

  /** @param programs where those of each version are: see `findPostgres` */
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

  /** Through the socket, which only its owner can open. */
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
  process.once('exit', end) // however this process ends, short of being killed
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
  server.kill('SIGINT') // fast: connections are ended, data is written
  await ended
}

/** PostgreSQL refuses to run as root: root runs it as the user its package made. */
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
