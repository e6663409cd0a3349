/**
 * The programs built from the Go module proxy, with their sources and cache directories. Pure. A folder next to this file
 * contains the `go.mod` and `go.sum` that pin each of them.
 */
import { createHash } from 'node:crypto'

/** The build settings of a program. */
export interface GoProgram {
  /** The Go package with the `main` function. */
  readonly package: string
  /** The module whose version names the cache directory. */
  readonly module: string
  readonly tags: readonly string[]
}

/** Only the inputs and outputs that the stack uses; with all plugins the build takes several times as long. */
const telegrafPlugins = [
  'inputs.http',
  'inputs.mongodb',
  'inputs.postgresql',
  'inputs.prometheus',
  'outputs.influxdb',
  'parsers.json_v2',
  'serializers.influx',
]

/** The key is the name of the program and of its folder here. */
export const goPrograms = {
  minio: { package: 'github.com/minio/minio', module: 'github.com/minio/minio', tags: [] },
  mongo: { package: '.', module: 'github.com/FerretDB/FerretDB', tags: [] },
  telegraf: {
    package: 'github.com/influxdata/telegraf/cmd/telegraf',
    module: 'github.com/influxdata/telegraf',
    tags: ['custom', ...telegrafPlugins],
  },
} as const satisfies Record<string, GoProgram>

export type GoProgramName = keyof typeof goPrograms

export const goProgramNames = Object.keys(goPrograms) as GoProgramName[]

/** The texts of the files that determine the build: `go.mod`, `go.sum`, and a `main.go` if there is one. */
export interface GoSources {
  readonly mod: string
  readonly others: readonly string[]
}

/** `minio-v0.0.0-…-1a2b3c4d`: changes whenever the binary would. */
export function cacheNameOf(name: GoProgramName, { mod, others }: GoSources): string {
  const { module, tags } = goPrograms[name]
  const inputs = [mod, ...others, process.platform, process.arch, ...tags]
  const digest = createHash('sha256').update(inputs.join('\0')).digest('hex').slice(0, 8)
  return `${name}-${versionIn(mod, module)}-${digest}`
}

/** The arguments of `go` that build a program as `path`. `-v` prints each package as it is compiled. */
export function buildArguments(name: GoProgramName, path: string): string[] {
  const { package: main, tags } = goPrograms[name]
  const tagged = tags.length === 0 ? [] : ['-tags', tags.join(',')]
  return ['build', '-v', '-trimpath', ...tagged, '-ldflags', '-s -w', '-o', path, main]
}

function versionIn(mod: string, module: string): string {
  const line = mod.split('\n').find((each) =>
    each
      .replace(/^require\s+/, '')
      .trim()
      .startsWith(`${module} v`),
  )
  const version = line
    ?.trim()
    .replace(/^require\s+/, '')
    .split(' ')[1]
  if (version !== undefined) return version
  throw new Error(`Cannot find the version of ${module} in its go.mod below tools/real-parts. Restore the file.`)
}
