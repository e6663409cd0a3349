/** The local programs that the images of the stack run as. */
import { join } from 'node:path'
import type { ImageCommand, Images } from '@kubewright/simulation'
import type { BuiltPrograms } from '../programs/build-programs.ts'
import { defaultRegistry } from '../src/names.ts'
import type { RealParts } from './real-parts.ts'

const services = ['cloudstorage', 'cloudadmin', 'agentkeeper', 'cloudadmingui'] as const

/** Variables set by the stack that no default pattern allows. */
const allowsEnv = ['*', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']

export function imagesOf(parts: RealParts, programs: BuiltPrograms): Images {
  const entry = (name: string, program: string): ImageCommand => ({
    command: [process.execPath, programs.entryPoint, name, program],
    allowsArgs: true,
    allowsEnv,
    allowsMounts: ['/data', '/deployments', '/etc/telegraf'],
  })
  const own = (...command: [string, ...string[]]): ImageCommand => ({
    command: [process.execPath, ...command],
    allowsEnv,
    // FerretDB supports PLAIN only, and does not check passwords with SQLite.
    env: { TEMPORARY_DIRECTORY: '/deployments/temp', RESTIC_PROGRAM: parts.restic, MONGO_MECHANISM: 'PLAIN' },
    allowsMounts: ['/deployments', '/backup'],
  })
  const byType = {
    postgres: entry('postgres', parts.postgres),
    mongo: entry('mongo', parts.mongo),
    minio: entry('minio', parts.minio),
    backupserver: entry('minio', parts.minio),
    influxdbmon: entry('influxd', parts.influxd),
    telegrafmon: entry('telegraf', parts.telegraf),
    telegraf: entry('telegraf', parts.telegraf),
    'backup-agent': own(programs.backupAgent),
    ...Object.fromEntries(services.map((name) => [name, own(programs.services, name)])),
  }
  return Object.fromEntries(Object.entries(byType).map(([type, command]) => [join(defaultRegistry, type), command]))
}
