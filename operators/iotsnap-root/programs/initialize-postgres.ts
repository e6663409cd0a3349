/** Initializes the data directory of a PostgreSQL server once: its user, password and database. */
import { execFile, execFileSync } from 'node:child_process'
import { access, chmod, chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root, so root runs it as the `postgres` user of the package. */
export function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/**
 * Initializes a temporary directory and renames it at the end, so that an interrupted start leaves no partial data directory.
 *
 * @param postgres path of the server; `initdb` is in the same folder
 */
export async function initializePostgres(postgres: string, data: string): Promise<void> {
  if (await isPresent(join(data, 'PG_VERSION'))) return
  const fresh = `${data}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  const user = serverUser()
  if (user.uid !== undefined) await giveAway(fresh, user as { uid: number; gid: number })
  await initialize(postgres, fresh, user)
  await rename(fresh, data)
}

async function initialize(postgres: string, data: string, user: { uid?: number; gid?: number }): Promise<void> {
  const { POSTGRES_USER = 'postgres', POSTGRES_DB = POSTGRES_USER, POSTGRES_PASSWORD = '' } = process.env
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(POSTGRES_DB))
    throw new Error(
      `Cannot make the database ${JSON.stringify(POSTGRES_DB)}: POSTGRES_DB must have up to 63 characters of a-z, 0-9 and _, the ` +
        `first no digit.`,
    )
  const passwordFile = join(data, '..', '.password')
  await writeFile(passwordFile, POSTGRES_PASSWORD, { mode: 0o600 })
  if (user.uid !== undefined) await chown(passwordFile, user.uid, user.gid!)
  const options = { ...user, env: { ...process.env, LC_ALL: 'C' }, cwd: data }
  try {
    const login = ['-U', POSTGRES_USER, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256']
    await run(
      join(dirname(postgres), 'initdb'),
      ['-D', data, '-E', 'UTF8', '--locale=C', '--no-sync', ...login],
      options,
    )
    await createDatabase(postgres, data, { options, database: POSTGRES_DB })
    await writeFile(join(data, 'pg_hba.conf'), 'host all all all scram-sha-256\n')
  } finally {
    await rm(passwordFile, { force: true })
  }
}

interface DatabaseMaking {
  readonly options: {
    readonly uid?: number
    readonly gid?: number
    readonly env: NodeJS.ProcessEnv
    readonly cwd: string
  }
  readonly database: string
}

/** Uses single-user mode, without a connection. */
function createDatabase(postgres: string, data: string, { options, database }: DatabaseMaking): Promise<void> {
  if (database === 'postgres') return Promise.resolve()
  return new Promise((resolve, reject) => {
    const child = execFile(postgres, ['--single', '-D', data, 'postgres'], options, (error) =>
      error ? reject(error) : resolve(),
    )
    child.stdin?.end(`CREATE DATABASE ${database};\n`)
  })
}

/** The other user gets search permission on the parent directories, and nothing else. */
async function giveAway(path: string, { uid, gid }: { readonly uid: number; readonly gid: number }): Promise<void> {
  await chown(path, uid, gid)
  for (let parent = dirname(path); parent !== dirname(parent); parent = dirname(parent)) {
    const { mode, uid: owner } = await stat(parent)
    if (owner === 0 && (mode & 0o001) === 0) await chmod(parent, (mode & 0o777) | 0o001)
  }
}

function isPresent(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
