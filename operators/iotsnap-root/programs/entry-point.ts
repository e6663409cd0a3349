/**
 * The entry point of real programs that run as pods of a simulation: they bind the address of their pod, and PostgreSQL does
 * not run as root. `entry-point.ts NAME PROGRAM [ARGUMENTS]` lasts as long as the program.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { addressOf } from '../services/host-lookup.ts'
import { initializePostgres, serverUser } from './initialize-postgres.ts'

const [name = '', program = '', ...args] = process.argv.slice(2)
const host = process.env['POD_IP'] ?? '0.0.0.0'

interface Start {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly uid?: number
  readonly gid?: number
}

const starts: Readonly<Record<string, () => Promise<Start | undefined>>> = {
  async minio() {
    return { args: [...args, '--address', `${host}:9000`, '--console-address', `${host}:9001`] }
  },
  async mongo() {
    if (args[0] === 'initdb') return undefined // the server creates the files when it starts
    return { args: ['-address', `${host}:27017`, '-data', volume('data')] }
  },
  async postgres() {
    const data = process.env['PGDATA'] ?? join(volume('data'), 'pgdata')
    if (args[0] === 'initdb') {
      await initializePostgres(program, data)
      return undefined
    }
    return { args: ['-D', data, '-h', host, '-c', 'unix_socket_directories=', '-c', 'fsync=on'], ...serverUser() }
  },
  async influxd() {
    const home = process.env['HOME'] ?? '.'
    return {
      args: ['run'],
      env: {
        INFLUXDB_HTTP_BIND_ADDRESS: `${host}:8086`,
        INFLUXDB_BIND_ADDRESS: `${host}:8088`,
        INFLUXDB_META_DIR: join(home, 'meta'),
        INFLUXDB_DATA_DIR: join(home, 'data'),
        INFLUXDB_DATA_WAL_DIR: join(home, 'wal'),
        INFLUXDB_REPORTING_DISABLED: 'true',
      },
    }
  },
  async telegraf() {
    const words = args.length > 0 ? args : ['--config', join(volume('config'), 'telegraf.conf')]
    return { args: words, env: await locatedSink() }
  },
}

/** Telegraf resolves names only through DNS, which a simulation does not have. It gets the address of its sink instead. */
async function locatedSink(): Promise<Readonly<Record<string, string>>> {
  const text = process.env['INFLUX_URL']
  if (text === undefined) return {}
  const url = new URL(text)
  url.hostname = await addressOf(url.hostname)
  return { INFLUX_URL: url.href.replace(/\/$/, '') }
}

/** The directory of a volume of the pod. */
function volume(called: string): string {
  const path = process.env[`KUBEWRIGHT_VOLUME_${called.toUpperCase()}`]
  if (path !== undefined) return path
  throw new Error(`Cannot start ${name}: its pod has no volume ${called}.`)
}

async function main(): Promise<void> {
  const start = starts[name]
  if (start === undefined) throw new Error(`Cannot start ${name}: it is none of ${Object.keys(starts).join(', ')}.`)
  const wanted = await start()
  if (wanted === undefined) return
  const { args: words, env = {}, ...user } = wanted
  const child = spawn(program, words, { stdio: 'inherit', env: { ...process.env, ...env }, ...user })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  process.exitCode = code ?? (signal === 'SIGTERM' ? 0 : 137)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
